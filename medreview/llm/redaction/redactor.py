"""A request without the patient's name: what may not leave the house is taken out here. Pure.

First what the record knows of the patient, then what looks like a person's whoever it is. The
same text is always changed in the same way, and a changed one is not changed again: a run that is
told once more asks the same.
"""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from medreview.llm.contracts import ChatRequest, Message
from medreview.llm.redaction.contracts import Identifiers, Placeholder
from medreview.llm.redaction.known import Rule, is_another, known_rules
from medreview.llm.redaction.names import Names
from medreview.llm.redaction.patterns import PATTERNS, stays

_OURS = re.compile(
    "|".join(re.escape(one) for one in Placeholder) + r"|\bmark=\"[0-9a-f]{16}\"", re.ASCII
)
"""What is left as it is: our own words, and the marks of blocks."""
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|&(?:#\d{2,6}|#x[0-9a-fA-F]{2,5}|[A-Za-z]{2,8});")
MOST_KEPT = 4_000

Found = tuple[int, int, Placeholder]


@dataclass(frozen=True)
class Redactor:
    """Takes one patient's identifiers out of whatever is sent."""

    names: Names
    rules: tuple[Rule, ...]
    kept: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Texts that were read already: a conversation repeats its beginning at each question."""

    @classmethod
    def of(cls, known: Identifiers) -> "Redactor":
        """For the patient whom these name."""
        return cls(Names.of(known.names + _towns(known)), tuple(known_rules(known)))

    def __call__(self, request: ChatRequest) -> ChatRequest:
        """The request as it may leave the house."""
        return replace(request, messages=tuple(self.message(one) for one in request.messages))

    def message(self, message: Message) -> Message:
        """One turn, with the arguments of the tools it calls."""
        calls = tuple(
            call.model_copy(update={"arguments": self.value(call.arguments)})
            for call in message.tool_calls
        )
        return message.model_copy(update={"text": self.text(message.text), "tool_calls": calls})

    def value(self, value: Any) -> Any:
        """A value of JSON; a number that names a patient becomes a word."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.value(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.value(inner) for inner in value]
        if isinstance(value, int) and not isinstance(value, bool):
            said = self.text(str(value))
            return value if said == str(value) else said
        return value

    def text(self, text: str) -> str:
        """The text, with what names the patient replaced."""
        if text not in self.kept:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            self.kept[text] = self._replaced(text)
        return self.kept[text]

    def _replaced(self, text: str) -> str:
        text = _ESCAPED.sub(_letter, text)
        taken = [match.span() for match in _OURS.finditer(text)]
        # One digit for one digit: what is found stands at the same place.
        shadow = text.translate(_digits(text))
        found: list[Found] = []
        for pattern, placeholder in self.rules:
            found += _matches(pattern, placeholder, shadow, is_another)
        found += ((*span, Placeholder.NAME) for span in self.names.found_in(text))
        for pattern, placeholder in PATTERNS:
            found += _matches(pattern, placeholder, shadow, stays)
        return _without(text, found, taken)


def _towns(known: Identifiers) -> tuple[str, ...]:
    return tuple(city for city, _ in known.places)


def _matches(
    pattern: re.Pattern[str], placeholder: Placeholder, text: str, is_fine: Any
) -> Iterable[Found]:
    for match in pattern.finditer(text):
        begin, end = match.span("_") if "_" in pattern.groupindex else match.span()
        if not is_fine(text[begin:end], placeholder):
            yield begin, end, placeholder


def _without(text: str, found: list[Found], taken: list[tuple[int, int]]) -> str:
    """Each piece once, the earlier kind of finding before the later."""
    placed: list[Found] = []
    used = bytearray(len(text))
    for begin, end in taken:
        used[begin:end] = b"x" * (end - begin)
    for begin, end, placeholder in found:
        if not any(used[begin:end]):
            used[begin:end] = b"x" * (end - begin)
            placed.append((begin, end, placeholder))
    said, at = [], 0
    for begin, end, placeholder in sorted(placed):
        said += [text[at:begin], placeholder.value]
        at = end
    return "".join([*said, text[at:]])


def _letter(match: re.Match[str]) -> str:
    """A letter that was written as a number or by its name; anything else stays as it is."""
    code = match[1]
    letter = chr(int(code, 16)) if code else html.unescape(match[0])
    is_letter = len(letter) == 1 and unicodedata.category(letter)[0] in "LM"
    return letter if is_letter and not letter.isascii() else match[0]


def _digits(text: str) -> dict[int, str]:
    """Digits of all scripts as our own."""
    return {
        ord(letter): str(unicodedata.decimal(letter))
        for letter in set(text)
        if not letter.isascii() and unicodedata.decimal(letter, None) is not None
    }
