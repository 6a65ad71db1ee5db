"""What an analysis of a file would say, with nothing stored.

The file goes through the real import and the real reading, in a transaction that is undone.
"""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from analysis.pipeline.contracts import Scope
from analysis.pipeline.queries import AnalysisResult
from analysis.pipeline.rehearsal import rehearse
from graphcurate.queries import current_release
from medreview.accounts.models import Hospital
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.hashing import sha256_of_bytes
from medreview.fhir.importing import bytes_of, import_file
from medreview.fhir.store import read_patient


@dataclass(frozen=True)
class FromFile:
    """One patient of a file, and what would be said of them."""

    patient: str
    """The FHIR id, ``Patient/x``."""
    result: AnalysisResult


def analyse_file(path: Path, *, as_of: dt.datetime, scope: Scope) -> list[FromFile]:
    """One result for each patient of the file. That it was looked at is recorded."""
    content = bytes_of(path.name, path)
    with transaction.atomic():
        found = _rehearsed(path.name, content, as_of=as_of, scope=scope)
        transaction.set_rollback(True)
    audit.record(
        EventType.ANALYSIS_FROM_FILE,
        thing=("File", sha256_of_bytes(content)[:32]),
        by=None,
        counts={"patients": len(found)},
    )
    return found


def _rehearsed(name: str, content: bytes, *, as_of: dt.datetime, scope: Scope) -> list[FromFile]:
    hospital = Hospital.objects.create(name="No hospital", slug="no-hospital-analyse-file")
    import_file(name=name, content=content, hospital=hospital, by=None)
    release = current_release()
    return [
        FromFile(
            patient=f"Patient/{patient.fhir_id}",
            result=rehearse(
                read_patient(patient, as_of=as_of), release=release, as_of=as_of, scope=scope
            ),
        )
        for patient in hospital.patients.order_by("created_at", "id")
    ]
