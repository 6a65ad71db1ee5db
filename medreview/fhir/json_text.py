"""Strict JSON that keeps every digit: ``1.50`` stays ``1.50``.

Python's own reader accepts NaN, keeps the last of two equal keys, lets half a surrogate
pair through and turns ``1.50`` into ``1.5``. A clinical record needs none of that.
"""

import hashlib
import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from medreview.fhir.errors import NotJson, NotStrictJson

MAX_DEPTH = 100
"""FHIR's deepest real resources nest about twenty levels."""

MAX_NUMBER_LENGTH = 400
MAX_EXPONENT = 400
"""No quantity needs more; a larger exponent would make arithmetic eat the memory."""

_BRACKET_OR_STRING = re.compile(r'[{}\[\]]|"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SUSPECT = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)|[\ud800-\udfff\x00]")
_MARK = "\x00number:"
_MARKED = re.compile(r'"\\u0000number:([^"]*)"')
_TOKEN_LIMIT = 40


class Number(Decimal):
    """A number that remembers how it was written."""

    text: str

    def __new__(cls, text: str) -> "Number":
        if len(text) > MAX_NUMBER_LENGTH:
            raise NotStrictJson(_("it holds a number of %d characters") % len(text))
        try:
            number = super().__new__(cls, text)
        except InvalidOperation as problem:
            raise NotStrictJson(_("it holds a number that is too large")) from problem
        if abs(number.adjusted()) > MAX_EXPONENT:
            raise NotStrictJson(_("it holds a number that is too large"))
        number.text = text
        return number

    def __reduce__(self) -> tuple[type["Number"], tuple[str]]:
        return Number, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __copy__(self) -> "Number":
        return self

    def __deepcopy__(self, memo: object) -> "Number":
        return self


def parse(text: str) -> Any:
    """The value of one JSON text, numbers as ``Number``; NotStrictJson says what is wrong."""
    check_depth(text)
    try:
        value = _DECODER.decode(text)
    except RecursionError as problem:  # pragma: no cover - the depth check comes first
        raise NotStrictJson(_("it is nested too deeply")) from problem
    except json.JSONDecodeError as problem:
        raise _named(problem) from problem
    if _SUSPECT.search(text):
        _check_characters(value)
    return value


def dumps(value: Any) -> str:
    """JSON text of a parsed value, with every number as it was written."""
    marked = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_marked)
    return _MARKED.sub(r"\1", marked)


def pretty(value: Any) -> str:
    """JSON text of a parsed value for a person to read, with every number as it was written."""
    return _MARKED.sub(r"\1", json.dumps(value, ensure_ascii=False, indent=2, default=_marked))


def content_hash(value: Any) -> str:
    """Sha-256 of what a parsed value says; spaces and the order of keys don't matter."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), default=_marked)
    return hashlib.sha256(canonical.encode()).hexdigest()


def check_depth(text: str) -> None:
    """Refuse text that nests deeper than the limit, without reading it."""
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return
    depth = deepest = 0
    for found in _BRACKET_OR_STRING.finditer(text):
        character = text[found.start()]
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character != '"':
            depth -= 1
    if deepest > MAX_DEPTH:
        raise NotStrictJson(
            _("it is nested %(depth)d levels deep, more than the %(limit)d that are read")
            % {"depth": deepest, "limit": MAX_DEPTH}
        )


def _marked(value: Any) -> str:
    if isinstance(value, Number):
        return _MARK + value.text
    if isinstance(value, Decimal) and value.is_finite():
        return _MARK + str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _refuse_constant(name: str) -> Any:
    raise NotStrictJson(_("it holds %s, which is not a JSON number") % name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise NotStrictJson(_("it names “%s” twice") % _short(key))
            seen.add(key)
    return found


def _short(text: str) -> str:
    printable = "".join(letter if letter.isprintable() else "�" for letter in text)
    return printable if len(printable) <= _TOKEN_LIMIT else printable[:_TOKEN_LIMIT] + "…"


def _named(problem: json.JSONDecodeError) -> NotStrictJson:
    if problem.msg.startswith("Invalid control character"):
        character = ord(problem.doc[problem.pos])
        if character == 0:
            return NotStrictJson(_("it holds a NUL character"))
        return NotStrictJson(
            _("it holds a raw control character (U+%04X) inside a text") % character
        )
    return NotJson(
        _("it is not JSON at line %(line)d, column %(column)d")
        % {"line": problem.lineno, "column": problem.colno}
    )


def _check_characters(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            _check_text(item)
        elif isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise NotStrictJson(_("it holds a NUL character"))
    for letter in text:
        if "\udc80" <= letter <= "\udcff":
            raise NotStrictJson(_("it holds bytes that are not UTF-8, or half a character"))
        if "\ud800" <= letter <= "\udfff":
            raise NotStrictJson(_("it holds half a character (a lone surrogate)"))


_DECODER = json.JSONDecoder(
    parse_float=Number,
    parse_int=Number,
    parse_constant=_refuse_constant,
    object_pairs_hook=_object,
)
