"""Corrections, withdrawals and deletions of what is stored, as a hospital would send them."""

import json
from collections.abc import Callable
from typing import Any

from analysis.pipeline import outdating
from analysis.pipeline.analysis_states import READ
from analysis.pipeline.models import Analysis
from medreview.fhir import json_text
from medreview.fhir.models import Import, Resource
from medreview.patients.models import Patient
from tests.factories.fhir import make_import

Json = dict[str, Any]


def stored(patient: Patient, fhir_id: str) -> Json:
    """A resource of this patient as it stands."""
    row = Resource.objects.get(patient=patient, fhir_id=fhir_id, current=True)
    content: Json = json_text.parse(row.raw)
    return content


def correct(patient: Patient, fhir_id: str, change: Callable[[Json], object]) -> Import:
    """A new version of a stored resource comes in, changed by ``change``."""
    content = stored(patient, fhir_id)
    change(content)
    return _arrived(patient, json_text.dumps(content))


def with_value(value: str) -> Callable[[Json], object]:
    """The laboratory corrects the number."""

    def change(content: Json) -> None:
        content["valueQuantity"]["value"] = json_text.Number(value)
        content["status"] = "corrected"

    return change


def with_status(status: str) -> Callable[[Json], object]:
    """The source says another status."""
    return lambda content: content.update(status=status)


def delete(patient: Patient, reference: str) -> Import:
    """The source takes a resource back."""
    entry = {"request": {"method": "DELETE", "url": reference}}
    return _arrived(
        patient, json.dumps({"resourceType": "Bundle", "type": "history", "entry": [entry]})
    )


def arrives(patient: Patient, resource: Json) -> Import:
    """Something new of this patient comes in."""
    return _arrived(patient, json_text.dumps(resource))


def _arrived(patient: Patient, content: str) -> Import:
    made = make_import(content, hospital=patient.hospital, name="correction.json")
    # What a worker would do, once the import was committed.
    for analysis in Analysis.objects.filter(patient__in=made.patients.all(), state__in=READ):
        outdating.note_changes_of(analysis.pk)
    return made
