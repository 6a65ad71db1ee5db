"""What a form sent back becomes edits of fields, each with the value its page had shown."""

import json

import pytest
from django.utils.translation import gettext_lazy as _

from graphcurate.editing.controls import Field, Kind, Lines, Rows, Section
from graphcurate.editing.reading import NotUnderstood, read, same, value_of
from graphcurate.entry_fields import EntryKind
from graphcurate.forms.editor import sections_of

FACTOR = Field("factor", _("Factor"), Kind.DECIMAL)
ROWS = Rows(
    "conversions",
    _("Conversion"),
    keys=(
        Field("from_unit", _("From"), required=True),
        Field("to_unit", _("To"), required=True),
    ),
    columns=(FACTOR, Field("offset", _("Plus"), Kind.DECIMAL, default="0")),
)
FORM = (
    Section(
        "all",
        _("All"),
        (
            Field("specimen", _("Specimen"), longest=20),
            Lines("synonyms/ru", _("Other names in Russian")),
            ROWS,
        ),
    ),
)


def row(number: int, *, seen: object = None, **cells: str) -> dict[str, str]:
    place = f"conversions-{number}"
    return {f"seen.{place}": json.dumps(seen)} | {
        f"v.{place}.{name}": text for name, text in cells.items()
    }


def edits(data: dict[str, str]) -> list[tuple[str, object, object]]:
    return [(edit.field, edit.new, edit.seen) for edit in read(FORM, data).edits]


def test_a_field_that_was_not_touched_is_no_edit() -> None:
    data = {"v.specimen": "serum", "seen.specimen": '"serum"'}

    assert edits(data) == []


def test_a_field_carries_the_value_that_its_page_had_shown() -> None:
    data = {"v.specimen": " plasma ", "seen.specimen": '"serum"'}

    assert edits(data) == [("specimen", "plasma", "serum")]


def test_a_control_that_was_not_sent_is_left_alone() -> None:
    assert edits({"v.specimen": "plasma"}) == []


def test_names_of_one_language_are_edits_line_by_line() -> None:
    data = {"v.synonyms-ru": "Калий\r\n\r\nК+", "seen.synonyms-ru": '["Калий", "Kalium"]'}

    assert edits(data) == [
        ("synonyms/ru/Kalium", None, True),
        ("synonyms/ru/К+", True, None),
    ]


def test_a_row_keeps_what_its_form_does_not_show() -> None:
    seen = {"address": "conversions/mg/dL|mmol/L", "value": {"factor": "1", "hidden": "x"}}
    data = row(0, seen=seen, from_unit="mg/dL", to_unit="mmol/L", factor="0,0555", offset="0")

    assert edits(data) == [
        (
            "conversions/mg/dL|mmol/L",
            {"hidden": "x", "factor": "0.0555"},
            {"factor": "1", "hidden": "x"},
        )
    ]


def test_a_row_with_another_key_leaves_its_old_address() -> None:
    seen = {"address": "conversions/mg/dL|mmol/L", "value": {"factor": "1"}}
    data = row(0, seen=seen, from_unit="mg/L", to_unit="mmol/L", factor="1", offset="")

    assert edits(data) == [
        ("conversions/mg/dL|mmol/L", None, {"factor": "1"}),
        ("conversions/mg/L|mmol/L", {"factor": "1"}, None),
    ]


def test_a_row_nobody_wrote_in_is_no_edit_and_no_fault() -> None:
    reading = read(FORM, row(3, from_unit="", to_unit="", factor="", offset="0"))

    assert (reading.edits, reading.faults) == ([], {})


def test_a_removed_row_above_another_hides_none() -> None:
    seen = {"address": "conversions/a|b", "value": {"factor": "1"}}
    data = row(4, seen=seen, from_unit="a", to_unit="b", factor="2", offset="")

    assert edits(data) == [("conversions/a|b", {"factor": "2"}, {"factor": "1"})]


def test_a_dropped_row_is_taken_out() -> None:
    seen = {"address": "conversions/a|b", "value": {"factor": "1"}}
    data = row(0, seen=seen, from_unit="a", to_unit="b", factor="1") | {"drop": "conversions-0"}

    assert edits(data) == [("conversions/a|b", None, {"factor": "1"})]


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"from_unit": "a", "to_unit": "", "factor": "2"}, "“To” is missing."),
        ({"from_unit": "a|b", "to_unit": "c", "factor": "2"}, "“From” can't contain a | sign."),
        ({"from_unit": "a", "to_unit": "b", "factor": "two"}, "“Factor” is a number, as 3.5."),
    ],
)
def test_what_is_no_value_is_a_sentence_beside_its_row(cells: dict[str, str], why: str) -> None:
    reading = read(FORM, row(0, offset="", **cells))

    assert reading.edits == []
    assert {place: str(fault) for place, fault in reading.faults.items()} == {"conversions-0": why}


def test_who_takes_their_own_value_has_seen_the_others() -> None:
    data = {
        "v.specimen": "plasma",
        "seen.specimen": '"serum"',
        "theirs.specimen": '"blood"',
        "take": "specimen",
    }

    assert edits(data) == [("specimen", "plasma", "blood")]


def test_a_text_that_is_too_long_says_by_how_much() -> None:
    with pytest.raises(NotUnderstood, match="has 21 letters; it may have 20"):
        value_of(Field("specimen", _("Specimen"), longest=20), "x" * 21)


def test_what_is_picked_is_its_key_and_has_to_be_known() -> None:
    form = sections_of(EntryKind.SOURCE, domains=(), documents=())
    data = {"v.superseded-by": "A title · KDIGO24", "seen.superseded-by": "null"}

    known = read(form, data, {"source": {"KDIGO24"}})
    unknown = read(form, data, {"source": {"OTHER"}})

    assert [edit.new for edit in known.edits] == ["KDIGO24"]
    assert str(unknown.faults["superseded-by"]) == ("Choose “Superseded by” from the suggestions.")


def test_the_english_name_of_a_biomarker_is_its_name() -> None:
    form = sections_of(EntryKind.BIOMARKER, domains=(), documents=())
    data = {"v.names-en": "Potassium", "seen.names-en": '"Kalium"'}

    assert {edit.field for edit in read(form, data).edits} == {"names/en", "name"}


@pytest.mark.parametrize(("one", "other"), [(None, ""), ([], None), (None, False)])
def test_nothing_said_in_two_ways_is_the_same(one: object, other: object) -> None:
    assert same(one, other)


def test_seen_values_that_cannot_be_read_count_as_nothing_seen() -> None:
    assert edits({"v.specimen": "plasma", "seen.specimen": "{"}) == [("specimen", "plasma", None)]


@pytest.mark.parametrize("line", ["n" * 201, "Ka\x00li", "Ka\ud800li"])
def test_a_name_that_cannot_be_kept_is_a_sentence_beside_its_list(line: str) -> None:
    reading = read(FORM, {"v.synonyms-ru": f"Калий\n{line}", "seen.synonyms-ru": "[]"})

    assert reading.edits == []
    assert list(reading.faults) == ["synonyms-ru"]


@pytest.mark.parametrize("seen", ["[" * 100_000, '"text"', "7", "{}", "[1]"])
def test_what_a_forged_page_says_it_had_shown_breaks_nothing(seen: str) -> None:
    data = {"v.synonyms-ru": "", "seen.synonyms-ru": seen, "v.specimen": "", "seen.specimen": seen}
    read(FORM, data | row(0) | {"seen.conversions-0": seen})


def test_a_sign_that_is_none_is_a_sentence_beside_its_field() -> None:
    assert "specimen" in read(FORM, {"v.specimen": "a\x00b", "seen.specimen": "null"}).faults
