"""A small builder of invented FHIR R4 records, for the demo hospitals.

Every date is counted back from one given day, so that a demo is as fresh as the day it is
loaded. Values are written as text and keep their digits.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from medreview.demo.catalogue import CATALOGUE, LabTest

LOINC = "http://loinc.org"
UCUM = "http://unitsofmeasure.org"
SNOMED = "http://snomed.info/sct"
ICD10 = "http://hl7.org/fhir/sid/icd-10-cm"
ATC = "http://www.whocc.no/atc"
FLAGS = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"
OBSERVATION_CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
CONDITION_CLINICAL = "http://terminology.hl7.org/CodeSystem/condition-clinical"
CONDITION_VERIFICATION = "http://terminology.hl7.org/CodeSystem/condition-ver-status"
ALLERGY_CLINICAL = "http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical"
ALLERGY_VERIFICATION = "http://terminology.hl7.org/CodeSystem/allergyintolerance-verification"
IDENTIFIER_TYPE = "http://terminology.hl7.org/CodeSystem/v2-0203"
SPECIMEN_CONDITION = "http://terminology.hl7.org/CodeSystem/v2-0493"

Resource = dict[str, Any]


def coding(system: str, code: str, display: str | None = None) -> Resource:
    """One code, with its display where there is one."""
    said = {"system": system, "code": code}
    return {**said, "display": display} if display else said


@dataclass
class Person:
    """Who a demo record is about."""

    key: str
    family: str
    given: tuple[str, ...]
    sex: str
    mrn: str
    birth_date: str
    prefix: str | None = None


@dataclass
class DemoRecord:
    """One invented patient's record, built call by call."""

    person: Person
    today: dt.date
    laboratory: str
    zone: str = "+00:00"
    resources: list[Resource] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.resources.append(self._patient())

    def day(self, days_ago: int) -> str:
        """The date so many days ago, as FHIR writes it."""
        return (self.today - dt.timedelta(days=days_ago)).isoformat()

    def draw(
        self,
        days_ago: int,
        results: dict[str, str],
        *,
        time: str = "08:10",
        name: str = "Blood tests",
        status: str = "final",
        specimen: tuple[str, str] | None = None,
        tests: Mapping[str, LabTest] = CATALOGUE,
    ) -> list[Resource]:
        """One draw: a DiagnosticReport and an Observation for each test of the catalogue.

        A result is written ``"6.8 HH"``: its value, a comparator in front where there is
        one, and the laboratory's flag behind it. Without a flag the source gave none.
        """
        number = sum(1 for each in self.resources if each["resourceType"] == "DiagnosticReport") + 1
        report_id = f"{self.person.key}-report-{number}"
        when = f"{self.day(days_ago)}T{time}:00{self.zone}"
        sample = self._specimen(report_id, when, specimen) if specimen else None
        observations = [
            self._observation(f"{report_id}-{key}", tests[key], written, when, status, sample)
            for key, written in results.items()
        ]
        self.resources += observations
        self.resources.append(
            {
                "resourceType": "DiagnosticReport",
                "id": report_id,
                "status": status,
                "category": [
                    {"coding": [coding("http://terminology.hl7.org/CodeSystem/v2-0074", "LAB")]}
                ],
                "code": {"text": name},
                "subject": self._reference(),
                "effectiveDateTime": when,
                "issued": when,
                "performer": [{"display": self.laboratory}],
                "result": [{"reference": f"Observation/{each['id']}"} for each in observations],
            }
        )
        return observations

    def condition(
        self,
        name: str,
        icd10: str,
        *,
        days_ago: int,
        clinical: str = "active",
        verification: str = "confirmed",
    ) -> None:
        """A diagnosis on the problem list."""
        self.resources.append(
            {
                "resourceType": "Condition",
                "id": self._next_id("condition"),
                "clinicalStatus": {"coding": [coding(CONDITION_CLINICAL, clinical)]},
                "verificationStatus": {"coding": [coding(CONDITION_VERIFICATION, verification)]},
                "code": {"coding": [coding(ICD10, icd10, name)], "text": name},
                "subject": self._reference(),
                "onsetDateTime": self.day(days_ago),
                "recordedDate": self.day(days_ago),
            }
        )

    def takes(
        self,
        name: str,
        atc: str,
        *,
        days_ago: int,
        dosage: str,
        status: str = "active",
        ended_days_ago: int | None = None,
    ) -> None:
        """A medicine the patient is said to take, or took."""
        period = {"start": self.day(days_ago)}
        if ended_days_ago is not None:
            period["end"] = self.day(ended_days_ago)
        self.resources.append(
            {
                "resourceType": "MedicationStatement",
                "id": self._next_id("medication"),
                "status": status,
                "medicationCodeableConcept": {"coding": [coding(ATC, atc, name)], "text": name},
                "subject": self._reference(),
                "effectivePeriod": period,
                "dateAsserted": self.day(min(days_ago, 90)),
                "dosage": [{"text": dosage}],
            }
        )

    def allergy(self, name: str, snomed: str, *, reaction: str, recorded: str) -> None:
        """A confirmed allergy."""
        self.resources.append(
            self._allergy(name, snomed, recorded)
            | {"reaction": [{"manifestation": [{"text": reaction}]}]}
        )

    def no_known_allergies(self, *, days_ago: int, said_by: str) -> None:
        """Somebody asked, and there are none."""
        stated = self._allergy("No known allergies", "716186003", self.day(days_ago))
        self.resources.append(stated | {"recorder": {"display": said_by}})

    def bundle(self) -> Resource:
        """The whole record as a FHIR collection Bundle."""
        return as_bundle(self.resources)

    def _patient(self) -> Resource:
        person = self.person
        name: Resource = {"family": person.family, "given": list(person.given), "use": "official"}
        if person.prefix:
            name["prefix"] = [person.prefix]
        return {
            "resourceType": "Patient",
            "id": person.key,
            "identifier": [
                {
                    "type": {"coding": [coding(IDENTIFIER_TYPE, "MR")], "text": "MRN"},
                    "system": "https://hospital.example/mrn",
                    "value": person.mrn,
                }
            ],
            "name": [name],
            "gender": person.sex,
            "birthDate": person.birth_date,
        }

    def _observation(
        self, key: str, test: LabTest, written: str, when: str, status: str, specimen: str | None
    ) -> Resource:
        value, _, flag = written.partition(" ")
        result: Resource = {
            "resourceType": "Observation",
            "id": key.replace("_", "-"),
            "status": status,
            "category": [{"coding": [coding(OBSERVATION_CATEGORY, "laboratory")]}],
            "code": test.code(),
            "subject": self._reference(),
            "effectiveDateTime": when,
            "issued": when,
            "performer": [{"display": self.laboratory}],
            "valueQuantity": quantity(value, test),
        }
        if test.low or test.high:
            result["referenceRange"] = [test.reference_range()]
        if flag:
            result["interpretation"] = [flag_as_sent(flag)]
        if specimen:
            result["specimen"] = {"reference": f"Specimen/{specimen}"}
        return result

    def _specimen(self, report_id: str, when: str, condition: tuple[str, str]) -> str:
        key = f"{report_id}-specimen"
        code, words = condition
        self.resources.append(
            {
                "resourceType": "Specimen",
                "id": key,
                "type": {"text": "Blood"},
                "subject": self._reference(),
                "collection": {"collectedDateTime": when},
                "condition": [{"coding": [coding(SPECIMEN_CONDITION, code)], "text": words}],
            }
        )
        return key

    def _allergy(self, name: str, snomed: str, recorded: str) -> Resource:
        return {
            "resourceType": "AllergyIntolerance",
            "id": self._next_id("allergy"),
            "clinicalStatus": {"coding": [coding(ALLERGY_CLINICAL, "active")]},
            "verificationStatus": {"coding": [coding(ALLERGY_VERIFICATION, "confirmed")]},
            "code": {"coding": [coding(SNOMED, snomed, name)], "text": name},
            "patient": self._reference(),
            "recordedDate": recorded,
        }

    def _reference(self) -> Resource:
        return {"reference": f"Patient/{self.person.key}"}

    def _next_id(self, kind: str) -> str:
        return f"{self.person.key}-{kind}-{len(self.resources)}"


def quantity(written: str, test: LabTest) -> Resource:
    """A Quantity from text such as ``<0.01``: comparator and digits as written."""
    number = written.lstrip("<>=")
    comparator = written[: len(written) - len(number)]
    said: Resource = {"value": Decimal(number), "unit": test.unit}
    if comparator:
        said["comparator"] = comparator
    if test.ucum:
        said |= {"system": UCUM, "code": test.ucum}
    return said


def flag_as_sent(flag: str) -> Resource:
    """A flag as HL7 codes it; an arrow, as some laboratories print it, stays text."""
    return {"coding": [coding(FLAGS, flag)]} if flag.isascii() else {"text": flag}


def as_bundle(resources: list[Resource]) -> Resource:
    """Resources as the entries of a collection Bundle."""
    entries = [
        {
            "fullUrl": f"https://hospital.example/fhir/{each['resourceType']}/{each['id']}",
            "resource": each,
        }
        for each in resources
    ]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}
