"""The vocabulary of work with a model: what it saw, what it proposed, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol

from pydantic import BaseModel, Field

from medreview.common.contract import Contract
from medreview.llm.contracts import ChatReply, ChatRequest, Message, Role, ToolCall, Usage
from medreview.runtime.events import Event
from medreview.runtime.tools import Tool


class Journal(Protocol):
    """Where each beat is recorded, at the moment it happens."""

    def note(self, event: Event) -> None:
        """Append the event to the run; raises when the run was ended or taken over."""
        ...


class Price(Protocol):
    """What tokens of a model cost."""

    def __call__(self, model: str, usage: Usage) -> Decimal: ...


class Outgoing(Protocol):
    """The last look at a request before it leaves: what may not leave is taken out."""

    def __call__(self, request: ChatRequest) -> ChatRequest: ...


class StopConditions(Contract):
    """When the work with the model ends before a limit bites."""

    submit: str = ""
    """The tool whose success ends the work; without one a reply in the output's shape does."""
    rejections_in_a_row: int = Field(default=3, ge=1, le=25)
    errors_in_a_row: int = Field(default=3, ge=1, le=25)


@dataclass(frozen=True)
class Task:
    """What the model is asked to do, and by what it may do it."""

    stage: str
    purpose: str
    opening: tuple[Message, ...]
    tools: Mapping[str, Tool]
    """By name: the allow-list of the skill, and nothing besides."""
    output: type[Contract]
    stop: StopConditions
    nonce: str


@dataclass(frozen=True)
class Observation:
    """What the model is shown at one turn."""

    ask: int
    messages: tuple[Message, ...]
    tokens: int
    """A guess, rather too high."""


@dataclass(frozen=True)
class Proposal:
    """What the model wants done. It is words until it was validated."""

    ask: int
    reply: ChatReply | None = None
    fault: str = ""
    """Why the reply can't be used, as the gateway names it; then there is no reply."""


@dataclass(frozen=True)
class Action:
    """A call of an allowed tool, with arguments of its type."""

    call: ToolCall
    tool: Tool
    arguments: BaseModel


@dataclass(frozen=True)
class Refusal:
    """What of a proposal is not done, and the words that go back to the model."""

    reason: str
    why: str
    call: ToolCall | None = None
    """The call it answers; None when the whole reply was refused."""

    @property
    def message(self) -> Message:
        """The turn that tells the model."""
        if self.call is None:
            return Message(role=Role.USER, text=self.why)
        return Message(role=Role.TOOL, text=self.why, tool_call_id=self.call.id)


@dataclass(frozen=True)
class Verdict:
    """What code makes of a proposal: steps in the order they were asked for, or a result."""

    steps: tuple[Action | Refusal, ...] = ()
    output: Contract | None = None


@dataclass(frozen=True)
class State:
    """Where the work stands between two turns."""

    messages: tuple[Message, ...]
    asks: int = 0
    calls: int = 0
    rejections: int = 0
    """In a row."""
    errors: int = 0
    """In a row."""
    output: Contract | None = field(default=None)
