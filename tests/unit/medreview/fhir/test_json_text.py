import copy
import json
import pickle
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.errors import NotJson, NotStrictJson
from medreview.fhir.json_text import content_hash, dumps, parse

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
numbers = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.decimals(-1000, 1000, allow_nan=False, places=4).map(str),
    st.sampled_from(["1.50", "0.0", "-0", "1e3", "1E-7", "100.000"]),
)


@st.composite
def json_texts(draw: st.DrawFn, depth: int = 3) -> str:
    """JSON texts whose numbers are written in every way."""
    kinds = ["number", "text", "word"] + (["list", "object"] if depth else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "number":
        return draw(numbers)
    if kind == "text":
        return json.dumps(draw(texts), ensure_ascii=draw(st.booleans()))
    if kind == "word":
        return draw(st.sampled_from(["true", "false", "null"]))
    if kind == "list":
        items = draw(st.lists(json_texts(depth=depth - 1), max_size=4))
        return "[" + ",".join(items) + "]"
    names = draw(st.lists(texts, max_size=4, unique=True))
    members = [f"{json.dumps(name)}:{draw(json_texts(depth=depth - 1))}" for name in names]
    return "{" + ",".join(members) + "}"


@given(json_texts())
def test_what_was_parsed_is_written_back_with_every_digit(text):
    value = parse(text)

    again = parse(dumps(value))

    assert again == value
    assert content_hash(again) == content_hash(value)


def test_a_number_keeps_the_digits_it_was_written_with():
    value = parse('{"value": 1.50, "low": 1e3, "high": 10000000000000000000000.10}')

    written = dumps(value)

    assert written == '{"value":1.50,"low":1e3,"high":10000000000000000000000.10}'
    assert value["value"] == Decimal("1.5")


def test_a_hash_sees_digits_but_no_spaces_and_no_order():
    plain = content_hash(parse('{"a": 1.5, "b": [1, 2]}'))

    assert content_hash(parse('{ "b":[1,2],"a":1.5 }')) == plain
    assert content_hash(parse('{"a": 1.50, "b": [1, 2]}')) != plain
    assert content_hash(parse('{"a": "1.5", "b": [1, 2]}')) != plain


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1, "a": 2}', "“a” twice"),
        ('{"a": 1, "\\u0061": 2}', "“a” twice"),
        ('["\\ud800"]', "surrogate"),
        ('["\\u0000"]', "NUL"),
        ('["\x00"]', "NUL"),
        ('["\x07"]', "U+0007"),
        ('{"\\udfff": 1}', "surrogate"),
        ('["\udcff"]', "not UTF-8"),
        ("[1e999999999999999999]", "too large"),
        ("[1e401]", "too large"),
        ("[" + "9" * 401 + "]", "401 characters"),
        ("[" * 101 + "]" * 101, "101 levels deep"),
    ],
)
def test_what_strict_json_refuses_is_named(text, says):
    with pytest.raises(NotStrictJson) as refusal:
        parse(text)

    assert says in str(refusal.value)


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "[1,]", "[1.]", "nul", '{"a" 1}'])
def test_what_is_no_json_is_said_to_be_none(text):
    with pytest.raises(NotJson):
        parse(text)


def test_two_hundred_thousand_arrays_are_counted_and_not_entered():
    with pytest.raises(NotStrictJson) as refusal:
        parse("[" * 200_000 + "]" * 200_000)

    assert "200000 levels deep" in str(refusal.value)


def test_brackets_inside_texts_are_no_depth():
    text = json.dumps(["[" * 500 + '"' + "{" * 500])

    value = parse(text)

    assert value == ["[" * 500 + '"' + "{" * 500]


def test_a_surrogate_pair_is_one_character():
    assert parse('["\\ud83d\\ude00"]') == ["😀"]


def test_a_number_keeps_its_digits_when_it_is_copied_or_sent_to_another_process():
    number = parse("1.50")

    copies = [copy.copy(number), copy.deepcopy([number])[0], pickle.loads(pickle.dumps(number))]

    assert [(str(one), one.text) for one in copies] == [("1.50", "1.50")] * 3


@pytest.mark.parametrize("text", ["1e999999999999999999999", "-1E+99999"])
def test_a_number_no_machine_can_hold_is_refused_in_words(text):
    with pytest.raises(NotStrictJson, match="too large"):
        parse(text)


def test_what_has_no_json_form_is_refused_by_its_kind_alone():
    assert dumps({"value": Decimal("1.50")}) == '{"value":1.50}'
    with pytest.raises(TypeError, match="set has no JSON form"):
        dumps({"value": {"Okafor"}})
