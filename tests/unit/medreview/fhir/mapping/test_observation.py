import datetime as dt

import pytest

from medreview.fhir.mapping.observation import (
    categories_of,
    count_inner,
    identifiers_of,
    members_of,
    notes_of,
)
from medreview.fhir.reading import build_record
from medreview.fhir.shelf import Earlier, Sent
from tests.factories.reading import observation, only, read

NO_VALUE = {"valueQuantity": None}
PARTS = [
    {"code": {"text": "Systolic"}, "valueInteger": 120},
    {"code": {"text": "Diastolic"}, "interpretation": [{"text": "L"}], "valueInteger": 50},
]


def test_components_are_results_of_their_own_with_the_time_of_the_whole():
    first, second = read(observation(component=PARTS, **NO_VALUE)).labs

    assert [first.name, second.name] == ["Systolic", "Diastolic"]
    assert (first.source_flag, second.source_flag) == (None, "L")
    assert first.effective == second.effective
    assert first.id == "Observation/o1#component/0"


def test_a_value_beside_components_and_a_flag_on_the_whole_are_not_lost():
    assert len(read(observation(component=PARTS)).labs) == 3
    flagged = read(observation(component=PARTS, interpretation=[{"text": "L"}], **NO_VALUE)).labs
    assert (flagged[0].value.reason, flagged[0].source_flag) == ("Its parts carry the values.", "L")


def test_a_panel_that_only_names_its_members_is_no_result():
    panel = observation(hasMember=[{"reference": "Observation/o2"}], **NO_VALUE)
    record = read(panel, observation(id="o2"))

    assert only(record).id == "Observation/o2"
    assert record.receipt.types["Observation"].used == 2
    assert record.receipt.complete


def test_a_contained_observation_is_read_and_counted_under_its_holder():
    inner = {"resourceType": "Observation", "id": "in", "status": "final", "valueInteger": 3}
    record = read(observation(contained=[inner, inner | {"id": "bad", "status": "cancelled"}]))

    assert [lab.id for lab in record.labs] == ["Observation/o1", "Observation/o1#in"]
    assert [one.id for one in record.excluded] == ["Observation/o1#bad"]
    assert record.receipt.types["Observation"].inner.contained == 2
    assert record.receipt.types["Observation"].received == 1


def test_everything_said_beside_the_value_is_kept():
    lab = only(
        read(
            observation(
                method={"text": "Enzymatic"},
                performer=[{"display": "Lab A"}, {"reference": "Organization/x"}],
                note=[{"text": "Slightly haemolysed"}, {}],
                comment="old spelling",
                issued="2025-05-02",
                identifier=[{"system": "urn:lab", "value": "9"}, {}],
            )
        )
    )

    assert (lab.method, lab.performer) == ("Enzymatic", "Lab A")
    assert lab.notes == ("Slightly haemolysed", "old spelling")
    assert lab.identifiers == ("urn:lab|9",)
    assert lab.issued.text == "2025-05-02"


@pytest.mark.parametrize(
    ("performer", "laboratory"),
    [
        ({"display": "North Lab"}, "North Lab"),
        ({"display": "Лаборатория №2"}, "Лаборатория №2"),
        ({"display": "Anna Berg"}, None),
        ({"display": "Quest", "reference": "Organization/7"}, "Quest"),
        ({"display": "Quest", "type": "Organization"}, "Quest"),
        ({"display": "Anna Berg of the Clinic", "reference": "Practitioner/7"}, None),
    ],
)
def test_a_laboratory_is_an_organisation_and_never_a_person(performer, laboratory):
    lab = only(read(observation(performer=[performer])))

    assert lab.laboratory == laboratory


def test_an_earlier_version_is_kept_where_it_said_something_else():
    at = dt.datetime(2025, 5, 1, tzinfo=dt.UTC)
    old = observation(component=PARTS, valueQuantity={"value": 6.9, "unit": "mmol/L"})
    new = observation(component=[*PARTS, {"code": {"text": "Mean"}, "valueInteger": 80}])
    sent = Sent(content=new, version=2, earlier=(Earlier(1, old, at), Earlier(1, new, at)))

    labs = build_record([sent], "Patient/p1", as_of=at).labs

    assert [one.value.text for one in labs[0].earlier] == ["6.9 mmol/L"]
    assert [len(one.earlier) for one in labs] == [1, 0, 0, 0]
    assert labs[0].version == 2


def test_older_spellings_are_read_too():
    related = {"related": [{"type": "has-member", "target": {"reference": "Observation/a"}}, {}]}

    assert members_of(related) == ("Observation/a",)
    assert notes_of({"comments": "x"}) == ("x",)
    assert identifiers_of({}) == ()
    assert count_inner({"component": [{}]}) == (1, 0)
    assert categories_of(
        {"category": [{"text": "Chemie"}, {"coding": [{"code": "laboratory"}]}]}
    ) == (
        "Chemie",
        "laboratory",
    )
