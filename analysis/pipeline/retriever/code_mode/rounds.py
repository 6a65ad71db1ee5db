"""How often a model may write snippets for one record, and when that is over. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from medreview.runtime.sandbox.contracts import Fate, SnippetOutcome

ROUNDS = 8
CHARACTERS = 80_000
ERRORS_IN_A_ROW = 3


class Ending(StrEnum):
    """Why no further snippet is run."""

    ROUNDS_SPENT = "rounds_spent"
    OUTPUT_SPENT = "output_spent"
    ERRORS_IN_A_ROW = "errors_in_a_row"


@dataclass(frozen=True)
class Rounds:
    """What was spent so far. Each change is a new one; the old one stays as it was."""

    done: int = 0
    characters: int = 0
    errors_in_a_row: int = 0
    most_rounds: int = ROUNDS
    most_characters: int = CHARACTERS

    @property
    def characters_left(self) -> int:
        """What the next snippet may say at most."""
        return max(self.most_characters - self.characters, 0)

    @property
    def ending(self) -> Ending | None:
        """Why it is over; None while another snippet may be run."""
        if self.errors_in_a_row >= ERRORS_IN_A_ROW:
            return Ending.ERRORS_IN_A_ROW
        if self.characters_left == 0:
            return Ending.OUTPUT_SPENT
        return Ending.ROUNDS_SPENT if self.done >= self.most_rounds else None

    def after(self, outcome: SnippetOutcome) -> "Rounds":
        """One more round was run, and this came of it."""
        failed = outcome.fate is not Fate.FINISHED
        return replace(
            self,
            done=self.done + 1,
            characters=self.characters + outcome.characters,
            errors_in_a_row=self.errors_in_a_row + 1 if failed else 0,
        )

    def told(self, outcome: SnippetOutcome) -> str:
        """What the model is told of its last snippet, and what it has left."""
        parts = [outcome.output, outcome.error or ""]
        if outcome.names_lost:
            parts.append("The names defined so far are gone.")
        parts.append(
            f"[{self.most_rounds - self.done} rounds and {self.characters_left} characters left]"
        )
        return "\n".join(part for part in parts if part)
