"""Whether what a model answered may pass for an answer. Pure.

It is checked in one order, so that one answer has one name: declined, missing, cut, then its
calls, then its text.
"""

import re

from pydantic import BaseModel, ValidationError

from medreview.llm.contracts import ChatRequest, ToolCall
from medreview.llm.draft import Draft, DraftCall
from medreview.llm.errors import (
    EmptyReply,
    Garbled,
    MalformedCall,
    NoChoices,
    NotJson,
    Refused,
    Truncated,
    UnknownTool,
    WrongShape,
)
from medreview.llm.strict_json import Unreadable, inside_fence, read_json

UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
"""What is no text: the database takes neither, and nobody can read them."""
CUT = frozenset({"", "length", "max_tokens"})
DECLINED = frozenset({"content_filter", "safety", "refusal"})


def check_ending(draft: Draft, *, is_done: bool) -> None:
    """Raise the name of an answer that was declined, is missing or breaks off."""
    if draft.refusal or draft.finish in DECLINED:
        raise Refused()
    if not draft.has_choice:
        raise NoChoices() if is_done else Truncated()
    if draft.finish in CUT:
        raise Truncated()
    if not draft.calls and not draft.text.strip():
        raise EmptyReply()
    if UNSTORABLE.search(draft.text):
        raise Garbled()


def calls_of(draft: Draft, request: ChatRequest) -> tuple[ToolCall, ...]:
    """The calls of offered tools, each with arguments of its type."""
    offered = {tool.name: tool.arguments for tool in request.tools}
    drafts = [draft.calls[index] for index in sorted(draft.calls)]
    for call in drafts:
        if call.name not in offered:
            raise UnknownTool()
    calls = tuple(
        _call(call, offered[call.name], place) for place, call in enumerate(drafts, start=1)
    )
    if len({call.id for call in calls}) != len(calls):
        raise MalformedCall()
    return calls


def parsed_of(draft: Draft, request: ChatRequest) -> BaseModel | None:
    """The answer in the type that was asked for; None where none was, or tools are called."""
    if request.reply_schema is None or draft.calls:
        return None
    text = inside_fence(draft.text)
    try:
        _check_storable(read_json(text))
    except Unreadable as problem:
        raise (Truncated() if problem.cut else NotJson()) from None
    try:
        return request.reply_schema.model_validate_json(text, extra="forbid")
    except ValidationError:
        raise WrongShape() from None


def _call(draft: DraftCall, arguments: type[BaseModel], place: int) -> ToolCall:
    text = draft.arguments.strip() or "{}"
    try:
        value = read_json(text)
        _check_storable(value)
        arguments.model_validate_json(text, extra="forbid")
    except Unreadable as problem:
        raise (Truncated() if problem.cut else MalformedCall()) from None
    except ValidationError:
        raise MalformedCall() from None
    if not isinstance(value, dict):
        raise MalformedCall()
    return ToolCall(id=draft.id or f"call_{place}", name=draft.name, arguments=value)


def _check_storable(value: object) -> None:
    """Escapes of JSON can bring in what the plain text may not hold, however deep it stands."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str) and UNSTORABLE.search(one):
            raise Garbled()
        if isinstance(one, dict):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            left += one
