"""Patients in the shapes of the API."""

from collections.abc import Iterable, Mapping

from analysis.pipeline.patient_lists import PatientFacts
from medreview.api.contracts.imports import ImportRow
from medreview.api.contracts.patients import PatientRow
from medreview.fhir.models import Import
from medreview.fhir.record import LabRecord
from medreview.patients.models import Patient


def patient_rows(
    patients: Iterable[Patient], facts: Mapping[str, PatientFacts]
) -> tuple[PatientRow, ...]:
    """Patients in a list."""
    return tuple(patient_row(patient, facts[patient.pk]) for patient in patients)


def patient_row(patient: Patient, facts: PatientFacts) -> PatientRow:
    """One patient, with what a list says beside the name."""
    return PatientRow(
        id=patient.pk,
        fhir_id=patient.fhir_id,
        family=patient.family,
        given=patient.given,
        name=patient.name_text,
        birth_date=patient.birth_date,
        sex=patient.sex,
        mrn=patient.mrn,
        deceased=patient.deceased,
        last_result=facts.last_result,
        open_criticals=facts.open_criticals,
        analysis=facts.analysis.pk if facts.analysis else None,
    )


def newest_first(labs: Iterable[LabRecord]) -> list[LabRecord]:
    """Results by their day, the newest first; undated ones last."""
    return sorted(labs, key=_day, reverse=True)


def _day(lab: LabRecord) -> tuple[str, str, str]:
    day = lab.effective.date
    return (day.isoformat() if day else "", lab.effective.text, lab.id)


def import_row(made: Import) -> ImportRow:
    """One imported file in a list."""
    return ImportRow(
        id=made.pk,
        source=made.source,
        file_hash=made.file_hash,
        imported_at=made.created_at,
        by=made.by_id,
    )
