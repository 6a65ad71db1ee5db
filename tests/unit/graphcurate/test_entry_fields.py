"""An entry taken apart into fields and put together again is the same entry."""

from decimal import Decimal

import pytest

from graphcurate.applying import entries_of
from graphcurate.entry_fields import (
    EXISTS,
    EntryInvalid,
    EntryKind,
    assemble,
    field_address,
    flatten,
)
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from medreview.common.errors import Invalid


@pytest.fixture(scope="module")
def starter():
    return read(STARTER_FOLDER)


@pytest.mark.parametrize("kind", list(EntryKind))
def test_every_starter_entry_survives_being_taken_apart(starter, kind):
    sources = entries_of(starter, EntryKind.SOURCE)

    for key, entry in entries_of(starter, kind).items():
        assert assemble(kind, key, flatten(entry), sources).as_text() == entry.as_text()


def test_a_line_is_addressed_by_what_tells_it_from_its_neighbours(starter):
    potassium = flatten(entries_of(starter, EntryKind.BIOMARKER)["potassium"])

    assert potassium[EXISTS] is True
    assert potassium["names/ru"]
    assert potassium["intervals/mmol/L|adult|default|"]["low"] == "3.5"
    assert potassium["loinc/2823-3"]["primary"] is True


def test_digits_stay_as_they_were_written(starter):
    sources = entries_of(starter, EntryKind.SOURCE)
    fields = flatten(entries_of(starter, EntryKind.BIOMARKER)["potassium"])
    fields["intervals/mmol/L|adult|default|"]["low"] = "3.50"

    made = assemble(EntryKind.BIOMARKER, "potassium", fields, sources)

    low = next(line.low for line in made.intervals if line.unit == "mmol/L")
    assert low.as_tuple() == Decimal("3.50").as_tuple()


def test_what_can_not_be_is_said_of_the_field_it_is_in(starter):
    sources = entries_of(starter, EntryKind.SOURCE)
    fields = flatten(entries_of(starter, EntryKind.BIOMARKER)["potassium"])
    fields["intervals/mmol/L|adult|default|"]["low"] = "three and a half"
    fields["criticals/mmol/L|adult|default"]["source"] = "no_such_book"
    del fields["name"]

    with pytest.raises(EntryInvalid) as refused:
        assemble(EntryKind.BIOMARKER, "potassium", fields, sources)

    assert {problem.field for problem in refused.value.problems} == {
        "intervals/mmol/L|adult|default|",
        "criticals/mmol/L|adult|default",
        "name",
    }


def test_an_unknown_field_is_refused_by_name(starter):
    (key, entry), *_ = entries_of(starter, EntryKind.SOURCE).items()

    with pytest.raises(EntryInvalid) as refused:
        assemble(EntryKind.SOURCE, key, flatten(entry) | {"colour": "blue"}, {})

    assert [problem.field for problem in refused.value.problems] == ["colour"]


def test_the_sign_between_the_parts_of_an_address_can_not_be_in_a_part():
    with pytest.raises(Invalid):
        field_address("intervals", "mmol/L", "adult", "a|b", "")
