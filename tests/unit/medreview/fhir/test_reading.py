import copy
import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medreview.fhir.reading import KINDS, build_record
from medreview.fhir.record import PatientRecord, Quarantined
from tests.factories.reading import (
    AS_OF,
    allergy,
    condition,
    observation,
    only,
    order,
    read,
    statement,
)
from tests.unit.medreview.fhir.test_elements import JSON

SEEDS = [
    observation(),
    observation(
        id="o2",
        component=[{"code": {"text": "x"}, "valueInteger": 1}],
        referenceRange=[{"low": {"value": 1}, "text": "1-2", "age": {"low": {"value": 1}}}],
        interpretation=[{"coding": [{"code": "H"}]}],
        specimen={"reference": "#s"},
        contained=[{"resourceType": "Specimen", "id": "s", "collection": {}}],
    ),
    condition(abatementPeriod={"end": "2020"}),
    statement(effectivePeriod={"start": "2020"}, dosage=[{"text": "x"}]),
    order(medicationReference={"reference": "Medication/w"}),
    allergy(reaction=[{"manifestation": [{"text": "x"}]}]),
    {"resourceType": "DiagnosticReport", "id": "d", "status": "final",
     "subject": {"reference": "Patient/p1"}, "result": [{"reference": "Observation/o1"}]},
    {"resourceType": "Patient", "id": "p1", "name": [{"family": "x"}], "birthDate": "1980"},
    {"resourceType": "List", "subject": {"reference": "Patient/p1"}, "emptyReason": {}},
]  # fmt: skip


def balances(record: PatientRecord) -> bool:
    return all(line.balances() for line in record.receipt.types.values())


def test_a_record_holds_what_is_true_and_names_what_is_not():
    record = read(
        {"resourceType": "Patient", "id": "p1"},
        observation(),
        observation(id="o2", status="cancelled"),
        condition(),
        condition("resolved", id="c2"),
        statement(),
        allergy(),
        {"resourceType": "Claim", "id": "x"},
    )

    assert [len(one) for one in (record.labs, record.conditions, record.medications)] == [1, 1, 1]
    assert [one.id for one in record.excluded] == ["Observation/o2", "Condition/c2"]
    assert [one.id for one in record.receipt.types["Claim"].not_used] == ["Claim/x"]
    assert record.receipt.complete
    assert balances(record)


def test_another_patients_resources_are_excluded_and_counted():
    record = read(
        {"resourceType": "Patient", "id": "p1"},
        {"resourceType": "Patient", "id": "p2"},
        condition(subject={"reference": "Patient/p2"}),
    )

    assert record.conditions == ()
    assert record.receipt.types["Patient"].excluded[0].reason == "It is another person's."
    assert balances(record)


def test_results_a_report_names_and_nobody_sent_make_the_read_incomplete():
    record = read(SEEDS[6])

    assert not record.receipt.complete
    assert record.receipt.why_incomplete == (
        "DiagnosticReport/d names 1 result that did not come.",
    )
    assert read(SEEDS[6], observation()).receipt.complete


def test_something_contained_about_another_is_not_the_patients():
    inner = {"resourceType": "Observation", "status": "final", "valueInteger": 1}
    report = SEEDS[6] | {
        "contained": [
            inner | {"id": "a", "subject": {"reference": "Patient/p2"}},
            inner | {"id": "b", "component": [{"valueInteger": 2}]},
        ],
        "result": [{"reference": "#a"}, {"reference": "#b"}],
    }

    record = read(report)

    assert [lab.id for lab in record.labs] == [
        "DiagnosticReport/d#b",
        "DiagnosticReport/d#b#component/0",
    ]
    assert [one.id for one in record.excluded] == ["DiagnosticReport/d#a"]
    inner_counts = record.receipt.types["DiagnosticReport"].inner
    assert (inner_counts.contained, inner_counts.components) == (2, 1)


def test_refused_entries_and_gaps_of_the_source_make_the_read_incomplete():
    refused = [("Observation", Quarantined(where="entry 2", reason="odd"))]

    record = build_record(
        [], "Patient/p1", as_of=AS_OF, quarantined=refused, gaps=["Page 2 missing."]
    )

    assert record.receipt.why_incomplete == (
        "1 entry of this patient's files could not be taken.",
        "Page 2 missing.",
    )
    assert record.receipt.types["Observation"].quarantined[0].where == "entry 2"
    assert balances(record)


def test_an_older_version_is_counted_and_not_read_twice():
    record = read(observation(meta={"versionId": "1"}), observation(meta={"versionId": "2"}))

    assert only(record).version == 2
    assert (
        record.receipt.types["Observation"].received,
        record.receipt.types["Observation"].used,
    ) == (2, 1)
    assert balances(record)


def test_lists_that_say_nothing_are_not_recorded_and_denials_are():
    nothing = condition(code={"coding": [{"code": "160245001"}]})
    none_taken = statement(medicationCodeableConcept={"text": "No known medications"})

    empty, denied = read(), read(nothing, none_taken)

    assert (empty.conditions_state, empty.medications_state) == ("not_recorded", "not_recorded")
    assert (denied.conditions_state, denied.medications_state) == ("none_known", "none_known")
    assert (denied.conditions, denied.medications) == ((), ())


def test_not_asked_is_neither_an_allergy_nor_none():
    record = read(allergy(code={"coding": [{"code": "no-allergy-info"}]}))

    assert (record.allergies, record.allergies_state) == ((), "not_recorded")


def test_every_excluded_kind_has_its_word():
    assert set(KINDS.values()) == {
        "observation", "condition", "medication", "allergy", "procedure", "report", "encounter",
    }  # fmt: skip


def test_reading_the_same_resources_twice_gives_the_same_record():
    assert read(*SEEDS).content_hash() == read(*copy.deepcopy(SEEDS)).content_hash()


def test_the_record_is_a_valid_contract_through_and_through():
    record = read(*SEEDS)

    assert PatientRecord.model_validate(record.model_dump()).content_hash() == record.content_hash()


@st.composite
def broken(draw: st.DrawFn) -> list[Any]:
    """Good resources with one element each dropped, doubled, renamed or made something else."""
    resources = copy.deepcopy(SEEDS)
    for resource in resources:
        if draw(st.booleans()):
            continue
        name = draw(st.sampled_from(sorted(resource)))
        found = resource.pop(name)
        change = draw(st.sampled_from(["drop", "double", "rename", "replace"]))
        if change == "double":
            resource[name] = [found, found]
        elif change == "rename":
            resource[draw(st.sampled_from(["status", "value", "valueRange", "focus"]))] = found
        elif change == "replace":
            resource[name] = draw(JSON)
    return [*resources, observation(id="good")]


@settings(max_examples=200)
@given(broken())
def test_a_broken_resource_never_costs_its_good_neighbour(resources):
    record = read(*resources)

    shown = {one for lab in record.labs for one in (lab.id, *lab.duplicates)}
    assert "Observation/good" in shown
    assert balances(record)
    assert PatientRecord.model_validate(record.model_dump())
    assert read(*resources).content_hash() == record.content_hash()


@pytest.mark.parametrize("resource", [None, 1, "x", [], {}, {"resourceType": 5}])
def test_what_is_no_resource_is_counted_as_unknown(resource):
    record = read(resource)

    assert record.receipt.types["unknown"].received == 1
    assert balances(record)


def test_the_moment_asked_for_decides_what_was_current():
    ended = condition(abatementDateTime="2024-01-01")
    before = dt.datetime(2023, 1, 1, tzinfo=dt.UTC)

    assert len(read(ended, as_of=before).conditions) == 1
    assert read(ended).conditions == ()
