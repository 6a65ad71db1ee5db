"""Patients, and their records as read."""

from collections.abc import Sequence
from typing import Any, TypeVar

from rest_framework.request import Request

from analysis.pipeline.patient_lists import PatientFilter, facts_of, narrowed
from medreview.accounts.permissions import Permission
from medreview.api.contracts.base import Paging
from medreview.api.contracts.patients import (
    AllergyPage,
    ConditionPage,
    MedicationPage,
    PatientPage,
    PatientRow,
    PatientsAsked,
    PatientSearch,
    ResultPage,
)
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links, next_entries
from medreview.api.presenters.patients import newest_first, patient_row, patient_rows
from medreview.common.contract import Contract
from medreview.common.keyset import capped_count, slice_of
from medreview.fhir.record import PatientRecord
from medreview.fhir.store import read_patient
from medreview.patients import queries, services

READ = Permission.PATIENT_READ
AnyEntry = TypeVar("AnyEntry", bound=Contract)


class PatientList(ApiView):
    """The hospital's patients."""

    @operation("patients-list", READ, asks=PatientsAsked, gives=PatientPage)
    def get(self, request: Request, *, asked: PatientsAsked) -> PatientPage:
        """The hospital's patients by name."""
        return page_of_patients(self, request, asked, typed="")


class PatientSearches(ApiView):
    """A search for patients."""

    @operation("patients-search", READ, takes=PatientSearch, gives=PatientPage)
    def post(self, request: Request, *, body: PatientSearch) -> PatientPage:
        """Patients who meet every word: part of a name, start of an MRN, a birth date.

        Posted, because a name in an address stays in histories and logs. To go on, post the
        same with the ``cursor`` of the answer.
        """
        return page_of_patients(self, request, body, typed=body.q)


def page_of_patients(
    view: ApiView, request: Request, asked: PatientsAsked, *, typed: str
) -> PatientPage:
    """One page of patients; how many names were shown is in the trail."""
    found = narrowed(queries.search(view.person, typed), PatientFilter(asked.show))
    page = slice_of(found, order=queries.BY_NAME, after=after_of(asked), size=asked.limit)
    total = capped_count(found)
    services.note_listed(by=view.person, count=len(page.rows))
    return PatientPage(
        items=patient_rows(page.rows, facts_of(page.rows)),
        total=min(total, queries.COUNT_CAP),
        capped=total > queries.COUNT_CAP,
        **links(request, page.after),
    )


class PatientDetail(ApiView):
    """One patient."""

    @operation("patients-detail", READ, gives=PatientRow)
    def get(self, request: Request, *, pk: str) -> PatientRow:
        """One patient; the reading is recorded."""
        patient = services.open_patient(pk, by=self.person, purpose="record")
        return patient_row(patient, facts_of([patient])[patient.pk])


class PatientRecordView(ApiView):
    """A whole record."""

    @operation("patients-record", READ, gives=PatientRecord)
    def get(self, request: Request, *, pk: str) -> PatientRecord:
        """Everything stored of one patient after the status gate, with what was left out."""
        return record_of(self, pk)


class PatientResults(ApiView):
    """Results of a record."""

    @operation("patients-results", READ, asks=Paging, gives=ResultPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> ResultPage:
        """The patient's results as read, newest first, digits as sent."""
        record = record_of(self, pk)
        items, after = next_entries(newest_first(record.labs), asked)
        return ResultPage(items=items, receipt=record.receipt, **links(request, after))


class PatientConditions(ApiView):
    """Diagnoses and problems of a record."""

    @operation("patients-conditions", READ, asks=Paging, gives=ConditionPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> ConditionPage:
        """The patient's diagnoses and problems as read; ``state`` explains an empty list."""
        record = record_of(self, pk)
        part = _part(request, asked, record, record.conditions)
        return ConditionPage(state=record.conditions_state, **part)


class PatientMedications(ApiView):
    """Medicines of a record."""

    @operation("patients-medications", READ, asks=Paging, gives=MedicationPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> MedicationPage:
        """The patient's medicines as read; ``state`` explains an empty list."""
        record = record_of(self, pk)
        part = _part(request, asked, record, record.medications)
        return MedicationPage(state=record.medications_state, **part)


class PatientAllergies(ApiView):
    """Allergies of a record."""

    @operation("patients-allergies", READ, asks=Paging, gives=AllergyPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> AllergyPage:
        """The patient's allergies as read; ``state`` explains an empty list."""
        record = record_of(self, pk)
        part = _part(request, asked, record, record.allergies)
        return AllergyPage(state=record.allergies_state, **part)


def _part(
    request: Request, asked: Paging, record: PatientRecord, entries: Sequence[AnyEntry]
) -> dict[str, Any]:
    items, after = next_entries(_by_id(entries), asked)
    return {"items": items, "receipt": record.receipt, **links(request, after)}


def record_of(view: ApiView, pk: str) -> PatientRecord:
    """The record of a patient this person may see; the reading is recorded first."""
    return read_patient(services.open_patient(pk, by=view.person, purpose="record"))


def _by_id(entries: Sequence[AnyEntry]) -> list[AnyEntry]:
    return sorted(entries, key=lambda entry: str(getattr(entry, "id", "")))
