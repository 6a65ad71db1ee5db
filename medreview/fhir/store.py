"""A patient's record out of what is stored: the default source of every analysis."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator

from django.db.models import Q

from medreview.common.collector import collector_paused
from medreview.fhir import json_text, queries
from medreview.fhir.mapping.shared import references_to_shared
from medreview.fhir.models import Resource
from medreview.fhir.reading import build_record
from medreview.fhir.record import PatientRecord, Quarantined
from medreview.fhir.shelf import Earlier, Sent, local_reference
from medreview.patients.models import Patient


def read_patient(patient: Patient, *, as_of: dt.datetime | None = None) -> PatientRecord:
    """Everything stored about a patient, as it was at ``as_of`` (default: now).

    Entries of this patient's files that could not be taken, and files that were no whole
    answer, make the read incomplete.
    """
    with collector_paused():
        return build_record(
            _sent(patient),
            f"Patient/{patient.fhir_id}",
            as_of=as_of,
            quarantined=[
                (row.type or "unknown", Quarantined(where=row.where, reason=row.reason))
                for row in queries.quarantined_of(patient)
            ],
            gaps=queries.gaps_of(patient),
        )


def _sent(patient: Patient) -> Iterator[Sent]:
    earlier: dict[tuple[str, str], list[Earlier]] = defaultdict(list)
    for row in queries.earlier_versions(patient):
        earlier[row.type, row.fhir_id].append(
            Earlier(row.version, json_text.parse(row.raw), row.received_at)
        )
    theirs = [
        _one(row, tuple(earlier[row.type, row.fhir_id]))
        for row in queries.current_resources(patient)
    ]
    yield from theirs
    yield from _shared(patient, theirs)


def _one(row: Resource, earlier: tuple[Earlier, ...] = ()) -> Sent:
    content = json_text.parse(row.raw)
    # The id under which it is stored counts: a resource that came without one was given ours.
    content["id"] = row.fhir_id
    return Sent(
        content=content,
        version=row.version,
        full_url=row.full_url or None,
        received_at=row.received_at,
        earlier=earlier,
        is_theirs=row.patient_id is not None,
    )


def _shared(patient: Patient, theirs: list[Sent]) -> Iterator[Sent]:
    """The medicines and specimens these resources refer to that are stored as nobody's."""
    named = {reference for one in theirs for reference in references_to_shared(one.content)}
    if not named:
        return
    ids = {local_reference(one).rpartition("/")[2].removeprefix("urn:uuid:") for one in named}
    rows = queries.shared_resources(patient.hospital).filter(type__in=("Medication", "Specimen"))
    for row in rows.filter(Q(fhir_id__in=ids) | Q(full_url__in=named)):
        yield _one(row)
