"""A vignette as a FHIR Bundle: what a hospital would have sent of the same patient."""

import datetime as dt
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from graphcurate.contracts import Snapshot
from medreview.common.errors import Invalid

Json = dict[str, Any]

DAYS_PER_YEAR = 365.25
HALF_A_YEAR = 182
NEONATE_DAYS_OLD = 10
PERSON = "Patient/p"
EXTENSION = "https://medreview.example/fhir/vignette"
LOINC, ATC = "http://loinc.org", "http://www.whocc.no/atc"
ICD10, SNOMED = "http://hl7.org/fhir/sid/icd-10-cm", "http://snomed.info/sct"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
HL7 = "http://terminology.hl7.org/CodeSystem"
UCUM = "http://unitsofmeasure.org"
YAML = frozenset({".yml", ".yaml"})


@dataclass(frozen=True)
class Case:
    """One vignette and what is expected of it."""

    id: str
    title: str
    as_of: dt.datetime
    sent: Json

    @property
    def expected(self) -> Json:
        """The hand-written lists a case is judged by."""
        expected: Json = self.sent.get("expected", {})
        return expected


def read_cases(path: Path) -> list[Case]:
    """Every case of a file; Invalid names the one that is none.

    A YAML file is a list of cases; any other has one JSON object a line.
    """
    if path.suffix in YAML:
        return _yaml_cases(path)
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            cases.append(_case(line, number, path.name))
    return cases


def _yaml_cases(path: Path) -> list[Case]:
    try:
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError:
        raise Invalid(f"{path.name} is not YAML.") from None
    if not isinstance(listed, list):
        raise Invalid(f"{path.name} is not a list of cases.")
    # Through JSON, so that a case is the same whichever way it was written: dates are texts.
    plain = (json.dumps(sent, default=str) for sent in listed)
    return [_case(text, number, path.name, "Case") for number, text in enumerate(plain, start=1)]


def _case(text: str, number: int, name: str, what: str = "Line") -> Case:
    try:
        sent = json.loads(text)
        day = dt.date.fromisoformat(sent["as_of"])
        case_id, title = str(sent["id"]), str(sent.get("title", ""))
    except (ValueError, KeyError, TypeError):
        raise Invalid(f"{what} {number} of {name} is not a case.") from None
    return Case(case_id, title, dt.datetime.combine(day, dt.time.max, dt.UTC), sent)


def bundle_of(case: Case, snapshot: Snapshot) -> Json:
    """The case as one collection Bundle, pregnancy and specimen notes included."""
    notes: dict[str, list[str]] = {}
    for note in case.sent.get("specimen_notes", ()):
        notes.setdefault(note["lab"], []).append(note["factor"])
    resources = [
        _patient(case),
        *_pregnancy(case),
        *_labs((*case.sent.get("labs", ()), *_filler(case)), notes, snapshot),
        *(_condition(one) for one in case.sent.get("conditions", ())),
        *(_medication(one) for one in case.sent.get("medications", ())),
        *(_allergy(number, one) for number, one in enumerate(case.sent.get("allergies", ()))),
    ]
    return {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": resource} for resource in resources],
    }


def _patient(case: Case) -> Json:
    person = case.sent["patient"]
    extensions = [
        {"url": f"{EXTENSION}/{key}", "valueString": str(value)}
        for key, value in sorted(person.items())
        if key not in ("age", "sex")
    ]
    patient = {
        "resourceType": "Patient",
        "id": "p",
        "meta": {"extension": extensions} if extensions else {"versionId": "1"},
        "name": [{"family": "Vignette", "given": [case.id]}],
        "birthDate": _born(person, case.as_of.date()).isoformat(),
    }
    return {**patient, "gender": person["sex"]} if person.get("sex") else patient


def _born(person: Json, as_of: dt.date) -> dt.date:
    """A birthday that gives the stated age, half a year away from the next birthday."""
    if "age_days" in person:
        return as_of - dt.timedelta(days=int(person["age_days"]))
    if person.get("neonate"):
        return as_of - dt.timedelta(days=NEONATE_DAYS_OLD)
    age = float(person["age"])
    days = age * DAYS_PER_YEAR + (HALF_A_YEAR if age.is_integer() else 0)
    return as_of - dt.timedelta(days=round(days))


def _pregnancy(case: Case) -> Iterator[Json]:
    person = case.sent["patient"]
    if not person.get("pregnant"):
        return
    codings = [{"system": ICD10, "code": "Z33.1", "display": "Pregnant state, incidental"}]
    weeks = person.get("gestation_weeks")
    if weeks is not None:
        codings.append({"system": ICD10, "code": f"Z3A.{int(weeks):02d}"})
    yield {
        "resourceType": "Condition",
        "id": "pregnancy",
        **_statuses({"clinical": "active", "verification": "confirmed"}),
        "code": {"coding": codings, "text": "Pregnancy"},
        "subject": {"reference": PERSON},
        "recordedDate": case.as_of.date().isoformat(),
    }


def _filler(case: Case) -> Iterator[Json]:
    """Ordinary results of one coded test, a week apart: what makes a record long."""
    filler = case.sent.get("filler", {})
    for number in range(1, filler.get("count", 0) + 1):
        day = case.as_of.date() - dt.timedelta(days=7 * number)
        yield {**filler["lab"], "id": f"f{number}", "date": day.isoformat()}


def _labs(labs: Iterable[Json], notes: dict[str, list[str]], snapshot: Snapshot) -> Iterator[Json]:
    for lab in labs:
        factors = notes.get(lab["id"], [])
        if factors or lab.get("specimen"):
            yield _specimen(lab, factors, snapshot)
        yield _observation(lab, has_specimen=bool(factors or lab.get("specimen")))


def _specimen(lab: Json, factors: list[str], snapshot: Snapshot) -> Json:
    specimen = {
        "resourceType": "Specimen",
        "id": f"s-{lab['id']}",
        "subject": {"reference": PERSON},
        "condition": [_factor(key, snapshot) for key in factors],
    }
    if lab.get("specimen"):
        specimen["type"] = {"text": lab["specimen"]}
    return specimen


def _factor(key: str, snapshot: Snapshot) -> Json:
    factor = snapshot.preanalytical.get(key)
    return {"text": factor.name if factor is not None else key}


def _observation(lab: Json, *, has_specimen: bool) -> Json:
    observation: Json = {
        "resourceType": "Observation",
        "id": lab["id"],
        "status": lab.get("status", "final"),
        "category": [{"coding": [{"system": f"{HL7}/observation-category", "code": "laboratory"}]}],
        "code": _code(lab),
        "subject": {"reference": PERSON},
        "effectiveDateTime": lab["date"],
        **_value(lab),
    }
    if lab.get("flag"):
        flag = {"system": f"{HL7}/v3-ObservationInterpretation", "code": lab["flag"]}
        observation["interpretation"] = [{"coding": [flag]}]
    if has_specimen:
        observation["specimen"] = {"reference": f"Specimen/s-{lab['id']}"}
    if lab.get("note"):
        observation["note"] = [{"text": lab["note"]}]
    return observation


def _code(lab: Json) -> Json:
    codings = []
    if lab.get("loinc"):
        codings.append({"system": LOINC, "code": lab["loinc"], "display": lab.get("name")})
    if lab.get("local_code"):
        codings.append({"system": "urn:example:local", "code": lab["local_code"]})
    code: Json = {"text": lab["name"]}
    return {**code, "coding": codings} if codings else code


def _value(lab: Json) -> Json:
    value = lab.get("value")
    if value is None:
        return {}
    if isinstance(value, str):
        return {"valueString": value}
    found: Json = {"valueQuantity": _quantity(value, lab.get("unit"))}
    if lab.get("comparator"):
        found["valueQuantity"]["comparator"] = lab["comparator"]
    ends = {"low": lab.get("ref_low"), "high": lab.get("ref_high")}
    printed = {
        end: _quantity(number, lab.get("unit"))
        for end, number in ends.items()
        if number is not None
    }
    return {**found, "referenceRange": [printed]} if printed else found


def _quantity(number: float, unit: str | None) -> Json:
    if not unit:
        return {"value": number}
    return {"value": number, "unit": unit, "system": UCUM, "code": unit}


def _condition(one: Json) -> Json:
    return {
        "resourceType": "Condition",
        "id": one["id"],
        **_statuses(one),
        "code": _concept(one, (("icd10cm", ICD10), ("icd10", ICD10), ("snomed", SNOMED))),
        "subject": {"reference": PERSON},
        **({"onsetDateTime": one["onset"]} if one.get("onset") else {}),
    }


def _statuses(one: Json) -> Json:
    found: Json = {}
    for key, name, system in (
        ("clinical", "clinicalStatus", "condition-clinical"),
        ("verification", "verificationStatus", "condition-ver-status"),
    ):
        if one.get(key):
            found[name] = {"coding": [{"system": f"{HL7}/{system}", "code": one[key]}]}
    return found


def _medication(one: Json) -> Json:
    start = one.get("start") or one.get("started")
    started = {"effectivePeriod": {"start": start}} if start else {}
    return {
        "resourceType": "MedicationStatement",
        "id": one["id"],
        "status": one.get("status", "active"),
        "medicationCodeableConcept": _concept(one, (("atc", ATC), ("rxnorm", RXNORM))),
        "subject": {"reference": PERSON},
        **started,
        **({"dosage": [{"text": one["dose"]}]} if one.get("dose") else {}),
    }


def _allergy(number: int, one: Json | str) -> Json:
    sent = {"name": one} if isinstance(one, str) else one
    statuses = _statuses({"clinical": "active", "verification": "confirmed", **sent})
    renamed = {
        name: {"coding": [{**value["coding"][0], "system": f"{HL7}/allergyintolerance-{part}"}]}
        for (name, value), part in zip(statuses.items(), ("clinical", "verification"), strict=True)
    }
    return {
        "resourceType": "AllergyIntolerance",
        "id": sent.get("id", f"a{number}-{zlib.crc32(str(sent).encode())}"),
        **renamed,
        "code": _concept(sent, (("snomed", SNOMED), ("atc", ATC), ("rxnorm", RXNORM))),
        "patient": {"reference": PERSON},
        **({"recordedDate": sent["recorded"]} if sent.get("recorded") else {}),
    }


def _concept(one: Json, systems: tuple[tuple[str, str], ...]) -> Json:
    codings = [{"system": system, "code": one[key]} for key, system in systems if one.get(key)]
    name = one.get("name") or one.get("substance") or "Not named"
    return {"text": name, "coding": codings} if codings else {"text": name}
