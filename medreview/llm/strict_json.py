"""JSON as a model wrote it, read without guessing. Pure.

Python's reader takes NaN, endless numbers and the last of two equal keys; none of them may
pass for an answer.
"""

import json
import math
import re
from typing import Any

from pydantic import JsonValue

FENCE = re.compile(r"\A```(?:json|JSON)?[ \t]*\n(?P<inside>.*?)\n?```\Z", re.DOTALL)


class Unreadable(ValueError):
    """The text is not strictly JSON. ``cut`` says that it only lacks its end."""

    def __init__(self, why: str, *, cut: bool = False) -> None:
        super().__init__(why)
        self.cut = cut


def inside_fence(text: str) -> str:
    """The text without one Markdown fence around all of it, which many models add."""
    text = text.strip()
    found = FENCE.match(text)
    return found["inside"].strip() if found else text


def read_json(text: str) -> JsonValue:
    """The value of ``text``, or ``Unreadable``."""
    try:
        value: JsonValue = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_without_doubles,
        )
    except json.JSONDecodeError:
        raise Unreadable("not JSON", cut=breaks_off(text)) from None
    except RecursionError:
        raise Unreadable("too deep") from None
    except ValueError as problem:
        raise Unreadable(str(problem)) from None
    return value


def as_text(value: Any) -> str:
    """Plain JSON text of a value, letters as they are."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def breaks_off(text: str) -> bool:
    """Whether the text begins as JSON and its brackets or quotes are still open at its end."""
    text = text.strip()
    if not text.startswith(("{", "[")):
        return False
    open_brackets, in_string, escaped = 0, False, False
    for letter in text:
        if in_string:
            in_string = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            in_string = True
        else:
            open_brackets += (letter in "{[") - (letter in "}]")
    return in_string or open_brackets > 0


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError("a number without end")
    return number


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found
