"""Patients of a hospital, and what their records say."""

import datetime as dt
from typing import Literal

from pydantic import Field

from medreview.api.contracts.base import Page, Paging
from medreview.common.contract import Contract
from medreview.fhir.record import (
    AllergyRecord,
    ConditionRecord,
    LabRecord,
    MedicationRecord,
    ReadReceipt,
    StatementState,
)

Narrowed = Literal["all", "critical", "waiting", "never"]


class PatientsAsked(Paging):
    """Which patients a list shows."""

    show: Narrowed = "all"
    """Only those with an open critical, a waiting review, or never analysed."""


class PatientSearch(PatientsAsked):
    """Words looked for; posted, because no address carries a name."""

    q: str = Field(max_length=200)
    """Part of a name, the start of a record number, a birth date."""


class PatientRow(Contract):
    """One patient in a list."""

    id: str
    fhir_id: str
    family: str
    given: str
    name: str
    """The whole name as the source prints it, where it does."""
    birth_date: str
    """As sent: a year, a month or a day."""
    sex: str
    mrn: str
    deceased: bool
    last_result: dt.date | None
    open_criticals: int
    analysis: str | None
    """The newest analysis that was not cancelled."""


class PatientPage(Page):
    """Patients by name."""

    items: tuple[PatientRow, ...]
    total: int
    capped: bool
    """Whether there are more than ``total``."""


class Listed(Page):
    """Entries of one kind of a record, and the receipt of the whole reading."""

    receipt: ReadReceipt


class ResultPage(Listed):
    """Results as read, newest first; digits as sent."""

    items: tuple[LabRecord, ...]


class ConditionPage(Listed):
    """Diagnoses and problems as read. ``state`` says what an empty list means."""

    state: StatementState
    items: tuple[ConditionRecord, ...]


class MedicationPage(Listed):
    """Medicines as read. ``state`` says what an empty list means."""

    state: StatementState
    items: tuple[MedicationRecord, ...]


class AllergyPage(Listed):
    """Allergies as read. ``state`` says what an empty list means."""

    state: StatementState
    items: tuple[AllergyRecord, ...]
