"""What the record says otherwise now than an analysis read it. Pure.

Two things are told apart. A resource the analysis *used* that says something else, is withdrawn
or counts only now: the analysis rests on what no longer stands, and is outdated. A resource
that was not there yet: newer data, which makes no word of the analysis wrong.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from analysis.pipeline.ages import is_after
from analysis.pipeline.contracts import (
    Field,
    FieldChange,
    HowChanged,
    ItemKind,
    NewerItem,
    RecordChanges,
    ResourceChange,
)
from analysis.pipeline.item_fields import (
    Fields,
    fields_of_allergy,
    fields_of_condition,
    fields_of_medicine,
    fields_of_person,
    fields_of_result,
    value_said,
)
from analysis.pipeline.timeline import conditions_at, medications_at
from medreview.fhir.record import LabRecord, PatientRecord

DELETED = "The source deleted it."
GONE = "It is no longer in this patient's record."
OUTSIDE = "By its dates it does not belong to the day this analysis speaks of."


@dataclass(frozen=True)
class _Item:
    """One resource as an analysis reads it."""

    id: str
    kind: ItemKind
    name: str
    version: int
    fields: Fields
    text: str = ""
    date: str = ""
    copies: tuple[str, ...] = ()
    """Ids under which the same thing came by another route."""
    laboratory: bool = True
    """False of an observation that nobody calls a laboratory result."""


Items = dict[str, _Item]


def record_changes(
    before: PatientRecord,
    after: PatientRecord,
    *,
    as_of: dt.datetime,
    of_the_past: bool = False,
    not_used: Collection[str] = (),
    deleted: Collection[str] = (),
) -> RecordChanges:
    """The record read before and the same record now, both at ``as_of``.

    ``not_used`` are the resources the analysis had no use for, ``deleted`` those the source
    took back since. To an analysis ``of_the_past`` what came after its day is not newer: it
    was never meant to see it.
    """
    old, new = _items(before, as_of), _items(after, as_of)
    old = {name: item for name, item in old.items() if _resource(name) not in not_used}
    used = [
        *_changed(old, new, _reasons(after, new, deleted)),
        *_counting_now(before, new),
    ]
    return RecordChanges(
        used=tuple(sorted(used, key=lambda change: (change.kind, change.name, change.id))),
        newer=tuple(_newer(before, new if of_the_past else _items(after, None))),
    )


def field_changes(before: Fields, after: Fields) -> tuple[FieldChange, ...]:
    """The fields that say something else, in the order a reader looks for them."""
    found = [
        FieldChange(field=field, before=before.get(field, ""), after=after.get(field, ""))
        for field in Field
        if before.get(field, "") != after.get(field, "")
    ]
    return tuple(_unit_alone(change) for change in found)


def _unit_alone(change: FieldChange) -> FieldChange:
    """The same digits in another unit are a change of unit: a reader looks for that word."""
    if change.field is not Field.VALUE:
        return change
    number, _, unit = change.before.partition(" ")
    now, _, unit_now = change.after.partition(" ")
    if number == now and unit and unit_now and number[:1].isdigit():
        return change.model_copy(update={"field": Field.UNIT})
    return change


def _changed(old: Items, new: Items, reasons: Mapping[str, str]) -> Iterator[ResourceChange]:
    copies = {copy for item in new.values() for copy in item.copies}
    for name, item in old.items():
        now = new.get(name)
        if now is not None:
            fields = field_changes(item.fields, now.fields)
            if fields:
                yield _change(item, HowChanged.CHANGED, fields=fields, after=now.version)
        elif name not in copies and not any(copy in new for copy in item.copies):
            why = reasons.get(name) or reasons.get(_resource(name)) or GONE
            yield _change(item, HowChanged.WITHDRAWN, why=why)


def _change(
    item: _Item,
    how: HowChanged,
    *,
    why: str = "",
    fields: tuple[FieldChange, ...] = (),
    after: int | None = None,
) -> ResourceChange:
    return ResourceChange(
        id=item.id,
        kind=item.kind,
        name=item.name,
        how=how,
        why=why,
        fields=fields or _all_gone(item),
        version_before=item.version,
        version_after=after,
    )


def _all_gone(item: _Item) -> tuple[FieldChange, ...]:
    return (FieldChange(field=Field.VALUE, before=item.text),) if item.text else ()


def _counting_now(before: PatientRecord, new: Items) -> Iterator[ResourceChange]:
    """What was read and left out, and counts now: a preliminary result that became final."""
    left_out = {one.id: one.reason for one in before.excluded}
    for name, item in new.items():
        reason = left_out.get(name) or left_out.get(_resource(name))
        if reason:
            yield ResourceChange(
                id=name,
                kind=item.kind,
                name=item.name,
                how=HowChanged.COUNTS_NOW,
                why=reason,
                fields=(FieldChange(field=Field.VALUE, after=item.text),) if item.text else (),
                version_after=item.version,
            )


def _newer(before: PatientRecord, new: Items) -> Iterator[NewerItem]:
    known = _every_name(before)
    for name, item in new.items():
        if not item.laboratory:
            continue
        if known.isdisjoint({name, _resource(name), *item.copies}):
            yield NewerItem(id=name, kind=item.kind, name=item.name, text=item.text, date=item.date)


def _every_name(record: PatientRecord) -> set[str]:
    """Everything the analysis read, whatever it made of it."""
    names = {item.id for item in record.excluded} | {record.person.id}
    for lab in record.labs:
        names |= {lab.id, _resource(lab.id), *lab.duplicates}
    names |= {one.id for one in record.conditions}
    names |= {one.id for one in record.medications}
    return names | {one.id for one in record.allergies}


def _reasons(after: PatientRecord, new: Items, deleted: Collection[str]) -> dict[str, str]:
    """Why something does not count any more."""
    here = {one.id for one in after.conditions} | {one.id for one in after.medications}
    outside = dict.fromkeys((here | {one.id for one in after.labs}) - new.keys(), OUTSIDE)
    gone = dict.fromkeys(deleted, DELETED)
    return {**gone, **outside, **{one.id: one.reason for one in after.excluded}}


def _items(record: PatientRecord, as_of: dt.datetime | None) -> Items:
    """Everything that counts at ``as_of``; without it, whenever it may be of."""
    labs, conditions, medicines = record.labs, record.conditions, record.medications
    if as_of is not None:
        labs = tuple(lab for lab in labs if not is_after(lab.effective, as_of))
        conditions, medicines = conditions_at(record, as_of), medications_at(record, as_of)
    items = [_result(lab) for lab in labs]
    items += [
        _Item(one.id, ItemKind.CONDITION, one.name, one.version, fields_of_condition(one))
        for one in conditions
    ]
    items += [
        _Item(one.id, ItemKind.MEDICATION, one.name, one.version, fields_of_medicine(one))
        for one in medicines
    ]
    items += [
        _Item(one.id, ItemKind.ALLERGY, one.name, one.version, fields_of_allergy(one))
        for one in record.allergies
    ]
    person = record.person
    items.append(_Item(person.id, ItemKind.PERSON, "", person.version, fields_of_person(person)))
    return {item.id: item for item in items}


def _result(lab: LabRecord) -> _Item:
    return _Item(
        lab.id,
        ItemKind.RESULT,
        lab.name,
        lab.version,
        fields_of_result(lab),
        text=value_said(lab.value),
        date=lab.effective.text,
        copies=lab.duplicates,
        laboratory=lab.said_to_be_laboratory() or not lab.categories,
    )


def _resource(name: str) -> str:
    """The resource that holds a component."""
    return name.partition("#")[0]
