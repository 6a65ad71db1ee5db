"""A run as a tree of spans, made of the headers of its events: ids, hashes, counts. Pure.

The words of a run are sealed in its events' payloads, which are never read here; and of a header
only the fields named below are taken. Attributes follow OpenTelemetry's conventions for
generative AI; those of OpenInference say the same to tools that read only them.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Value = str | int | float | bool | tuple[str, ...]
CHAT, TOOL, AGENT = "chat", "execute_tool", "invoke_agent"
KINDS = {CHAT: "LLM", TOOL: "TOOL", AGENT: "AGENT"}


class Happened(Protocol):
    """An event as it is kept."""

    kind: str
    at: dt.datetime
    header: dict[str, Any]


@dataclass
class Span:
    """Something that took a while, and what happened within it."""

    name: str
    begin: dt.datetime
    end: dt.datetime
    attributes: dict[str, Value] = field(default_factory=dict)
    marks: list[tuple[str, dt.datetime, dict[str, Value]]] = field(default_factory=list)
    """What happened at one moment of it."""
    children: list["Span"] = field(default_factory=list)
    error: str = ""
    """The kind of error it ended with; never its words."""
    is_call: bool = False
    """Whether it is a call to somebody outside."""


def run_span(run: Mapping[str, Value], events: Iterable[Happened]) -> Span | None:
    """The whole run; ``run`` are the attributes of the run itself."""
    rows = list(events)
    if not rows:
        return None
    whole = Span("run", rows[0].at, rows[-1].at, dict(run))
    whole.attributes |= _operation(AGENT) | {"gen_ai.agent.name": "medreview"}
    teller = _Teller(whole)
    for row in rows:
        teller.tell(row)
    teller.close(rows[-1].at)
    return whole


class _Teller:
    """Puts each event where it belongs: the innermost span that is open."""

    def __init__(self, whole: Span) -> None:
        self._open = [whole]
        self._handlers = {
            "run.failed": self._failed,
            "stage.started": self._stage_started,
            "stage.finished": self._stage_finished,
            "stage.broke": self._stage_broke,
            "skill.used": self._skill_used,
            "skill.refused": self._skill_refused,
            "skill.ended": self._skill_ended,
            "model.asked": self._asked,
            "model.replied": self._replied,
            "model.failed": self._model_failed,
            "tool.called": self._called,
            "tool.answered": self._answered,
            "proposal.rejected": self._marked,
            "limit.reached": self._marked,
        }

    def tell(self, row: Happened) -> None:
        handler = self._handlers.get(row.kind)
        if handler:
            handler(row)

    def close(self, at: dt.datetime) -> None:
        """What never ended ended with the run."""
        while len(self._open) > 1:
            self._end(at)

    def _begin(self, span: Span) -> None:
        self._open[-1].children.append(span)
        self._open.append(span)

    def _end(self, at: dt.datetime, *, error: str = "", **said: Value) -> None:
        if len(self._open) == 1:
            return
        span = self._open.pop()
        span.end, span.error = at, error or span.error
        span.attributes |= said
        if span.error:
            span.attributes["error.type"] = span.error

    def _failed(self, row: Happened) -> None:
        self.close(row.at)
        whole = self._open[0]
        whole.error = str(row.header.get("error", ""))
        whole.attributes["error.type"] = whole.error

    def _stage_started(self, row: Happened) -> None:
        self.close(row.at)
        stage = str(row.header["stage"])
        said = {"medreview.stage": stage, "openinference.span.kind": "CHAIN"}
        self._begin(Span(f"stage {stage}", row.at, row.at, dict(said)))

    def _stage_finished(self, row: Happened) -> None:
        self._within(1, row.at)
        said = _taken(row, status="medreview.stage.status", output_hash="medreview.output_hash")
        self._open[-1].attributes |= said
        self._end(row.at)

    def _stage_broke(self, row: Happened) -> None:
        self._within(1, row.at)
        self._end(row.at, error=str(row.header.get("error", "")))

    def _skill_used(self, row: Happened) -> None:
        self._within(1, row.at)
        said = _operation(AGENT) | _taken(
            row,
            skill="gen_ai.agent.name",
            version="gen_ai.agent.version",
            skill_hash="medreview.skill.hash",
        )
        self._begin(Span(f"{AGENT} {row.header['skill']}", row.at, row.at, said))

    def _skill_refused(self, row: Happened) -> None:
        self._skill_used(row)
        self._end(row.at, error="SkillNotAllowed")

    def _skill_ended(self, row: Happened) -> None:
        self._within(2, row.at)
        said = _taken(row, outcome="medreview.skill.outcome", reason="medreview.skill.reason")
        self._open[-1].attributes |= said
        self._end(row.at, error=str(row.header.get("reason", "")))

    def _asked(self, row: Happened) -> None:
        said = _operation(CHAT) | _taken(row, request_hash="medreview.request_hash")
        self._begin(Span(CHAT, row.at, row.at, said, is_call=True))

    def _replied(self, row: Happened) -> None:
        span = self._open[-1]
        if not span.is_call:
            return
        model = str(row.header.get("model", ""))
        span.name = f"{CHAT} {model}".strip()
        span.attributes |= _taken(row, **_REPLY) | _taken(row, **_USAGE)
        span.attributes["gen_ai.response.finish_reasons"] = (str(row.header.get("finish", "")),)
        self._end(row.at)

    def _model_failed(self, row: Happened) -> None:
        if not self._open[-1].is_call:
            return
        self._open[-1].attributes |= _taken(row, **_USAGE)
        self._end(row.at, error=str(row.header.get("error", "")))

    def _called(self, row: Happened) -> None:
        tool = str(row.header["tool"])
        said = _operation(TOOL) | {
            "gen_ai.tool.name": tool,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": str(row.header.get("call", "")),
        }
        self._begin(Span(f"{TOOL} {tool}", row.at, row.at, said))

    def _answered(self, row: Happened) -> None:
        outcome = str(row.header.get("outcome", ""))
        self._open[-1].attributes["medreview.tool.outcome"] = outcome
        self._end(row.at, error="ToolError" if outcome == "refused" else "")

    def _marked(self, row: Happened) -> None:
        said = _taken(row, reason="medreview.reason", limit="medreview.limit", cap="medreview.cap")
        self._open[-1].marks.append((row.kind, row.at, said))

    def _within(self, depth: int, at: dt.datetime) -> None:
        """Close what was left open below: a worker that died ended none of it."""
        while len(self._open) > depth + 1:
            self._end(at)


_REPLY = {
    "provider": "gen_ai.provider.name",
    "model": "gen_ai.response.model",
    "reply_hash": "medreview.reply_hash",
    "attempts": "medreview.attempts",
}
_USAGE = {
    "tokens_in": "gen_ai.usage.input_tokens",
    "tokens_out": "gen_ai.usage.output_tokens",
    "tokens_cached": "gen_ai.usage.cache_read.input_tokens",
    "money": "medreview.money",
}
_SAME_AS = {
    "gen_ai.response.model": ("gen_ai.request.model", "llm.model_name"),
    "gen_ai.provider.name": ("gen_ai.system", "llm.provider"),
    "gen_ai.usage.input_tokens": ("llm.token_count.prompt",),
    "gen_ai.usage.output_tokens": ("llm.token_count.completion",),
    "gen_ai.tool.name": ("tool.name",),
}
"""Older names, and those of OpenInference."""


def _operation(name: str) -> dict[str, Value]:
    return {"gen_ai.operation.name": name, "openinference.span.kind": KINDS[name]}


def _taken(row: Happened, **names: str) -> dict[str, Value]:
    """These fields of a header under the names of the conventions; what isn't there is left out."""
    said: dict[str, Value] = {}
    for own, name in names.items():
        value = row.header.get(own)
        if isinstance(value, str | int | float) and value != "":
            said[name] = value
            said |= dict.fromkeys(_SAME_AS.get(name, ()), value)
    return said
