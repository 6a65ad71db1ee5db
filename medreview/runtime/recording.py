"""Questions and replies as they are stored, and as they are read back for a replay. Pure."""

import math
import re
from typing import Any

from medreview.common.hashing import sha256_of
from medreview.llm.contracts import ChatReply, ChatRequest
from medreview.runtime.context import clean_text

MOST_DEPTH = 32
SAFE_NUMBER = 2**63
_WORD = re.compile(r"[\w.:/@+-]{0,80}", re.ASCII)


def word(text: str) -> str:
    """A provider's word as a header may carry it: a short code, or that it was none."""
    return text if _WORD.fullmatch(text) else "unreadable"


def request_json(request: ChatRequest) -> dict[str, Any]:
    """The request as it was sent; types of arguments and replies stand as their schemas."""
    schema = request.reply_schema
    return {
        "messages": [message.as_json() for message in request.messages],
        "purpose": request.purpose,
        "tools": [
            {
                "name": tool.name,
                "description": tool.description,
                "arguments": sha256_of(tool.arguments.model_json_schema()),
            }
            for tool in request.tools
        ],
        "reply_schema": None if schema is None else sha256_of(schema.model_json_schema()),
        "max_output_tokens": request.max_output_tokens,
        "temperature": request.temperature,
        "nonce": request.nonce,
        "model": request.model,
    }


def reply_json(reply: ChatReply) -> dict[str, Any]:
    """The reply as it is stored."""
    return {
        **plain(reply.as_json()),
        "parsed": None if reply.parsed is None else plain(reply.parsed.model_dump(mode="json")),
    }


def clean(reply: ChatReply, request: ChatRequest) -> ChatReply:
    """The reply as it can be stored, and is used from here on: what is replayed is the same."""
    said = plain(reply.model_dump(mode="json", exclude={"seconds", "tried"}))
    cleaned = ChatReply.model_validate({**said, "seconds": _finite(reply.seconds)})
    return cleaned.model_copy(update={"parsed": reply.parsed, "tried": reply.tried})


def read_reply(stored: dict[str, Any], request: ChatRequest) -> ChatReply:
    """A stored reply as it was then, its parsed answer in the type the request asks for."""
    parsed = stored.get("parsed")
    reply = ChatReply.model_validate({k: v for k, v in stored.items() if k != "parsed"})
    if parsed is None or request.reply_schema is None:
        return reply
    return reply.model_copy(update={"parsed": request.reply_schema.model_validate(parsed)})


def plain(value: Any, depth: int = 0) -> Any:
    """The value as JSON that any reader takes: no NaN, no half characters, no endless nesting."""
    if depth > MOST_DEPTH:
        return "nested too deeply"
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(str(key)): plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner, depth + 1) for inner in value]
    return _number(value) if isinstance(value, int | float) else value


def _number(value: float) -> float | str | bool:
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number"
    if isinstance(value, int) and abs(value) >= SAFE_NUMBER:
        return "a number out of range"
    return value


def _finite(seconds: float) -> float:
    return seconds if math.isfinite(seconds) and seconds >= 0 else 0.0
