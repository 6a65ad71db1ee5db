"""A patient's record as the source says it: no graph, no judgement, digits as sent.

``PatientRecord`` is what every pipeline stage reads. Only what the status gate let through
stands in its lists; the rest is in ``excluded`` by name and reason, and the receipt counts
everything that was read.
"""

import datetime as dt
from decimal import Decimal
from enum import StrEnum

from medreview.common.contract import Contract


class ValueKind(StrEnum):
    NUMBER = "number"
    INTERVAL = "interval"
    RANGE = "range"
    RATIO = "ratio"
    TEXT = "text"
    CODE = "code"
    BOOLEAN = "boolean"
    ABSENT = "absent"


class Value(Contract):
    """What a result says, with its digits as sent. ``<5`` is an interval, not 5."""

    kind: ValueKind
    text: str
    """As sent, comparator and unit included, ready to be shown."""
    number: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool | None = None
    """True when the lower end itself is not included, as in ``>60``."""
    high_open: bool | None = None
    unit: str | None = None
    """The unit as printed; the code where nothing is printed."""
    ucum: str | None = None
    """The UCUM code, where the source gave one or the alias table knows it."""
    codings: tuple["Coding", ...] = ()
    reason: str | None = None
    """Why the value is absent, for ``absent``."""


class Coding(Contract):
    """One code as the source sent it."""

    system: str | None = None
    code: str | None = None
    display: str | None = None


class Precision(StrEnum):
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"
    SECOND = "second"
    UNKNOWN = "unknown"


class Moment(Contract):
    """A FHIR date or time with the precision and zone it was sent with."""

    text: str
    """As sent; empty when the source sent none."""
    precision: Precision
    instant: dt.datetime | None = None
    """Only when the source gave a time and a zone."""
    date: dt.date | None = None
    """The earliest calendar day it can mean; None when it can't be read."""
    latest: dt.date | None = None
    """The latest calendar day it can mean: the last of the month for ``2019-07``."""


class PrintedRange(Contract):
    """One reference range as printed on the result."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False
    """Printed text such as ``< 200`` excludes the limit; FHIR's own bounds include it."""
    unit: str | None = None
    ucum: str | None = None
    text: str | None = None
    kind: str = "normal"
    """``normal`` unless the source says otherwise, such as ``critical`` or ``treatment``."""
    applies_to: tuple[Coding, ...] = ()
    age_low_years: Decimal | None = None
    age_high_years: Decimal | None = None
    """It ends before this age: 18 for a range printed up to 17 years."""
    unusable: str | None = None
    """Why this range decides nothing: inverted, empty, text against numbers."""


class SpecimenRecord(Contract):
    """The sample a result was measured in."""

    type: str | None = None
    codings: tuple[Coding, ...] = ()
    conditions: tuple[str, ...] = ()
    """Words and codes of the sample's state: haemolysed, clotted, …"""
    fasting: bool | None = None
    collected: Moment | None = None
    notes: tuple[str, ...] = ()


class Corrected(Contract):
    """An earlier version of the same result, kept to be shown struck through."""

    version: int
    value: Value
    status: str | None
    received_at: dt.datetime


LABORATORY_CATEGORIES = frozenset(
    {"laboratory", "LP29693-6", "26436-6", "394595002"}
    | {"LAB", "CH", "HM", "MB", "MCB", "MYC", "PAR", "VR", "SR", "IMM", "BLB", "CG", "TX", "URN"}
    | {"BG", "GE", "HPA"}
)
"""Category codes of the laboratory: FHIR's own, v2 table 0074's sections, LOINC's class part."""


class LabRecord(Contract):
    """One result: an Observation, or one component of it."""

    id: str
    """``Observation/x`` or ``Observation/x#component/0``."""
    version: int
    name: str
    """As sent: the code's text, else a coding's display, else its code."""
    codings: tuple[Coding, ...] = ()
    value: Value
    ranges: tuple[PrintedRange, ...] = ()
    source_flag: str | None = None
    """The interpretation verbatim, as its code or else its text."""
    source_flag_text: str | None = None
    effective: Moment
    issued: Moment | None = None
    status: str
    categories: tuple[str, ...] = ()
    report: str | None = None
    """The DiagnosticReport that lists it."""
    in_laboratory_report: bool = False
    specimen: SpecimenRecord | None = None
    method: str | None = None
    performer: str | None = None
    laboratory: str | None = None
    """The performing organisation; never a person."""
    notes: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """The laboratory's own numbers for it, as ``system|value``."""
    duplicates: tuple[str, ...] = ()
    """Ids of the same result that came by another route."""
    earlier: tuple[Corrected, ...] = ()

    @property
    def resource(self) -> str:
        """The id of the resource it came in, without the component."""
        return self.id.partition("#")[0]

    def said_to_be_laboratory(self) -> bool:
        """Whether the source itself calls it a laboratory result, by category or by report."""
        return self.in_laboratory_report or not LABORATORY_CATEGORIES.isdisjoint(self.categories)


class ConditionRecord(Contract):
    """A diagnosis or problem that the gate says is true of the patient."""

    id: str
    version: int
    name: str
    codings: tuple[Coding, ...] = ()
    clinical_status: str | None = None
    verification_status: str | None = None
    onset: Moment | None = None
    abatement: Moment | None = None
    recorded: Moment | None = None


class MedicationRecord(Contract):
    """A medicine that the gate says the patient takes."""

    id: str
    version: int
    name: str
    codings: tuple[Coding, ...] = ()
    status: str | None = None
    dosage: str | None = None
    started: Moment | None = None
    ended: Moment | None = None
    recorded: Moment | None = None


class AllergyRecord(Contract):
    """An allergy, or the statement that there is none (``none_known``)."""

    id: str
    version: int
    name: str
    codings: tuple[Coding, ...] = ()
    clinical_status: str | None = None
    verification_status: str | None = None
    criticality: str | None = None
    reactions: tuple[str, ...] = ()
    none_known: bool = False
    said_by: str | None = None
    recorded: Moment | None = None


class ProcedureRecord(Contract):
    """Something that was done to the patient."""

    id: str
    version: int
    name: str
    codings: tuple[Coding, ...] = ()
    status: str | None = None
    performed: Moment | None = None


class ReportRecord(Contract):
    """A DiagnosticReport and the results it lists."""

    id: str
    version: int
    name: str
    status: str | None = None
    categories: tuple[str, ...] = ()
    effective: Moment | None = None
    issued: Moment | None = None
    performer: str | None = None
    results: tuple[str, ...] = ()


class EncounterRecord(Contract):
    """A visit or stay."""

    id: str
    version: int
    name: str
    status: str | None = None
    started: Moment | None = None
    ended: Moment | None = None


class PersonRecord(Contract):
    """Who the record is about, as the record says it."""

    id: str
    """``Patient/x``."""
    version: int
    family: str | None = None
    given: str | None = None
    prefix: str | None = None
    text: str | None = None
    """The name in one piece, where the source sent no parts."""
    birth_date: Moment | None = None
    sex: str | None = None
    """``female``, ``male``, ``other`` or ``unknown`` as sent; None when not sent."""
    identifiers: tuple[tuple[str, str], ...] = ()
    """Pairs of a label (``MRN``) and a value."""
    deceased: bool | None = None
    died: Moment | None = None


def words_of_person(person: PersonRecord) -> tuple[str, ...]:
    """What names this person: no text with one of these leaves the record."""
    named = (person.family, person.given, person.text)
    return (*filter(None, named), *(value for _, value in person.identifiers))


class StatementState(StrEnum):
    """The four states a list can be in: an empty list says nothing by itself."""

    KNOWN = "known"
    NONE_KNOWN = "none_known"
    NOT_RECORDED = "not_recorded"
    UNAVAILABLE = "unavailable"


class ExcludedItem(Contract):
    """Something the gate says is not true of the patient now, kept by name."""

    kind: str
    """``observation``, ``condition``, ``medication``, ``allergy``, ``procedure``, ``report``."""
    id: str
    name: str
    codings: tuple[Coding, ...] = ()
    status: str | None = None
    reason: str
    at: Moment | None = None


class Quarantined(Contract):
    """An entry that could not be taken, where it stood, and why."""

    where: str
    reason: str


class Reasoned(Contract):
    """An id and why it was left out."""

    id: str
    reason: str


class InnerCounts(Contract):
    """Things counted under the resource that holds them."""

    components: int = 0
    contained: int = 0


class TypeReceipt(Contract):
    """What became of every resource of one type.

    received = used + excluded + not_used + quarantined.
    """

    server_total: int | None = None
    received: int = 0
    used: int = 0
    excluded: tuple[Reasoned, ...] = ()
    not_used: tuple[Reasoned, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    inner: InnerCounts = InnerCounts()

    def balances(self) -> bool:
        """Whether every received resource is accounted for."""
        left_out = len(self.excluded) + len(self.not_used) + len(self.quarantined)
        return self.received == self.used + left_out


class ReadReceipt(Contract):
    """What one reading of a patient's record obtained, and what it did not."""

    complete: bool
    why_incomplete: tuple[str, ...] = ()
    types: dict[str, TypeReceipt]


class PatientRecord(Contract):
    """Everything the source says about one patient, after the status gate."""

    person: PersonRecord
    labs: tuple[LabRecord, ...] = ()
    """Usable results of every category; which are laboratory results the reader decides."""
    conditions: tuple[ConditionRecord, ...] = ()
    medications: tuple[MedicationRecord, ...] = ()
    allergies: tuple[AllergyRecord, ...] = ()
    procedures: tuple[ProcedureRecord, ...] = ()
    reports: tuple[ReportRecord, ...] = ()
    encounters: tuple[EncounterRecord, ...] = ()
    excluded: tuple[ExcludedItem, ...] = ()
    conditions_state: StatementState = StatementState.NOT_RECORDED
    medications_state: StatementState = StatementState.NOT_RECORDED
    allergies_state: StatementState = StatementState.NOT_RECORDED
    receipt: ReadReceipt
