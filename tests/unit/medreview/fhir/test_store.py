"""A stored record is read as it was received, whole or said to be incomplete."""

import json
from typing import Any

import pytest

from medreview.accounts.models import Hospital
from medreview.fhir.importing import import_file
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from tests.factories.accounts import make_hospital
from tests.factories.reading import AS_OF, observation, order

pytestmark = pytest.mark.django_db

PATIENT = {"resourceType": "Patient", "id": "p1", "birthDate": "1980", "gender": "female"}
ORDER = order(
    medicationCodeableConcept={}, medicationReference={"reference": "Medication/w"}
)  # fmt: skip
WARFARIN = {"resourceType": "Medication", "id": "w", "code": {"text": "Warfarin"}}


def take_in(hospital: Hospital, *resources: Any) -> Patient:
    entries = [{"resource": one} for one in resources]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    import_file(name="x.json", content=json.dumps(bundle).encode(), hospital=hospital, by=None)
    return Patient.objects.get(hospital=hospital, fhir_id="p1")


def test_digits_are_read_back_as_they_came():
    hospital = make_hospital()
    text = json.dumps(observation(valueQuantity={"value": 0, "unit": "mmol/L"}))
    raw = text.replace('"value": 0', '"value": 4.20')
    content = f"[{json.dumps(PATIENT)}, {raw}]".encode()
    import_file(name="x.json", content=content, hospital=hospital, by=None)

    record = read_patient(Patient.objects.get(fhir_id="p1"), as_of=AS_OF)

    assert record.labs[0].value.text == "4.20 mmol/L"
    assert record.person.sex == "female"
    assert record.receipt.complete


def test_a_corrected_result_brings_its_earlier_value():
    hospital = make_hospital()
    take_in(hospital, PATIENT, observation(valueQuantity={"value": 6.9, "unit": "mmol/L"}))
    patient = take_in(hospital, PATIENT, observation(status="corrected"))

    (lab,) = read_patient(patient, as_of=AS_OF).labs

    assert (lab.version, lab.value.text) == (2, "4.2 mmol/L")
    assert [(one.version, one.value.text) for one in lab.earlier] == [(1, "6.9 mmol/L")]


def test_only_the_medicines_this_record_refers_to_are_read():
    unrelated = WARFARIN | {"id": "other"}
    patient = take_in(make_hospital(), PATIENT, ORDER, WARFARIN, unrelated)

    record = read_patient(patient, as_of=AS_OF)

    assert [one.name for one in record.medications] == ["Warfarin"]
    assert record.receipt.types["Medication"].received == 1


def test_a_refused_entry_of_this_patient_makes_the_read_incomplete():
    broken = observation(id="bad", valueQuantity="4.2")
    patient = take_in(make_hospital(), PATIENT, observation(), broken)

    receipt = read_patient(patient, as_of=AS_OF).receipt

    assert not receipt.complete
    assert receipt.types["Observation"].quarantined
    assert all(line.balances() for line in receipt.types.values())


def test_another_hospitals_patient_of_the_same_id_is_not_mixed_in():
    take_in(make_hospital(), PATIENT, observation(id="theirs"))
    patient = take_in(make_hospital(), PATIENT, observation())

    assert [lab.id for lab in read_patient(patient, as_of=AS_OF).labs] == ["Observation/o1"]


def test_a_specimen_of_nobody_is_read_where_a_result_names_it_by_the_files_address():
    hospital = make_hospital()
    address = "urn:uuid:0b2c7a1e-0000-4000-8000-000000000001"
    sample = {"resourceType": "Specimen", "condition": [{"text": "haemolysed"}]}
    result = observation(specimen={"reference": address})
    entries = [{"resource": PATIENT}, {"resource": result}]
    entries.append({"fullUrl": address, "resource": sample})
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    import_file(name="x.json", content=json.dumps(bundle).encode(), hospital=hospital, by=None)

    (lab,) = read_patient(Patient.objects.get(fhir_id="p1"), as_of=AS_OF).labs

    assert lab.specimen.conditions == ("haemolysed",)
