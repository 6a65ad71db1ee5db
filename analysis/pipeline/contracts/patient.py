"""The patient as an analysis reads them: values with their flags, and what was left out."""

import datetime as dt

from pydantic import AliasChoices, Field

from medreview.common.contract import Contract
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    Corrected,
    MedicationRecord,
    Moment,
    ReadReceipt,
    SpecimenRecord,
    StatementState,
    Value,
)


class DerivedFlag(Contract):
    """Our own check of the value, beside the source's flag and never instead of it."""

    flag: str
    """``HH``, ``H``, ``N``, ``L``, ``LL`` or ``undecidable``."""
    why: str


class LabResult(Contract):
    """One result with what the graph and the defaults know of it."""

    id: str
    version: int
    name: str
    standard_name: str | None = None
    biomarker: str | None = None
    domain: str | None = None
    loinc: str | None = None
    loinc_class: str | None = None
    codings: tuple[Coding, ...] = ()
    value: Value
    unit_known: bool
    doubt: str | None = None
    """That the number would be ordinary in another unit, where it can hardly be true in its own."""
    range: ReferenceRange | None = None
    source_flag: str | None = None
    source_flag_text: str | None = None
    derived_flag: DerivedFlag | None = None
    flag_conflict: str | None = None
    interpretation: str | None = None
    """The source's flag verbatim; the derived one only where the source gave none."""
    interpretation_derived: bool = False
    effective: Moment
    status: str
    report: str | None = None
    category: tuple[str, ...] = ()
    specimen: SpecimenRecord | None = None
    method: str | None = None
    performer: str | None = None
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    earlier: tuple[Corrected, ...] = ()


class StaleResult(LabResult):
    """The latest result of a test, normal or not, that is too old to speak of today."""

    age_days: int
    limit_days: int
    was_critical: bool = False


class Undecidable(Contract):
    """A result of which nobody can say whether it is abnormal, and why not."""

    id: str
    name: str
    why: str
    undated: bool = False
    """Nobody wrote when it was taken."""
    flag_conflict: bool = False
    """Its source's flag calls it one thing, its range another."""


class Unmapped(Contract):
    """A result the graph has no entry for."""

    id: str
    name: str
    codings: tuple[Coding, ...] = ()
    why: str


class CorrectedResult(Contract):
    """A current result that first had another value, and whether that value was critical."""

    id: str
    name: str
    value: Value
    before: Value
    was_critical: bool = False


class Superseded(Contract):
    """An older result of a biomarker whose latest one is used instead."""

    id: str
    name: str
    by: str


class PhysiologicalState(Contract):
    """A state of the patient that changes what is normal."""

    state: str
    """``pregnant``, ``neonate``, ``child``, …"""
    weeks: int | None = None
    source: str | None = None


class Demographics(Contract):
    """Who the result is judged for, at ``as_of``."""

    age: int | None = Field(None, validation_alias=AliasChoices("age", "age_years"))
    """Completed years; null while a birth year alone leaves two answers open. Outputs that were
    saved first call it ``age_years``."""
    age_text: str = "Not known"
    """Age at ``as_of`` in the units clinicians use: 3d, 5w, 11m, 4y 2m, 68y."""
    age_days_min: int | None = None
    """Fewest whole days the patient can have lived, by the precision of the birth date."""
    age_days_max: int | None = None
    sex: str | None = None
    birth_date: Moment | None = None
    states: tuple[PhysiologicalState, ...] = ()


class Scope(Contract):
    """What the analysis was asked to look at."""

    report: str | None = None
    all_results: bool = False


class ConditionList(Contract):
    """The conditions that hold at ``as_of``, and by what right the list may be read as whole."""

    state: StatementState
    items: tuple[ConditionRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class MedicationList(Contract):
    """The medicines taken at ``as_of``, and by what right the list may be read as whole."""

    state: StatementState
    items: tuple[MedicationRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class AllergyList(Contract):
    """The allergies that are known, and whether somebody said that there are none."""

    state: StatementState
    items: tuple[AllergyRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class PatientContext(Contract):
    """What one analysis reads of one patient, judged at ``as_of``."""

    patient: str
    """The FHIR id, ``Patient/x``."""
    as_of: dt.datetime
    scope: Scope
    demographics: Demographics
    abnormal: tuple[LabResult, ...] = ()
    normal_names: tuple[str, ...] = ()
    """Of current results in range, with the earlier value where one was corrected."""
    stale: tuple[StaleResult, ...] = ()
    corrected: tuple[CorrectedResult, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    undecidable: tuple[Undecidable, ...] = ()
    unmapped: tuple[Unmapped, ...] = ()
    active_conditions: ConditionList
    active_medications: MedicationList
    allergies: AllergyList
    nothing_abnormal: bool = False
    """True only of a complete read with no abnormal and no undecidable result."""
    why_not_nothing_abnormal: tuple[str, ...] = ()
    last_result_on: str | None = None
    """The date of the patient's newest result, as sent, to offer when all are too old."""
    receipt: ReadReceipt
