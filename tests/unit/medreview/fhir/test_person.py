import datetime as dt

import pytest

from medreview.fhir.json_text import Number
from medreview.fhir.person import oddities_of, person_of
from tests.factories.fhir import a_patient

TODAY = dt.date(2026, 11, 30)


def _person(**changed):
    return person_of("p1", a_patient(**changed), today=TODAY)


def test_the_official_name_comes_before_the_maiden_name():
    names = [
        {"use": "maiden", "family": "Petrova"},
        {"use": "official", "family": "Ivanova", "given": ["Maria", "Anna"], "prefix": ["Mrs"]},
    ]

    person = _person(name=names)

    assert (person["family"], person["given"], person["prefix"]) == ("Ivanova", "Maria Anna", "Mrs")


def test_a_name_in_one_piece_is_kept_in_one_piece():
    person = _person(name=[{"text": "王小明"}])

    assert person["name_text"] == "王小明"
    assert person["family"] == ""


@pytest.mark.parametrize(
    ("sent", "day"),
    [
        ("1958-03-14", dt.date(1958, 3, 14)),
        ("1958-03", None),
        ("1948", None),
        ("2031-01-01", None),
        ("31.12.1975", None),
        ("2023-02-30", None),
    ],
)
def test_a_birth_date_is_kept_as_sent_and_is_a_day_only_where_it_is_one(sent, day):
    person = _person(birthDate=sent)

    assert person["birth_date"] == sent
    assert person["birth_day"] == day


def test_the_record_number_is_the_one_marked_as_such():
    identifiers = [
        {"value": "111"},
        {"type": {"coding": [{"code": "MR"}]}, "value": "222"},
    ]

    assert _person(identifier=identifiers)["mrn"] == "222"
    assert _person(identifier=[{"value": "1"}, {"value": "2"}])["mrn"] == ""
    assert _person(identifier=[{"value": "333"}])["mrn"] == "333"


def test_a_death_is_known_with_or_without_its_date():
    assert _person(deceasedBoolean=True)["deceased"] is True
    assert _person(deceasedDateTime="2026-05-03")["died"] == "2026-05-03"
    assert _person(deceasedBoolean=False)["deceased"] is False


def test_what_can_not_be_true_is_said():
    future = oddities_of(a_patient(birthDate="2031-01-01"), today=TODAY)
    garbled = oddities_of(a_patient(birthDate="31.12.1975"), today=TODAY)
    negative = oddities_of(
        {"resourceType": "Condition", "onsetAge": {"value": Number("-5")}}, today=TODAY
    )

    assert future == ["the birth date 2031-01-01 is in the future"]
    assert garbled == ["the birth date can't be read as a date"]
    assert negative == ["“onsetAge” is a negative age"]
    assert oddities_of(a_patient(), today=TODAY) == []


@pytest.mark.parametrize(
    "nonsense", [None, 5, "x", [], [[]], [None], {"family": [1]}, [{"given": 3}]]
)
def test_nonsense_where_a_name_should_be_is_no_name(nonsense):
    person = person_of("p1", {"resourceType": "Patient", "name": nonsense}, today=TODAY)

    assert (person["family"], person["given"]) == ("", "")


def test_a_name_of_nothing_but_unseen_letters_is_no_name():
    name = [{"family": "\u200b\u2060", "given": ["\u202e"]}]

    person = person_of("p1", {"name": name}, today=dt.date(2026, 11, 30))

    assert (person["family"], person["given"]) == ("", "")
