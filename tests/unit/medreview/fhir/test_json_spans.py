import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.json_spans import BrokenStructure, elements, members, value_end, values

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(json_values, max_size=5), st.sampled_from([None, 1]))
def test_every_element_of_an_array_is_found_where_it_stands(items, indent):
    text = json.dumps(items, indent=indent)

    found = [json.loads(text[start:end]) for start, end in elements(text)]

    assert found == items


@given(st.dictionaries(st.text("abc", min_size=1), json_values, max_size=5))
def test_every_member_of_an_object_is_found_where_it_stands(content):
    text = json.dumps(content)

    found = {member.name: json.loads(text[member.start : member.end]) for member in members(text)}

    assert found == content


def test_members_with_the_same_name_are_both_found():
    text = '{"entry": [1], "entry": [2]}'

    found = [text[member.start : member.end] for member in members(text)]

    assert found == ["[1]", "[2]"]


def test_values_one_after_another_are_told_apart():
    text = ' {"a": "}"}\n[1]  2 '

    assert [text[start:end] for start, end in values(text)] == ['{"a": "}"}', "[1]", "2"]


@pytest.mark.parametrize("text", ["{", '{"a": [}', '["unended]', "[1 2]", '{"a" 1}', "[1,]", "{,}"])
def test_brackets_that_do_not_fit_are_refused(text):
    walk = members if text.startswith("{") else elements

    with pytest.raises(BrokenStructure):
        list(walk(text))


def test_what_is_inside_a_value_does_not_matter_to_where_it_ends():
    text = '{"a": NaN, "a": 01, "b": "\\ud800"} rest'

    assert text[: value_end(text, 0)] == text.removesuffix(" rest")
