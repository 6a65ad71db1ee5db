import pytest

from medreview.fhir.entries import Entry
from medreview.fhir.json_text import dumps
from medreview.fhir.references import People, owner_of
from medreview.fhir.shape import Taken, look_at
from tests.factories.fhir import a_patient, an_observation

NUMBER = {"system": "urn:mrn", "value": "17"}


def _taken(resource, full_url=None) -> Taken:
    found = look_at(Entry("entry", dumps(resource), full_url))
    assert isinstance(found, Taken)
    return found


def _owner(subject, *patients, **changed):
    people = People()
    for patient, full_url in patients:
        people.add_from_file(_taken(patient, full_url))
    return owner_of(_taken(an_observation(subject=subject, **changed)), people)


@pytest.mark.parametrize(
    "reference",
    [
        "Patient/p1",
        "Patient/p1/_history/3",
        "https://ehr.example/fhir/Patient/p1",
        "https://ehr.example/fhir/Patient/p1/_history/2",
    ],
)
def test_relative_and_absolute_references_name_the_patient(reference):
    assert _owner({"reference": reference}).patient_id == "p1"


def test_a_urn_is_found_by_the_address_the_bundle_gave():
    owner = _owner({"reference": "urn:uuid:7"}, (a_patient("p7"), "urn:uuid:7"))

    assert owner.patient_id == "p7"


def test_a_urn_that_the_file_does_not_explain_belongs_to_nobody():
    owner = _owner({"reference": "urn:uuid:8"}, (a_patient("p7"), "urn:uuid:7"))

    assert owner.patient_id is None
    assert "does not explain" in owner.reason


def test_the_same_id_on_another_server_is_not_the_same_patient():
    here = (a_patient("p1"), "https://one.example/fhir/Patient/p1")

    owner = _owner({"reference": "https://two.example/fhir/Patient/p1"}, here)

    assert owner.patient_id is None
    assert "another server" in owner.reason


def test_an_identifier_that_exactly_one_patient_has_names_him():
    identifier = {"system": "urn:hospital", "value": "MRN-p1"}

    owner = _owner({"identifier": identifier}, (a_patient("p1"), None), (a_patient("p2"), None))

    assert owner.patient_id == "p1"


def test_an_identifier_of_two_patients_names_neither():
    shared = [{"system": "urn:hospital", "value": "7"}]

    owner = _owner(
        {"identifier": shared[0]},
        (a_patient("p1", identifier=shared), None),
        (a_patient("p2", identifier=shared), None),
    )

    assert owner.patient_id is None
    assert "more than one patient" in owner.reason


def test_an_unknown_identifier_is_waited_for():
    owner = _owner({"identifier": {"system": "urn:hospital", "value": "9"}})

    assert owner.awaits == "urn:hospital|9"


def test_a_conditional_reference_names_a_patient_by_identifier():
    owner = _owner({"reference": "Patient?identifier=urn:hospital|MRN-p1"}, (a_patient("p1"), None))

    assert owner.patient_id == "p1"


def test_a_contained_patient_is_known_by_identifier_only():
    inside = a_patient("p1") | {"id": "inside"}
    known = _owner({"reference": "#inside"}, (a_patient("p1"), None), contained=[inside])
    unknown = _owner({"reference": "#inside"}, contained=[inside])

    assert known.patient_id == "p1"
    assert unknown.patient_id is None


def test_a_name_alone_never_decides():
    owner = _owner({"display": "Maria Ivanova"}, (a_patient("p1"), None))

    assert owner.patient_id is None
    assert "by words only" in owner.reason


def test_what_is_about_a_group_or_a_device_is_about_no_patient():
    owner = _owner({"reference": "Group/g1"})

    assert owner.reason == "it is about a Group, not about a patient"


def test_what_is_about_nobody_needs_no_reason():
    people = People()
    medication = {"resourceType": "Medication", "id": "m1"}

    owner = owner_of(_taken(medication), people)

    assert (owner.patient_id, owner.reason) == (None, "")


def test_a_contained_patient_belongs_to_the_one_who_has_its_identifier():
    inside = {"resourceType": "Patient", "id": "in", "identifier": [NUMBER]}

    owner = _owner(
        {"reference": "#in"},
        (a_patient("p1", identifier=[NUMBER]), None),
        contained=["odd", inside],
    )

    assert owner.patient_id == "p1"


@pytest.mark.parametrize(
    ("contained", "words"),
    [
        ([{"resourceType": "Device", "id": "in"}], "not about a patient"),
        ([{"resourceType": "Patient", "id": "in"}], "no known patient"),
        ([], "does not explain"),
    ],
)
def test_a_contained_subject_nobody_knows_is_nobodys_with_the_reason(contained, words):
    owner = _owner({"reference": "#in"}, (a_patient("p1"), None), contained=contained)

    assert owner.patient_id is None
    assert words in owner.reason


def test_one_identifier_of_two_patients_names_neither():
    patients = [(a_patient(name, identifier=[NUMBER]), None) for name in ("p1", "p2")]

    owner = _owner({"identifier": NUMBER}, *patients)

    assert owner.patient_id is None
    assert "more than one patient" in owner.reason


def test_a_subject_in_a_list_of_one_is_read():
    assert _owner([{"reference": "Patient/p1"}]).patient_id == "p1"
