"""FHIR resources, Bundles and files with sane defaults, and their import."""

import json
from collections.abc import Iterable
from typing import Any

from medreview.accounts.models import Hospital, User
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.importing import import_file
from medreview.fhir.models import Import
from tests.factories.accounts import make_hospital

Json = dict[str, Any]


def a_patient(fhir_id: str | None = "p1", **changed: Any) -> Json:
    """A Patient resource."""
    said = {
        "resourceType": "Patient",
        "id": fhir_id,
        "name": [{"family": "Ivanova", "given": ["Maria"]}],
        "birthDate": "1958-03-14",
        "gender": "female",
        "identifier": [
            {
                "type": {"coding": [{"code": "MR"}]},
                "system": "urn:hospital",
                "value": f"MRN-{fhir_id}",
            }
        ],
    }
    return _without_none({**said, **changed})


def an_observation(fhir_id: str | None = "o1", *, of: str = "Patient/p1", **changed: Any) -> Json:
    """A laboratory result of a patient."""
    said = {
        "resourceType": "Observation",
        "id": fhir_id,
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3"}], "text": "Potassium"},
        "subject": {"reference": of},
        "effectiveDateTime": "2026-11-20T08:10:00+01:00",
        "valueQuantity": {
            "value": 4.5,
            "unit": "mmol/L",
            "system": "http://unitsofmeasure.org",
            "code": "mmol/L",
        },
    }
    return _without_none({**said, **changed})


def a_bundle(resources: Iterable[Json], **changed: Any) -> Json:
    """A Bundle of these resources, each with an address."""
    entries = [
        {"fullUrl": f"urn:uuid:{place}", "resource": resource}
        for place, resource in enumerate(resources)
    ]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries, **changed}


def as_file(content: Any) -> bytes:
    """JSON-ready content, text or bytes as a file's bytes."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def make_import(
    content: Any,
    *,
    hospital: Hospital | None = None,
    name: str = "record.json",
    by: User | None = None,
) -> Import:
    """What importing this content made."""
    return import_file(
        name=name, content=as_file(content), hospital=hospital or make_hospital(), by=by
    )


def receipt_of(made: Import) -> ImportReceipt:
    """The receipt of an import."""
    return ImportReceipt.model_validate(made.receipt)


def _without_none(said: Json) -> Json:
    return {name: value for name, value in said.items() if value is not None}
