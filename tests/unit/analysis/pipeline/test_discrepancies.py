"""What was said and what is on file stand side by side, and only what differs is told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.contracts import AllergyList, ConditionList, MedicationList, PatientContext
from analysis.pipeline.discrepancies import Compared, DiscrepancyKind, Severity, compare
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    MedicationRecord,
    StatementState,
)
from memory.values import Code
from memory.vocabulary import SectionKey, Stance, Status
from memory.write_path.reconcile import Known
from tests.factories.memory import body, known
from tests.factories.stages import analysed, case_of, context_of, lab

ATC = "http://www.whocc.no/atc"


def patient(**lists: Any) -> PatientContext:
    return context_of(analysed(case_of(lab()))).model_copy(update=lists)


def medicines(*names: str, state: StatementState = StatementState.KNOWN) -> MedicationList:
    items = tuple(MedicationRecord(id=f"m-{name}", version=1, name=name) for name in names)
    return MedicationList(state=state, items=items)


def allergies(*names: str) -> AllergyList:
    items = tuple(AllergyRecord(id=f"a-{name}", version=1, name=name) for name in names)
    return AllergyList(state=StatementState.KNOWN, items=items)


def allergy(name: str, fact: str = "fact-1", **changed: Any) -> Known:
    return known(body(name, section=SectionKey.ALLERGIES, **changed), fact)


def kinds(found: Compared) -> list[tuple[DiscrepancyKind, Severity, str]]:
    return [(one.kind, one.severity, one.name) for one in found.items]


def test_what_both_say_is_no_discrepancy():
    found = compare([known(body("Metformin"))], patient(active_medications=medicines("metformin")))

    assert found == Compared()


def test_a_medicine_said_but_not_on_file_is_told():
    found = compare([known(body())], patient(active_medications=medicines("aspirin")))

    assert kinds(found) == [(DiscrepancyKind.SAID_NOT_ON_FILE, Severity.MEDIUM, "metformin")]


def test_a_medicine_on_file_that_was_said_to_be_stopped_is_told():
    stopped = known(body(status=Status.STOPPED))

    found = compare([stopped], patient(active_medications=medicines("metformin")))

    assert kinds(found) == [(DiscrepancyKind.ON_FILE_SAID_STOPPED, Severity.MEDIUM, "metformin")]
    assert found.items[0].resource == "m-metformin"


def test_a_course_that_ended_is_rightly_on_no_list():
    stopped = known(body(status=Status.STOPPED))

    assert compare([stopped], patient(active_medications=medicines())) == Compared()


def test_an_allergy_of_one_stream_only_is_told_from_both_sides():
    found = compare([allergy("latex")], patient(allergies=allergies("penicillin")))

    assert kinds(found) == [
        (DiscrepancyKind.SAID_NOT_ON_FILE, Severity.HIGH, "latex"),
        (DiscrepancyKind.ON_FILE_NOT_SAID, Severity.HIGH, "penicillin"),
    ]


def test_whoever_was_not_asked_about_allergies_denied_none():
    assert compare([], patient(allergies=allergies("penicillin"))) == Compared()


def test_no_allergies_denies_each_one_on_file_once():
    nothing = allergy("no allergies", whole=True, stance=Stance.ABSENT)

    found = compare([nothing], patient(allergies=allergies("latex", "penicillin")))

    assert kinds(found) == [
        (DiscrepancyKind.ON_FILE_DENIED, Severity.HIGH, "latex"),
        (DiscrepancyKind.ON_FILE_DENIED, Severity.HIGH, "penicillin"),
    ]


def test_a_denied_diagnosis_is_told():
    on_file = ConditionList(
        state=StatementState.KNOWN, items=(ConditionRecord(id="c-1", version=1, name="Asthma"),)
    )
    denied = known(body("asthma", section=SectionKey.DIAGNOSES, stance=Stance.ABSENT))

    found = compare([denied], patient(active_conditions=on_file))

    assert kinds(found) == [(DiscrepancyKind.ON_FILE_DENIED, Severity.MEDIUM, "asthma")]


def test_a_list_that_was_not_handed_out_proves_nothing_and_is_named():
    found = compare(
        [known(body())],
        patient(active_medications=medicines(state=StatementState.UNAVAILABLE)),
    )

    assert found == Compared(not_compared=(SectionKey.MEDICATIONS,))


def test_one_code_is_one_thing_whatever_it_is_called():
    coded = MedicationRecord(
        id="m-1", version=1, name="Glucophage", codings=(Coding(system=ATC, code="A10BA02"),)
    )
    said = known(body(code=Code(system=ATC, code="A10BA02")))
    on_file = MedicationList(state=StatementState.KNOWN, items=(coded,))

    assert compare([said], patient(active_medications=on_file)) == Compared()


@pytest.mark.parametrize("stance", [Stance.POSSIBLE, Stance.HYPOTHETICAL])
def test_what_is_only_possible_differs_from_nothing(stance):
    found = compare([known(body(stance=stance))], patient(active_medications=medicines()))

    assert found == Compared()


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6)


@given(NAMES, NAMES)
def test_each_medicine_differs_exactly_where_only_the_patient_names_it(said, on_file):
    facts = [known(body(f"medicine {name}"), name) for name in said]
    there = medicines(*(f"medicine {name}" for name in on_file))

    found = compare(facts, patient(active_medications=there))

    assert {one.fact for one in found.items} == set(said) - set(on_file)
