"""Bodies in JSON: no deeper, larger or stranger than what can be stored and shown."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

DEEPEST = 32


class TooLarge(APIException):
    """A body larger than what is taken."""

    status_code = 413


class JsonBody(BaseParser):
    """One JSON value, in UTF-8 and of storable text."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        content = stream.read(limit + 1)
        if len(content) > limit:
            raise TooLarge
        try:
            value = json.loads(
                content.decode("utf-8"),
                parse_constant=_refuse,
                parse_float=_finite,
                object_pairs_hook=_once,
            )
        except (ValueError, RecursionError):
            raise ParseError(_("The body is not JSON in UTF-8.")) from None
        check_storable(value)
        return value


def check_storable(value: Any) -> None:
    """Refuse what is nested too deeply, and text with a zero character or half a letter."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST:
            raise ParseError(_("The body is nested too deeply."))
        if isinstance(one, dict):
            waiting += [(inner, depth + 1) for pair in one.items() for inner in pair]
        elif isinstance(one, list):
            waiting += [(inner, depth + 1) for inner in one]
        elif isinstance(one, str) and not _is_text(one):
            raise ParseError(_("A text of the body holds characters that are none."))


def _is_text(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)  # 1e400 is larger than any number of ours
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that names each field once: of two, nobody knows which was meant."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ParseError(_("The body names one field twice."))
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
