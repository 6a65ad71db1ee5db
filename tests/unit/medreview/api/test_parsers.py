"""Bodies are JSON of storable text, and no deeper or larger than what can be read."""

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from medreview.api.parsers import DEEPEST, JsonBody, TooLarge, check_storable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def parsed(content: bytes) -> Any:
    return JsonBody().parse(io.BytesIO(content))


def nested(depth: int) -> Any:
    value: Any = "end"
    for _ in range(depth - 1):
        value = [value]
    return value


def test_an_ordinary_body_is_read_as_it_is() -> None:
    assert parsed('{"name": "Ёлка", "n": [1, null]}'.encode()) == {"name": "Ёлка", "n": [1, None]}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[Infinity]", b"[NaN]", b"[1e400]", b"[" * 100_000, b"9" * 5000],
)
def test_what_is_no_json_is_refused(content: bytes) -> None:
    with pytest.raises(ParseError):
        parsed(content)


def test_a_field_named_twice_is_refused_wherever_it_stands() -> None:
    for content in (b'{"version": 1, "version": 2}', b'[{"a": {"b": 1, "b": 1}}]'):
        with pytest.raises(ParseError, match="names one field twice"):
            parsed(content)


def test_a_body_over_the_limit_is_refused_before_it_is_read(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10

    with pytest.raises(TooLarge):
        parsed(b'"' + b"x" * 10 + b'"')


def test_depth_is_allowed_to_the_limit_and_not_beyond() -> None:
    check_storable(nested(DEEPEST))

    with pytest.raises(ParseError):
        check_storable(nested(DEEPEST + 1))


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x\udfff"])
@pytest.mark.parametrize(
    "place", [lambda t: t, lambda t: [t], lambda t: {t: 1}, lambda t: {"a": t}]
)
def test_text_that_cannot_be_stored_is_refused_wherever_it_stands(text: str, place: Any) -> None:
    with pytest.raises(ParseError):
        check_storable(place(text))


@given(JSON)
def test_whatever_passes_can_be_stored(value: Any) -> None:
    try:
        check_storable(value)
    except ParseError:
        return

    assert "\0" not in repr(value)
    repr(value).encode()
