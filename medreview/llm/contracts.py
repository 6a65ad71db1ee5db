"""What is asked of a language model, and what came back, in words no provider chose."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, Field, JsonValue

from medreview.common.contract import Contract


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(Contract):
    """The model wants this tool run with these arguments; they have been checked by its type."""

    id: str
    name: str
    arguments: dict[str, JsonValue]


class Message(Contract):
    """One turn of a conversation with a model."""

    role: Role
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    """What an assistant's turn asked for."""
    tool_call_id: str | None = None
    """Which call a tool's turn answers."""


@dataclass(frozen=True)
class ToolSpec:
    """A tool the model may ask for, and the type its arguments must fit."""

    name: str
    description: str
    arguments: type[BaseModel]


@dataclass(frozen=True)
class ChatRequest:
    """One question to a model. Whoever asks has taken out what may not leave the house."""

    messages: tuple[Message, ...]
    purpose: str
    """The stage or skill that asks, as a word without spaces."""
    tools: tuple[ToolSpec, ...] = ()
    reply_schema: type[BaseModel] | None = None
    """The type the answer must fit; without it the answer is text or calls of tools."""
    max_output_tokens: int = 2_000
    temperature: float | None = 0.0
    """Sent only to models that take one."""
    nonce: str = ""
    """Stands in the request; changed when the same question is asked again."""
    model: str | None = None
    """Another model of the first provider than the one of the settings."""


class Usage(Contract):
    """Tokens, as the provider counted them; our own estimate where it did not."""

    input: int = 0
    output: int = 0
    cached: int = 0
    estimated: bool = False


class Attempt(Contract):
    """One request that was really sent, and how it ended."""

    provider: str
    model: str
    outcome: str
    """``ok``, or the name of the error."""
    usage: Usage = Usage()
    seconds: float = 0.0
    nonce: str = ""
    """The one it carried: with the recorded question and the place it says all that was sent."""
    most_tokens: int = 0
    """The limit of its reply."""


class ChatReply(Contract):
    """What the model answered, checked: a reply that fits nothing asked never becomes one."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    parsed: BaseModel | None = Field(default=None, exclude=True)
    """The answer in the type that was asked for; read from ``text``."""
    usage: Usage = Usage()
    """Of the request that was answered; ``tried`` has them all."""
    model: str = ""
    provider: str = ""
    finish: str = "stop"
    attempts: int = 1
    """How many requests it took, three at the most."""
    tried: tuple[Attempt, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Deadline:
    """The moment by which an answer must be there, on a clock that never jumps."""

    at: float
    clock: Callable[[], float] = field(default=time.monotonic, compare=False)

    @classmethod
    def within(cls, seconds: float) -> "Deadline":
        """A deadline so many seconds from now."""
        return cls(at=time.monotonic() + seconds)

    def left(self) -> float:
        """Seconds that are left; never less than none."""
        return max(0.0, self.at - self.clock())
