"""The banner names one patient as clinicians read it, allergies in exactly four states."""

import datetime as dt

import pytest

from analysis.pipeline.contracts import AllergyList
from analysis.review.presenters.banner import (
    age_of,
    allergy_line,
    born_text,
    died_text,
    patient_name,
    sex_text,
)
from medreview.fhir.record import AllergyRecord, Moment, Precision, StatementState
from medreview.patients.models import Patient


def test_the_family_name_stands_first_in_capitals_with_the_title_last() -> None:
    patient = Patient(family="Ivanova", given="Maria", prefix="Mrs")

    assert patient_name(patient) == "IVANOVA, Maria (Mrs)"


def test_a_name_without_case_is_left_as_it_is() -> None:
    assert patient_name(Patient(family="王", given="小明")) == "王小明"


def test_a_patient_without_a_name_says_so() -> None:
    assert patient_name(Patient()) == "Name not recorded"
    assert patient_name(Patient(name_text="Baby of Lindqvist")) == "Baby of Lindqvist"


@pytest.mark.parametrize(
    ("born", "age"),
    [
        (dt.date(2026, 11, 27), "3d"),
        (dt.date(2026, 10, 20), "5w"),
        (dt.date(2025, 12, 15), "11m"),
        (dt.date(2022, 9, 1), "4y 2m"),
        (dt.date(1958, 3, 14), "68y"),
        (dt.date(2027, 1, 1), "not born yet"),
    ],
)
def test_an_age_is_in_the_two_units_clinicians_use(born: dt.date, age: str) -> None:
    assert age_of(born, dt.date(2026, 11, 30)) == age


def test_what_is_not_known_is_said_in_words() -> None:
    assert born_text(Patient()) == "Not known"
    assert born_text(Patient(birth_date="1958")) == "1958"
    assert sex_text("") == "Not known"
    assert sex_text("female") == "Female"


def test_a_death_has_its_date_and_the_age_at_it() -> None:
    patient = Patient(
        deceased=True, died="2026-05-03", birth_date="1958-03-14", birth_day=dt.date(1958, 3, 14)
    )

    assert died_text(patient) == "Died 03-May-2026 (68y)"
    assert died_text(Patient(deceased=True)) == "Died, date not recorded"
    assert born_text(patient) == "14-Mar-1958"


@pytest.mark.parametrize("state", StatementState)
def test_an_empty_list_never_says_that_there_are_no_allergies(state: StatementState) -> None:
    line = allergy_line(AllergyList(state=state))

    assert line.state == state.value
    assert line.items == ()


def test_a_known_allergy_has_its_reaction_and_year() -> None:
    moment = Moment(text="2019", precision=Precision.YEAR, date=dt.date(2019, 1, 1))
    penicillin = AllergyRecord(
        id="AllergyIntolerance/1",
        version=1,
        name="penicillin",
        reactions=("rash",),
        recorded=moment,
    )

    line = allergy_line(AllergyList(state=StatementState.KNOWN, items=(penicillin,)))

    assert line.items == ("penicillin – rash (2019)",)


def test_none_known_says_who_said_it_and_when() -> None:
    allergies = AllergyList(
        state=StatementState.NONE_KNOWN, said_by="Dr Orlov", said_on="2026-08-02"
    )

    assert allergy_line(allergies).said == "stated 02-Aug-2026 Dr Orlov"
