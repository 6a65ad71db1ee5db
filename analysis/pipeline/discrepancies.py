"""Where what a patient said and what the record holds are not of one mind. Pure.

Two streams side by side, never merged: nobody decides here which is true. Severity is our own and
made for caution: an allergy that one stream lacks is always high. What cannot be compared is said:
a list that was not handed out proves nothing, and a section nobody asked about denies nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from analysis.pipeline.contracts import AllergyList, ConditionList, MedicationList, PatientContext
from medreview.common.contract import Contract
from medreview.common.text import normalise_name
from medreview.fhir.record import (
    AllergyRecord,
    ConditionRecord,
    MedicationRecord,
    StatementState,
)
from memory.facts import Body
from memory.heads import Head, head_of
from memory.vocabulary import Experiencer, SectionKey, Stance, Status
from memory.write_path.reconcile import Known

Entry = AllergyRecord | ConditionRecord | MedicationRecord
RecordList = AllergyList | ConditionList | MedicationList


class DiscrepancyKind(StrEnum):
    """In what the two streams differ."""

    SAID_NOT_ON_FILE = "said_not_on_file"
    ON_FILE_SAID_STOPPED = "on_file_said_stopped"
    ON_FILE_DENIED = "on_file_denied"
    ON_FILE_NOT_SAID = "on_file_not_said"
    """Only of allergies, and only where the patient was asked about them."""


class Severity(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Discrepancy(Contract):
    """One thing that the two streams say differently, or that only one of them says."""

    kind: DiscrepancyKind
    severity: Severity
    section: SectionKey
    fact: str | None
    """What was said; None where only the record speaks."""
    resource: str | None
    """What is on file; None where only the patient spoke."""
    name: str


class Compared(Contract):
    """What differs, and what could not be compared."""

    items: tuple[Discrepancy, ...] = ()
    not_compared: tuple[SectionKey, ...] = ()
    """Sections whose list in the record could not be obtained."""


@dataclass(frozen=True)
class _Street:
    """One section of what was said, beside the list of the record that speaks of the same."""

    section: SectionKey
    on_file: RecordList
    facts: tuple[Known, ...]


def compare(known: Iterable[Known], patient: PatientContext) -> Compared:
    """The patient's confirmed words beside their record, section by section."""
    facts = tuple(one for one in known if _speaks_of_now(one))
    streets = tuple(_streets(facts, patient))
    closed = [one for one in streets if one.on_file.state is StatementState.UNAVAILABLE]
    items = (item for one in streets if one not in closed for item in _differences(one))
    order = list(Severity)
    return Compared(
        items=tuple(sorted(items, key=lambda one: (order.index(one.severity), one.name))),
        not_compared=tuple(one.section for one in closed),
    )


def _speaks_of_now(known: Known) -> bool:
    body = known.state.body
    certain = body.stance in {Stance.PRESENT, Stance.ABSENT}
    return known.state.may_be_read and certain and body.experiencer is Experiencer.PATIENT


def _streets(facts: Sequence[Known], patient: PatientContext) -> Iterator[_Street]:
    lists: tuple[tuple[SectionKey, RecordList], ...] = (
        (SectionKey.ALLERGIES, patient.allergies),
        (SectionKey.MEDICATIONS, patient.active_medications),
        (SectionKey.CHRONIC_CONDITIONS, patient.active_conditions),
        (SectionKey.DIAGNOSES, patient.active_conditions),
    )
    for section, on_file in lists:
        said = tuple(one for one in facts if one.state.body.section is section)
        yield _Street(section, on_file, said)


def _differences(street: _Street) -> Iterator[Discrepancy]:
    for known in street.facts:
        body = known.state.body
        entry = next((one for one in street.on_file.items if same_name(body, one)), None)
        if body.whole:
            yield from _all_denied(street, known)
        elif entry is not None:
            yield from _on_file(street, known, entry)
        elif _should_be_on_file(body):
            yield _made(street, DiscrepancyKind.SAID_NOT_ON_FILE, known, None)
    if street.section is SectionKey.ALLERGIES:
        yield from _unsaid_allergies(street)


def _on_file(street: _Street, known: Known, entry: Entry) -> Iterator[Discrepancy]:
    body = known.state.body
    if body.stance is Stance.ABSENT:
        yield _made(street, DiscrepancyKind.ON_FILE_DENIED, known, entry)
    elif body.status in {Status.STOPPED, Status.RESOLVED}:
        yield _made(street, DiscrepancyKind.ON_FILE_SAID_STOPPED, known, entry)


def _should_be_on_file(body: Body) -> bool:
    """What somebody has or takes now; a course that ended is rightly on no list of the present."""
    return body.stance is Stance.PRESENT and body.status not in {Status.STOPPED, Status.RESOLVED}


def _all_denied(street: _Street, known: Known) -> Iterator[Discrepancy]:
    for entry in street.on_file.items:
        yield _made(street, DiscrepancyKind.ON_FILE_DENIED, known, entry)


def _unsaid_allergies(street: _Street) -> Iterator[Discrepancy]:
    """An allergy of the record that the patient, asked about allergies, did not name."""
    if head_of(one.state for one in street.facts) is not Head.RECORDED:
        return
    if any(one.state.body.whole for one in street.facts):
        return  # told already: everything on file is denied
    named = [one.state.body for one in street.facts]
    for entry in street.on_file.items:
        if not any(same_name(body, entry) for body in named):
            yield _made(street, DiscrepancyKind.ON_FILE_NOT_SAID, None, entry)


def same_name(body: Body, entry: Entry) -> bool:
    """Whether a fact and an entry of the record name one thing: by a code, or exactly by name."""
    if body.code is not None:
        codes = {(coding.system, coding.code) for coding in entry.codings}
        if (body.code.system, body.code.code) in codes:
            return True
    names = {entry.name, *(coding.display for coding in entry.codings if coding.display)}
    said = {body.name, normalise_name(body.name_raw)}
    return any(normalise_name(name) in said for name in names)


def _made(
    street: _Street, kind: DiscrepancyKind, known: Known | None, entry: Entry | None
) -> Discrepancy:
    name = known.state.body.name_raw if known and not known.state.body.whole else ""
    return Discrepancy(
        kind=kind,
        severity=_severity(street.section, kind),
        section=street.section,
        fact=known.fact if known else None,
        resource=entry.id if entry else None,
        name=name or (entry.name if entry else ""),
    )


def _severity(section: SectionKey, kind: DiscrepancyKind) -> Severity:
    if section is SectionKey.ALLERGIES:
        return Severity.HIGH
    if section is SectionKey.MEDICATIONS:
        return Severity.MEDIUM
    denied = kind is DiscrepancyKind.ON_FILE_DENIED
    return Severity.MEDIUM if denied else Severity.LOW
