"""A model that says what a test wrote for it, and work for it to do."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from medreview.common.contract import Contract
from medreview.llm.contracts import ChatReply, ChatRequest, Deadline, Message, Role, ToolCall, Usage
from medreview.llm.errors import ModelFailed
from medreview.runtime.contracts import StopConditions, Task
from medreview.runtime.desk import Desk
from medreview.runtime.errors import ToolError
from medreview.runtime.events import Event
from medreview.runtime.limits import Caps, Limits
from medreview.runtime.tools import Finished, Scope, Tool

Said = ChatReply | ModelFailed


@dataclass
class ScriptedGateway:
    """Plays replies in order, the last one for ever; keeps what it was asked."""

    script: Iterable[Said]
    asked: list[ChatRequest] = field(default_factory=list)
    _rest: Iterator[Said] = field(init=False)
    _last: Said = field(init=False)

    def __post_init__(self) -> None:
        self._rest = iter(self.script)

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        self.asked.append(request)
        self._last = said = next(self._rest, getattr(self, "_last", None))
        if isinstance(said, ModelFailed):
            raise said
        if request.reply_schema and said.parsed is None and said.text.startswith("{"):
            parsed = request.reply_schema.model_validate_json(said.text)
            return said.model_copy(update={"parsed": parsed})
        return said


@dataclass
class ListJournal:
    """Keeps events in memory."""

    events: list[Event] = field(default_factory=list)

    def note(self, event: Event) -> None:
        self.events.append(event)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


@dataclass
class Clock:
    """A clock that a test moves."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class LookUp(Contract):
    """Arguments of a tool that looks names up."""

    names: tuple[str, ...]


class Plan(Contract):
    """What the scripted work ends with."""

    keys: tuple[str, ...]


KEYS = {"Hb": "718-7", "Na": "2951-2"}


def look_up(arguments: LookUp, scope: Scope) -> str:
    """Keys of known names; an unknown one is told."""
    missing = [name for name in arguments.names if name not in KEYS]
    if missing:
        raise ToolError("Not one of the keys: choose from Hb, Na.")
    return ", ".join(KEYS[name] for name in arguments.names)


def submit(arguments: Plan, scope: Scope) -> Finished:
    """Takes every plan."""
    return Finished(arguments)


LOOK_UP = Tool("look_up", "Keys of names.", LookUp, look_up)
SUBMIT = Tool("submit_plan", "The plan, when it is done.", Plan, submit)
CAPS = Caps(steps=6, tokens=50_000, money=Decimal(1), seconds=60)
SCOPE = Scope("run_1", "pat_1", "hos_1", dt.datetime(2026, 11, 30, tzinfo=dt.UTC))


def make_task(**changed: Any) -> Task:
    """Names to look up, ended by a plan."""
    said: dict[str, Any] = {
        "stage": "diagnostician",
        "purpose": "plan",
        "opening": (Message(role=Role.SYSTEM, text="Plan."), Message(role=Role.USER, text="Hb")),
        "tools": {tool.name: tool for tool in (LOOK_UP, SUBMIT)},
        "output": Plan,
        "stop": StopConditions(submit="submit_plan"),
        "nonce": "1",
        **changed,
    }
    return Task(**said)


def make_desk(
    *script: Said, caps: Caps = CAPS, clock: Callable[[], float] | None = None, **changed: Any
) -> Desk:
    """A desk with a scripted model and a journal in memory."""
    limits = Limits(caps, clock or Clock())
    said: dict[str, Any] = {"journal": ListJournal(), "scope": SCOPE, **changed}
    return Desk(gateway=ScriptedGateway(script), limits=limits, **said)


def calls(*wanted: tuple[str, dict[str, Any]], text: str = "") -> ChatReply:
    """A reply that calls tools."""
    made = tuple(
        ToolCall(id=f"c{number}", name=name, arguments=arguments)
        for number, (name, arguments) in enumerate(wanted)
    )
    return ChatReply(text=text, tool_calls=made, usage=Usage(input=100, output=20), model="m-1")


def says(text: str, **changed: Any) -> ChatReply:
    """A reply in words."""
    return ChatReply(text=text, usage=Usage(input=100, output=20), model="m-1", **changed)
