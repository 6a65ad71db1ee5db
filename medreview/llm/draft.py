"""An answer while it comes in, put together from its pieces and believed in nothing. Pure."""

import re
from dataclasses import dataclass, field
from typing import Any

from medreview.llm.contracts import Usage
from medreview.llm.errors import Garbled, GatewayDown, ModelFailed, RateLimited
from medreview.llm.retry import OVERLOADED

LETTERS_A_TOKEN = 4
"""How many letters a token has where nobody counted."""
MOST_CALLS = 64
MODEL = re.compile(r"[\w.:/@+-]{1,80}", re.ASCII)
"""What a model's name looks like; anything else may be a sentence, or nothing a table takes."""


@dataclass
class DraftCall:
    """A call of a tool while its arguments come in."""

    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass
class Draft:
    """Everything a provider sent so far."""

    text: str = ""
    refusal: str = ""
    calls: dict[int, DraftCall] = field(default_factory=dict)
    finish: str = ""
    model: str = ""
    has_choice: bool = False
    letters: int = 0
    """All that was written, thoughts included."""
    counted: Usage | None = None

    def add(self, frame: dict[str, Any]) -> str:
        """Take a frame; the letters it adds, for whoever looks for loops."""
        if error := frame.get("error"):
            raise _failure_in(error)
        self.model = self.model or _model(frame.get("model"))
        if usage := frame.get("usage"):
            self.counted = _usage(usage)
        choices = frame.get("choices") or []
        if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
            raise Garbled()
        written = "".join(self._choice(one) for one in choices[:1])
        self.letters += len(written)
        return written

    def usage(self, *, asked_letters: int) -> Usage:
        """The tokens so far: as counted, else estimated, and never less than was written."""
        if self.counted is not None:
            return self.counted
        return Usage(input=tokens_of(asked_letters), output=tokens_of(self.letters), estimated=True)

    def _choice(self, choice: dict[str, Any]) -> str:
        self.has_choice = True
        self.finish = _text(choice.get("finish_reason")) or self.finish
        said = choice.get("delta") or choice.get("message") or {}
        if not isinstance(said, dict):
            raise Garbled()
        text, refusal = _text(said.get("content")), _text(said.get("refusal"))
        self.text += text
        self.refusal += refusal
        thoughts = _text(said.get("reasoning_content")) or _text(said.get("reasoning"))
        calls = said.get("tool_calls") or []
        if not isinstance(calls, list):
            raise Garbled()
        return text + refusal + thoughts + "".join(self._call(*one) for one in enumerate(calls))

    def _call(self, place: int, piece: Any) -> str:
        function = piece.get("function") if isinstance(piece, dict) else None
        if not isinstance(function, dict):
            raise Garbled()
        index = piece.get("index", place)
        if not isinstance(index, int) or not 0 <= index < MOST_CALLS:
            raise Garbled()
        call = self.calls.setdefault(index, DraftCall())
        call.id = call.id or _text(piece.get("id"))
        # A provider may repeat the name in every piece.
        call.name = call.name or _text(function.get("name"))
        arguments = _text(function.get("arguments"))
        call.arguments += arguments
        return arguments


def tokens_of(letters: int) -> int:
    """An estimate, rounded up."""
    return -(-letters // LETTERS_A_TOKEN)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Garbled()
    return value


def _model(value: Any) -> str:
    """The name of the model that says it answered; none where it is no name."""
    name = _text(value)
    return name if MODEL.fullmatch(name) else ""


def _usage(said: Any) -> Usage | None:
    """What was counted; None where a provider speaks of it and counts nothing."""
    if not isinstance(said, dict):
        raise Garbled()
    if not any(_count(said.get(name)) for name in ("prompt_tokens", "completion_tokens")):
        return None
    details = said.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else 0
    return Usage(
        input=_count(said.get("prompt_tokens")),
        output=_count(said.get("completion_tokens")),
        cached=_count(cached),
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and 0 <= value < 10**9 else 0


def _failure_in(error: Any) -> ModelFailed:
    """A provider may begin a stream and then say in it that it is broken."""
    code = error.get("code") if isinstance(error, dict) else None
    return RateLimited() if str(code) == str(OVERLOADED) else GatewayDown()
