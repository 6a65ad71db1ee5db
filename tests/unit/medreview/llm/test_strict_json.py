"""JSON of a model is read strictly, or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.llm.strict_json import Unreadable, breaks_off, inside_fence, read_json

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_what_was_written_is_what_is_read(value):
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    ["NaN", '{"a": NaN}', "[Infinity]", "-Infinity", "1e400", '{"a": 1, "a": 2}', "[" * 100_000,
     "", "prose", "{'a': 1}", '{"a": 1} and so on'],
)  # fmt: skip
def test_what_json_does_not_know_is_refused(text):
    with pytest.raises(Unreadable):
        read_json(text)


@given(st.dictionaries(st.text(min_size=1), values, min_size=1), st.data())
def test_an_object_cut_anywhere_is_known_to_be_cut(value, data):
    text = json.dumps(value)
    at = data.draw(st.integers(1, len(text) - 1))

    assert breaks_off(text[:at])
    assert not breaks_off(text)


def test_a_fence_around_everything_is_taken_off():
    assert inside_fence('```json\n{"a": 1}\n```') == '{"a": 1}'
    assert inside_fence('See:\n```json\n{"a": 1}\n```') != '{"a": 1}'
