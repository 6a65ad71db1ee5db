"""A question to a model as it was sent, its reply, and a tool's words: who says what, and what
of it is data from the record.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from medreview.front.presenters.model_words import failure_said, money_said, tokens_said
from medreview.front.presenters.runs import span
from medreview.llm.costs import cost_of
from medreview.llm.redaction.contracts import Placeholder
from medreview.runtime.events import Payload
from medreview.runtime.model_account import Ask, Request, Took

BLOCK = re.compile(
    r'<data label="(?P<label>\w+)" mark="(?P<mark>[0-9a-f]{16})"(?: left_out="(?P<out>[^"]*)")?>\n'
    r'(?P<text>.*?)\n</data mark="(?P=mark)">',
    re.DOTALL,
)
"""A block of data, closed by the mark it was opened with: nothing within can end it."""

PLACEHOLDER = re.compile(f"({'|'.join(re.escape(one) for one in Placeholder)})")
"""What stands where something was taken out before the question left the house."""

ROLES: dict[str, str | Promise] = {
    "system": pgettext_lazy("who says it", "Our instruction"),
    "user": pgettext_lazy("who says it", "Our side"),
    "assistant": pgettext_lazy("who says it", "The model"),
    "tool": pgettext_lazy("who says it", "A tool"),
}

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Part:
    """A piece of a turn: our own words, or a block of data."""

    pieces: list[tuple[str, bool]]
    """Text, and whether it stands for something that was taken out."""
    label: str = ""
    """The name of a block of data; nothing: words."""
    left_out: str = ""


@dataclass(frozen=True)
class Turn:
    """What one side said."""

    role: str
    says: str
    parts: list[Part]
    calls: list[tuple[str, str]]
    """Tools that are called, with arguments as JSON."""
    answers: str


@dataclass(frozen=True)
class RequestLine:
    """One request that was sent, and how it ended."""

    provider: str
    model: str
    outcome: str
    is_good: bool
    tokens: str
    is_estimated: bool
    cost: str
    took: str


@dataclass(frozen=True)
class Talk:
    """The words of one event of work with a model."""

    turns: list[Turn]
    """What is new in it."""
    before: list[Turn]
    """What stood in the question before this one, word for word."""
    gone: list[Turn]
    """What stood in the question before this one, and does not any more."""
    compared: int
    """The number of the event of the question before; 0: there is none."""
    parsed: str
    requests: list[RequestLine]
    tools: list[tuple[str, str]]
    settings: list[tuple[str, str]]
    other: int
    """The number of the event at the other end: the answer of a question, or the reverse."""
    is_answer: bool


def talk_of(
    kind: str, payload: Payload, ask: Ask | None, before: tuple[int, Payload] | None
) -> Talk | None:
    """The words of an event, if it is one of work with a model.

    ``before`` is the question before this one: the number of its event, and its words.
    """
    if kind == "model.asked":
        return _question(_part(payload, "request"), ask, before or (0, {}))
    if kind in {"model.replied", "model.failed"}:
        return _answer(_part(payload, "reply"), payload.get("tried"), ask)
    if kind in {"tool.answered", "proposal.rejected"}:
        return _plain([_turn(_part(payload, "message"))] if payload else [])
    if kind == "tool.called":
        arguments = payload.get("arguments")
        return _plain([], parsed=_json(arguments) if arguments is not None else "")
    return None


def _plain(turns: list[Turn], parsed: str = "", **said: Any) -> Talk:
    blank: dict[str, Any] = {
        "before": [],
        "gone": [],
        "compared": 0,
        "requests": [],
        "tools": [],
        "settings": [],
        "other": 0,
        "is_answer": False,
    }
    return Talk(turns=turns, parsed=parsed, **{**blank, **said})


def _question(request: Json, ask: Ask | None, before: tuple[int, Payload]) -> Talk:
    compared, earlier = before
    now, then = _list(request, "messages"), _list(_part(earlier, "request"), "messages")
    same = next((n for n, (a, b) in enumerate(zip(now, then, strict=False)) if a != b), None)
    shared = min(len(now), len(then)) if same is None else same
    return _plain(
        [_turn(message) for message in now[shared:]],
        before=[_turn(message) for message in now[:shared]],
        gone=[_turn(message) for message in then[shared:]],
        compared=compared,
        tools=[(str(t.get("name")), str(t.get("description"))) for t in _list(request, "tools")],
        settings=list(_settings(request)),
        other=(ask.answered or 0) if ask else 0,
    )


def _answer(reply: Json, tried: Any, ask: Ask | None) -> Talk:
    parsed = reply.get("parsed")
    rows = ask.requests if ask else ()
    return _plain(
        # A reply that was read as JSON is shown as that, once.
        [_turn({**reply, "role": "assistant"})] if reply and parsed is None else [],
        parsed="" if parsed is None else _json(parsed),
        requests=list(_from_ledger(rows) if rows else _from_words(tried)),
        other=ask.seq if ask else 0,
        is_answer=True,
    )


def _turn(message: Json) -> Turn:
    role = str(message.get("role") or "")
    calls = [
        (str(call.get("name")), _json(call.get("arguments")))
        for call in _list(message, "tool_calls")
    ]
    return Turn(
        role=role,
        says=str(ROLES.get(role, role)),
        parts=list(_parts(str(message.get("text") or ""))),
        calls=calls,
        answers=str(message.get("tool_call_id") or ""),
    )


def _parts(text: str) -> Iterator[Part]:
    place = 0
    for block in BLOCK.finditer(text):
        yield from _words(text[place : block.start()])
        place = block.end()
        yield Part(_pieces(block["text"]), block["label"], block["out"] or "")
    yield from _words(text[place:])


def _words(text: str) -> Iterator[Part]:
    if text.strip():
        yield Part(_pieces(text.strip("\n")))


def _pieces(text: str) -> list[tuple[str, bool]]:
    return [(piece, n % 2 == 1) for n, piece in enumerate(PLACEHOLDER.split(text)) if piece]


def _settings(request: Json) -> Iterator[tuple[str, str]]:
    labels = {
        "model": _("model asked for"),
        "max_output_tokens": _("tokens of the reply, at the most"),
        "temperature": _("temperature"),
        "reply_schema": _("hash of the shape asked for"),
        "nonce": _("mark of this attempt"),
    }
    for name, label in labels.items():
        value = request.get(name)
        if value not in {None, ""}:
            yield label, str(value)


def _from_ledger(rows: Iterable[Request]) -> Iterator[RequestLine]:
    for row in rows:
        yield _line(
            row.provider,
            row.model,
            row.outcome,
            Took(row.input_tokens, row.output_tokens, cost_of([row])),
            milliseconds=row.milliseconds,
            is_estimated=row.is_estimated,
        )


def _from_words(tried: Any) -> Iterator[RequestLine]:
    """What the event itself says was sent, where the ledger has no rows of it."""
    for one in tried if isinstance(tried, list) else ():
        usage = _part(one, "usage")
        took = Took(int(usage.get("input") or 0), int(usage.get("output") or 0))
        seconds = one.get("seconds")
        yield _line(
            str(one.get("provider") or ""),
            str(one.get("model") or ""),
            str(one.get("outcome") or ""),
            took,
            milliseconds=round(seconds * 1000) if isinstance(seconds, int | float) else 0,
            is_estimated=bool(usage.get("estimated")),
        )


def _line(
    provider: str, model: str, outcome: str, took: Took, *, milliseconds: int, is_estimated: bool
) -> RequestLine:
    return RequestLine(
        provider=provider,
        model=model,
        outcome=_("answered") if outcome == "ok" else failure_said(outcome),
        is_good=outcome == "ok",
        tokens=tokens_said(took),
        is_estimated=is_estimated,
        cost=money_said(took.cost) if took.cost.requests else _("not in the ledger"),
        took=span(milliseconds),
    )


def _part(words: Any, name: str) -> dict[str, Any]:
    part = words.get(name) if isinstance(words, dict) else None
    return part if isinstance(part, dict) else {}


def _list(words: Json, name: str) -> list[dict[str, Any]]:
    listed = words.get(name)
    items = listed if isinstance(listed, list | tuple) else ()
    return [item for item in items if isinstance(item, dict)]


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
