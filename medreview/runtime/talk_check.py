"""Whether the events of work with a model follow one another as such work does. Pure.

Told from the headers alone: it holds for every run, also of a patient whose key is gone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from medreview.runtime.events import (
    AnyEvent,
    ModelAsked,
    ModelFailed,
    ModelReplied,
    ProposalRejected,
    RunClaimed,
    SkillEnded,
    SkillUsed,
    StageStarted,
    ToolAnswered,
    ToolCalled,
)

IN_A_TALK = (
    ModelAsked,
    ModelReplied,
    ModelFailed,
    ToolCalled,
    ToolAnswered,
    ProposalRejected,
    SkillEnded,
)


@dataclass
class Talk:
    """One use of a skill, as far as its events have come."""

    stage: str
    asks: int = 0
    open_ask: bool = False
    calls: int = 0
    open_call: bool = False
    tools: tuple[str, ...] = ()


def talk_problems(events: Iterable[AnyEvent]) -> Iterator[str]:
    """What about the events of models and tools can't have happened that way."""
    talk: Talk | None = None
    for event in events:
        if isinstance(event, SkillUsed):
            talk = Talk(event.stage)
        elif isinstance(event, StageStarted | RunClaimed):
            # A worker that died left its talk where it was; the next one begins anew.
            talk = None
        elif isinstance(event, IN_A_TALK):
            if talk is None or talk.stage != event.stage:
                yield f"{event.kind} of {event.stage}: no skill was in use"
                continue
            yield from _next(talk, event)
            talk = None if isinstance(event, SkillEnded) else talk


def _next(talk: Talk, event: AnyEvent) -> Iterator[str]:
    match event:
        case ModelAsked():
            yield from _asked(talk, event)
        case ModelReplied() | ModelFailed():
            if not talk.open_ask or event.ask != talk.asks:
                yield f"{event.kind}: reply {event.ask} answers no open question"
            talk.open_ask = False
        case ToolCalled():
            yield from _called(talk, event)
        case ToolAnswered():
            if not talk.open_call or event.call != talk.calls:
                yield f"{event.kind}: answer {event.call} belongs to no open call"
            talk.open_call = False


def _asked(talk: Talk, event: ModelAsked) -> Iterator[str]:
    if talk.open_ask or event.ask != talk.asks + 1:
        yield f"model.asked: question {event.ask} came after question {talk.asks}"
    if talk.open_call:
        yield f"model.asked: question {event.ask} came while a tool was at work"
    talk.asks, talk.open_ask, talk.tools = event.ask, True, event.tools


def _called(talk: Talk, event: ToolCalled) -> Iterator[str]:
    if talk.open_ask or talk.open_call or event.ask != talk.asks or event.call != talk.calls + 1:
        yield f"tool.called: call {event.call} is out of its place"
    if event.tool not in talk.tools:
        yield f"tool.called: {event.tool} was not among the tools of question {event.ask}"
    talk.calls, talk.open_call = event.call, True
