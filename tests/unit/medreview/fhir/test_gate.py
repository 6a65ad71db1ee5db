import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.gate import status_word, why_excluded
from tests.factories.reading import AS_OF, allergy, condition, observation, order, statement
from tests.unit.medreview.fhir.test_elements import JSON

TYPES = ["Observation", "Condition", "AllergyIntolerance", "MedicationStatement"]
TYPES += ["MedicationRequest", "Procedure", "DiagnosticReport", "Encounter"]


def is_usable(resource: dict[str, Any]) -> bool:
    return why_excluded(resource, AS_OF) is None


@pytest.mark.parametrize(
    ("kind", "usable", "not_usable"),
    [
        ("Observation", "final amended corrected",
         "preliminary registered cancelled entered-in-error unknown appended odd"),
        ("DiagnosticReport", "final amended corrected appended",
         "registered partial preliminary cancelled entered-in-error unknown odd"),
        ("Procedure", "completed",
         "preparation in-progress not-done on-hold stopped entered-in-error unknown odd"),
        ("MedicationStatement", "active",
         "completed entered-in-error intended stopped on-hold unknown not-taken recorded odd"),
        ("MedicationRequest", "active",
         "on-hold cancelled completed entered-in-error stopped draft unknown ended odd"),
        ("Encounter", "finished in-progress planned", "cancelled entered-in-error"),
    ],
)  # fmt: skip
def test_every_status_of_every_type_is_decided(kind, usable, not_usable):
    resource = {"resourceType": kind}

    for status in usable.split():
        assert why_excluded(resource | {"status": status}, AS_OF) is None
    for status in not_usable.split():
        assert f"“{status}”" in why_excluded(resource | {"status": status}, AS_OF)
    if kind != "Encounter":
        assert why_excluded(resource, AS_OF) == "The source sent no status."


@pytest.mark.parametrize("clinical", ["active", "recurrence", "relapse"])
@pytest.mark.parametrize("verification", [None, "confirmed", "provisional", "differential"])
def test_a_current_condition_stands_however_sure_it_is(clinical, verification):
    stated = {} if verification is None else {"verificationStatus": [{"text": verification}]}

    assert is_usable(condition(clinical, **stated))


@pytest.mark.parametrize(
    ("resource", "words"),
    [
        (condition("inactive"), "not current"),
        (condition("resolved"), "not current"),
        (condition("remission"), "not current"),
        (condition("unknown"), "not known to be current"),
        (condition(None), "does not say whether it is current"),
        (condition(verificationStatus={"coding": [{"code": "refuted"}]}), "refuted"),
        (condition(verificationStatus="entered-in-error"), "entered in error"),
        (condition(abatementDateTime="2024"), "has ended"),
        (condition(abatementDateTime="odd"), "has ended"),
        (condition(None, abatementString="in childhood"), "has ended"),
        (condition(abatementPeriod={"end": "2024"}), "has ended"),
        (condition(abatementBoolean=True), "has ended"),
        (condition(code={"text": "Family history of gout"}), "the family"),
        (condition(code={"coding": [{"code": "312824007", "display": "Family history of x"}]}),
         "the family"),
        (condition(code={"coding": [{"system": "urn:oid:2.16.840.1.113883.6.3", "code": "Z83.3"}]}),
         "the family"),
    ],
)  # fmt: skip
def test_a_condition_that_is_not_now_the_patients_says_why(resource, words):
    assert words in why_excluded(resource, AS_OF)


def test_a_condition_that_ends_later_still_stands_and_so_does_an_older_spelling():
    assert is_usable(condition(abatementDateTime="2026-01-01"))
    assert is_usable(condition(abatementBoolean=False))
    assert is_usable(condition(None, clinicalStatus="active"))
    assert is_usable(condition(None, clinicalStatus={"text": "Active"}))


def test_an_allergy_stands_unless_it_is_refuted_an_error_or_over():
    assert is_usable(allergy())
    assert is_usable(allergy(clinicalStatus={}))
    assert is_usable(allergy(verificationStatus={"coding": [{"code": "unconfirmed"}]}))
    assert not is_usable(allergy(clinicalStatus={"coding": [{"code": "resolved"}]}))
    assert not is_usable(allergy(verificationStatus={"coding": [{"code": "refuted"}]}))
    assert not is_usable(allergy(status="entered-in-error"))


PAST = {"timing": {"repeat": {"boundsPeriod": {"end": "2024-01-01"}}}}


@pytest.mark.parametrize(
    "resource",
    [
        order(intent="proposal"),
        order(intent="plan"),
        order(doNotPerform=True),
        statement(taken="n"),
        statement(wasNotTaken=True),
        statement(effectivePeriod={"start": "2020", "end": "2024"}),
        order(dosageInstruction=[PAST]),
    ],
)
def test_a_medicine_that_is_not_taken_now_is_left_out(resource):
    assert not is_usable(resource)


def test_a_medicine_stands_while_one_of_its_courses_runs():
    assert is_usable(order(dosageInstruction=[PAST, {"text": "daily"}]))
    assert is_usable(statement(effectivePeriod={"start": "2020"}))
    assert is_usable(statement(effectivePeriod={"end": "2025"}))
    assert is_usable(order(intent="reflex-order"))


def test_the_moment_asked_for_decides_what_has_ended():
    ended = statement(effectivePeriod={"end": "2024-01-01"})

    assert why_excluded(ended, dt.datetime(2023, 1, 1, tzinfo=dt.UTC)) is None
    assert why_excluded(ended, AS_OF)


def test_an_older_spelling_of_not_done_is_understood():
    done = {"resourceType": "Procedure", "status": "completed"}

    assert why_excluded(done | {"notDone": True}, AS_OF) == "It was not done."
    assert is_usable(done | {"notDone": False})


def test_the_status_shown_is_the_one_that_decided():
    refuted = condition("active", verificationStatus={"coding": [{"code": "refuted"}]})

    assert status_word(refuted) == "refuted"
    assert status_word(condition("resolved")) == "resolved"
    assert status_word(observation(status="odd")) == "odd"


FIELDS = ["status", "clinicalStatus", "verificationStatus", "abatementDateTime", "intent"]
FIELDS += ["abatementPeriod", "dosage", "code", "effectivePeriod"]


@given(st.sampled_from([*TYPES, "Foo"]), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5))
def test_any_resource_gets_an_answer_and_the_same_one_twice(kind, fields):
    resource = {"resourceType": kind, **fields}

    answer = why_excluded(resource, AS_OF)

    assert answer is None or (isinstance(answer, str) and answer.endswith("."))
    assert why_excluded(resource, AS_OF) == answer


@given(st.text().filter(lambda text: text.strip() not in {"final", "amended", "corrected"}))
def test_no_other_status_ever_lets_a_result_through(status):
    assert why_excluded(observation(status=status), AS_OF)
