from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.elements import (
    absent_reason,
    object_at,
    objects_at,
    text_at,
    text_of,
    texts_at,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "extension", "url"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_looking_into_any_json_gives_the_wanted_shape(anything):
    assert isinstance(object_at(anything, "a"), dict)
    assert all(isinstance(one, dict) for one in objects_at(anything, "a"))
    assert text_at(anything, "a", "b") is None or isinstance(text_at(anything, "a", "b"), str)
    assert all(isinstance(one, str) for one in texts_at(anything, "a"))
    assert absent_reason(anything) is None or isinstance(absent_reason(anything), str)


def test_one_thing_sent_without_its_list_is_a_list_of_one():
    assert objects_at({"a": {"b": 1}}, "a") == [{"b": 1}]
    assert texts_at({"a": "x"}, "a") == ("x",)
    assert object_at({"a": ["no", {"b": 1}]}, "a") == {"b": 1}


@pytest.mark.parametrize(
    ("sent", "text"), [(" x ", "x"), ("  ", None), (Decimal("1.50"), "1.50"), (True, None)]
)
def test_a_text_is_stripped_and_a_number_keeps_its_digits(sent, text):
    assert text_of(sent) == text


def test_a_gap_left_on_purpose_says_why():
    url = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

    assert absent_reason({"extension": [{"url": url, "valueCode": "masked"}]}) == "masked"
    assert absent_reason({"extension": [{"url": url}]}) == "unknown"
    assert absent_reason({"extension": [{"url": "urn:x"}]}) is None
