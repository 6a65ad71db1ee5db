"""Entries of the exchange format as rows of the tables, not yet written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graphcurate import contracts
from graphcurate.models import (
    Biomarker,
    BiomarkerCode,
    BiomarkerName,
    CriticalLimit,
    Domain,
    EvidenceItem,
    NamedThing,
    ReferenceInterval,
    Relation,
    Source,
    ThingCode,
    ThingName,
    UnitConversion,
    ValidityWindow,
)
from graphcurate.vocabulary import EntryStatus
from medreview.common.contract import Contract
from medreview.common.models import Record

Row = TypeVar("Row", bound=Record)


@dataclass
class Named:
    """The rows that others point to, by key, whether written or about to be."""

    sources: dict[str, Source] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    biomarkers: dict[str, Biomarker] = field(default_factory=dict)
    things: dict[tuple[str, str], NamedThing] = field(default_factory=dict)


def source_row(entry: contracts.Source) -> Source:
    """A source without its successor, which may be a row of the same writing."""
    values = columns(entry, leave_out={"superseded_by"})
    return Source(edition=values.pop("version"), **values)


def domain_row(entry: contracts.Domain, status: EntryStatus) -> Domain:
    """A domain with its LOINC rule."""
    rule = entry.rule
    return Domain(
        key=entry.key,
        status=status,
        reviewed=entry.reviewed,
        names=entry.names,
        scope=entry.scope,
        match_order=rule.order if rule else None,
        name_pattern=rule.name_pattern if rule else "",
        exclude_pattern=(rule.exclude_pattern or "") if rule else "",
        loinc_classes=list(rule.classes) if rule else [],
    )


def biomarker_row(entry: contracts.Biomarker, named: Named, status: EntryStatus) -> Biomarker:
    """A biomarker without its parts."""
    return Biomarker(
        key=entry.key,
        status=status,
        reviewed=entry.reviewed,
        name=entry.name,
        domain=named.domains[entry.domain],
        kind=entry.kind,
        specimen=entry.specimen or "",
        units=list(entry.units),
        molar_mass=entry.molar_mass,
        comparability_group=entry.comparability_group or "",
        comparability_note=entry.comparability_note or "",
    )


def thing_row(entry: contracts.NamedThing, status: EntryStatus) -> NamedThing:
    """A condition, medication or preanalytical factor without its parts."""
    return NamedThing(
        key=entry.key,
        kind=entry.kind.value,
        name=entry.name,
        status=status,
        reviewed=entry.reviewed,
    )


def relation_row(entry: contracts.RelationEntry, named: Named, status: EntryStatus) -> Relation:
    """A relation without its evidence."""
    to_biomarker = entry.kind is contracts.RelationKind.PARAMETER
    return Relation(
        key=entry.id,
        status=status,
        reviewed=entry.reviewed,
        biomarker=named.biomarkers[entry.biomarker] if entry.biomarker else None,
        domain=named.domains[entry.domain] if entry.domain else None,
        kind=entry.kind.value,
        effect=entry.effect.value,
        target_biomarker=named.biomarkers[entry.target] if to_biomarker else None,
        target_thing=None if to_biomarker else named.things[entry.kind.value, entry.target],
        when_direction=entry.when_direction or "",
        when_population=entry.when_population or "",
        when_dose=entry.when_dose or "",
        when_timing=entry.when_timing or "",
        rationale=entry.rationale,
        position=entry.position,
    )


def biomarker_parts(
    row: Biomarker, entry: contracts.Biomarker, named: Named
) -> Iterable[Iterable[Record]]:
    """Everything a biomarker holds, table by table."""
    yield _numbered(BiomarkerCode, {"biomarker": row}, entry.loinc)
    yield _names(row, entry)
    yield _numbered(UnitConversion, {"biomarker": row}, entry.conversions)
    yield _numbered(ReferenceInterval, {"biomarker": row}, entry.intervals)
    yield (
        CriticalLimit(
            biomarker=row,
            position=place,
            source=named.sources[limit.source.key] if limit.source else None,
            **columns(limit, leave_out={"source"}),
        )
        for place, limit in enumerate(entry.criticals)
    )
    if entry.validity_days is not None:
        yield [
            ValidityWindow(
                biomarker=row,
                days=entry.validity_days,
                days_after_change=entry.validity_days_after_change,
                reason=entry.validity_reason or "",
                source_text=entry.validity_source or "",
            )
        ]


def thing_parts(row: NamedThing, entry: contracts.NamedThing) -> Iterable[Iterable[Record]]:
    """The codes and the names of a thing."""
    yield _numbered(ThingCode, {"thing": row}, entry.codes)
    yield (
        ThingName(thing=row, language=language, text=text, position=place)
        for language, texts in entry.names.items()
        for place, text in enumerate(texts)
    )


def evidence_rows(
    row: Relation, entry: contracts.RelationEntry, named: Named
) -> Iterable[EvidenceItem]:
    """What a relation rests on."""
    for place, item in enumerate(entry.evidence):
        values = columns(item, leave_out={"id", "source", "document", "offset"})
        yield EvidenceItem(
            relation=row,
            position=place,
            item=item.id,
            source=named.sources[item.source],
            quote_document_hash=item.document or "",
            quote_offset=item.offset,
            **values,
        )


def columns(part: Contract, leave_out: set[str] | None = None) -> dict[str, Any]:
    """The contract's fields as columns; an absent text is an empty one."""
    values = part.model_dump(exclude=leave_out)
    fields = type(part).model_fields
    return {
        name: "" if value is None and "str" in str(fields[name].annotation) else value
        for name, value in values.items()
    }


def _numbered(
    model: type[Row], owner: dict[str, Record], parts: Sequence[Contract]
) -> Iterable[Row]:
    """A row for each part, in order, under its owner."""
    for place, part in enumerate(parts):
        yield model(position=place, **owner, **columns(part))


def _names(row: Biomarker, entry: contracts.Biomarker) -> Iterable[BiomarkerName]:
    for language, text in entry.names.items():
        yield BiomarkerName(biomarker=row, language=language, text=text, shown=True)
    for language, texts in entry.synonyms.items():
        for place, text in enumerate(texts):
            yield BiomarkerName(biomarker=row, language=language, text=text, position=place)
