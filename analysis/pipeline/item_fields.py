"""What of each kind of resource a reader must be told of when it changes, as texts. Pure.

Left out is what changes nothing for a reader: spaces, the order of codes, a server's own notes
about a version.
"""

from collections.abc import Iterable

from analysis.pipeline.contracts import Field
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    LabRecord,
    MedicationRecord,
    Moment,
    PersonRecord,
    PrintedRange,
    SpecimenRecord,
    Value,
    ValueKind,
)

Fields = dict[Field, str]


def fields_of_result(lab: LabRecord) -> Fields:
    """A laboratory result."""
    return {
        Field.NAME: _text(lab.name),
        Field.CODES: _codes(lab.codings),
        Field.VALUE: value_said(lab.value),
        Field.RANGE: "; ".join(range_said(each) for each in lab.ranges),
        Field.FLAG: _text(lab.source_flag),
        Field.STATUS: lab.status,
        Field.DATE: _moment(lab.effective),
        Field.SAMPLE: _sample(lab.specimen),
        Field.METHOD: _text(lab.method),
        Field.LABORATORY: _text(lab.performer),
        Field.NOTE: _text("; ".join(lab.notes)),
    }


def fields_of_condition(item: ConditionRecord) -> Fields:
    """A diagnosis or problem."""
    return {
        Field.NAME: _text(item.name),
        Field.CODES: _codes(item.codings),
        Field.STATUS: _text(item.clinical_status),
        Field.VERIFICATION: _text(item.verification_status),
        Field.BEGAN: _moment(item.onset),
        Field.ENDED: _moment(item.abatement),
        Field.RECORDED: _moment(item.recorded),
    }


def fields_of_medicine(item: MedicationRecord) -> Fields:
    """A medicine."""
    return {
        Field.NAME: _text(item.name),
        Field.CODES: _codes(item.codings),
        Field.STATUS: _text(item.status),
        Field.DOSAGE: _text(item.dosage),
        Field.BEGAN: _moment(item.started),
        Field.ENDED: _moment(item.ended),
        Field.RECORDED: _moment(item.recorded),
    }


def fields_of_allergy(item: AllergyRecord) -> Fields:
    """An allergy, or the statement that there is none."""
    return {
        Field.NAME: _text(item.name),
        Field.CODES: _codes(item.codings),
        Field.STATUS: _text(item.clinical_status),
        Field.VERIFICATION: _text(item.verification_status),
        Field.SEVERITY: _text(item.criticality),
        Field.REACTIONS: _text("; ".join(item.reactions)),
        Field.RECORDED: _moment(item.recorded),
    }


def fields_of_person(person: PersonRecord) -> Fields:
    """The person, as far as results are judged by it."""
    died = _moment(person.died) or ("yes" if person.deceased else "")
    return {
        Field.SEX: _text(person.sex),
        Field.BORN: _moment(person.birth_date),
        Field.DIED: died,
    }


def value_said(value: Value) -> str:
    """The value with its unit, or why there is none."""
    if value.kind is ValueKind.ABSENT:
        return _text(value.reason)
    text, unit = _text(value.text), _text(value.unit)
    return text if not unit or text.endswith(unit) else f"{text} {unit}"


def range_said(limits: PrintedRange) -> str:
    """A reference range as printed."""
    unit = f" {limits.unit}" if limits.unit else ""
    if limits.low is not None and limits.high is not None:
        said = f"{limits.low:f}–{limits.high:f}{unit}"
    elif limits.high is not None:
        said = f"{'below' if limits.high_open else 'up to'} {limits.high:f}{unit}"
    elif limits.low is not None:
        said = f"{'above' if limits.low_open else 'from'} {limits.low:f}{unit}"
    else:
        said = _text(limits.text)
    return said if limits.kind == "normal" else f"{limits.kind} {said}"


def _sample(specimen: SpecimenRecord | None) -> str:
    if specimen is None:
        return ""
    fasting = {True: "fasting", False: "not fasting", None: ""}[specimen.fasting]
    parts = (specimen.type or "", fasting, *specimen.conditions, *specimen.notes)
    return _text(", ".join(part for part in parts if part))


def _codes(codings: Iterable[Coding]) -> str:
    return ", ".join(sorted({one.code for one in codings if one.code}))


def _moment(moment: Moment | None) -> str:
    return moment.text.strip() if moment is not None else ""


def _text(text: str | None) -> str:
    return " ".join((text or "").split())
