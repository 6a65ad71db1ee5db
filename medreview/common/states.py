"""Which state may follow which, said once and checked everywhere."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, TypeVar

from medreview.common.errors import WrongState

State = TypeVar("State", bound=StrEnum)


class Transitions(Generic[State]):
    """The allowed moves between the members of one enum."""

    def __init__(self, name: str, moves: Mapping[State, frozenset[State]]) -> None:
        self.name = name
        self.moves = dict(moves)

    def allows(self, current: State | str, target: State) -> bool:
        """Whether ``target`` may follow ``current``."""
        return any(target in after for state, after in self.moves.items() if state == current)

    def check(self, current: State | str, target: State) -> None:
        """Raise WrongState, in a sentence, unless ``target`` may follow ``current``."""
        if not self.allows(current, target):
            raise WrongState(f"This {self.name} is {current} and can't become {target}.")

    def to_mermaid(self) -> str:
        """A Mermaid state diagram of the moves."""
        arrows = [
            f"    {state} --> {target}"
            for state, after in self.moves.items()
            for target in sorted(after)
        ]
        return "\n".join(["stateDiagram-v2", *arrows])
