"""Keeps the wards and teams of patients as their records say."""

from collections.abc import Iterable

from medreview.common.clock import now
from medreview.fhir import json_text, queries
from medreview.fhir.elements import text_at
from medreview.fhir.models import Import, Resource
from medreview.fhir.shelf import local_reference
from medreview.fhir.whereabouts import whereabouts
from medreview.patients.lists import derive
from medreview.patients.models import Patient


def renew_lists(made: Import, patients: Iterable[Patient]) -> None:
    """The lists of every patient to whom an import brought an Encounter or a CareTeam."""
    moved = queries.patients_moved_by(made)
    for patient in patients:
        if patient.pk in moved:
            renew_lists_of(patient)


def renew_lists_of(patient: Patient) -> None:
    """The lists of one patient, as the record says them now."""

    def name_at(reference: str) -> str | None:
        found = queries.shared_resource(patient.hospital, local_reference(reference))
        return text_at(json_text.parse(found.raw), "name") if found else None

    derive(patient, whereabouts(_contents(queries.visits_of(patient)), now(), name_at))


def _contents(rows: Iterable[Resource]) -> Iterable[dict[str, object]]:
    return (json_text.parse(row.raw) for row in rows)
