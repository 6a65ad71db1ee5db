"""Entries written to the tables, as they stand in the exchange format."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.db import transaction

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
from medreview.common.ids import new_id
from medreview.common.models import Record

Row = TypeVar("Row", bound=Record)


@transaction.atomic
def store(*, content: contracts.GraphContent, status: EntryStatus) -> None:
    """Write every entry of an empty graph; all of it or nothing."""
    sources = {source.key: _source(source) for source in content.sources}
    for biomarker in content.biomarkers:
        for limit in biomarker.criticals:
            if limit.source:
                sources.setdefault(limit.source.key, _source(limit.source))
    domains = {entry.key: _domain(entry, status) for entry in content.domains}
    biomarkers = {
        entry.key: _biomarker(entry, domains[entry.domain], status) for entry in content.biomarkers
    }
    things = {(entry.kind.value, entry.key): _thing(entry, status) for entry in content.things}
    relations = [
        _relation(entry, biomarkers, domains, things, status) for entry in content.relations
    ]
    _write(sources.values())
    _write(domains.values())
    _write(biomarkers.values())
    _write(things.values())
    _write_parts(content, biomarkers, things, sources)
    _write(relations)
    _write(
        EvidenceItem(
            relation=row,
            source=sources[key],
            position=place,
            level=entry.level,
            agent_type=entry.agent_type,
        )
        for row, entry in zip(relations, content.relations, strict=True)
        for place, key in enumerate(entry.sources)
    )


def _write(rows: Iterable[Row]) -> None:
    made = list(rows)
    for row in made:
        row.id = row.id or new_id(row.id_prefix)
    if made:
        type(made[0])._default_manager.bulk_create(made, batch_size=1000)


def _write_parts(
    content: contracts.GraphContent,
    biomarkers: dict[str, Biomarker],
    things: dict[tuple[str, str], NamedThing],
    sources: dict[str, Source],
) -> None:
    entries = [(biomarkers[entry.key], entry) for entry in content.biomarkers]
    _write(_numbered(BiomarkerCode, "biomarker", ((row, entry.loinc) for row, entry in entries)))
    _write(name for row, entry in entries for name in _names(row, entry))
    _write(
        _numbered(UnitConversion, "biomarker", ((row, entry.conversions) for row, entry in entries))
    )
    _write(
        _numbered(
            ReferenceInterval, "biomarker", ((row, entry.intervals) for row, entry in entries)
        )
    )
    _write(
        CriticalLimit(
            biomarker=row,
            position=place,
            source=sources[limit.source.key] if limit.source else None,
            **_columns(limit, leave_out={"source"}),
        )
        for row, entry in entries
        for place, limit in enumerate(entry.criticals)
    )
    _write(
        ValidityWindow(
            biomarker=row,
            days=entry.validity_days,
            days_after_change=entry.validity_days_after_change,
            reason=entry.validity_reason or "",
            source_text=entry.validity_source or "",
        )
        for row, entry in entries
        if entry.validity_days is not None
    )
    named = [(things[entry.kind.value, entry.key], entry) for entry in content.things]
    _write(_numbered(ThingCode, "thing", ((row, entry.codes) for row, entry in named)))
    _write(
        ThingName(thing=row, language=language, text=text, position=place)
        for row, entry in named
        for language, texts in entry.names.items()
        for place, text in enumerate(texts)
    )


def _numbered(
    model: type[Row],
    owner: str,
    parts: Iterable[tuple[Record, Sequence[Contract]]],
) -> Iterable[Row]:
    """A row for each part, in order, under its owner."""
    for row, listed in parts:
        for place, part in enumerate(listed):
            yield model(position=place, **{owner: row}, **_columns(part))


def _columns(part: Contract, leave_out: set[str] | None = None) -> dict[str, Any]:
    """The contract's fields as columns; an absent text is an empty one."""
    values = part.model_dump(exclude=leave_out)
    fields = type(part).model_fields
    return {
        name: "" if value is None and "str" in str(fields[name].annotation) else value
        for name, value in values.items()
    }


def _names(row: Biomarker, entry: contracts.Biomarker) -> Iterable[BiomarkerName]:
    for language, text in entry.names.items():
        yield BiomarkerName(biomarker=row, language=language, text=text, shown=True)
    for language, texts in entry.synonyms.items():
        for place, text in enumerate(texts):
            yield BiomarkerName(biomarker=row, language=language, text=text, position=place)


def _source(source: contracts.Source) -> Source:
    columns = _columns(source)
    return Source(edition=columns.pop("version"), **columns)


def _domain(entry: contracts.Domain, status: EntryStatus) -> Domain:
    rule = entry.rule
    return Domain(
        key=entry.key,
        status=status,
        names=entry.names,
        scope=entry.scope,
        match_order=rule.order if rule else None,
        name_pattern=rule.name_pattern if rule else "",
        exclude_pattern=(rule.exclude_pattern or "") if rule else "",
        loinc_classes=list(rule.classes) if rule else [],
    )


def _biomarker(entry: contracts.Biomarker, domain: Domain, status: EntryStatus) -> Biomarker:
    return Biomarker(
        key=entry.key,
        status=status,
        reviewed=entry.reviewed,
        name=entry.name,
        domain=domain,
        kind=entry.kind,
        specimen=entry.specimen or "",
        units=list(entry.units),
        molar_mass=entry.molar_mass,
        comparability_group=entry.comparability_group or "",
        comparability_note=entry.comparability_note or "",
    )


def _thing(entry: contracts.NamedThing, status: EntryStatus) -> NamedThing:
    return NamedThing(key=entry.key, kind=entry.kind.value, name=entry.name, status=status)


def _relation(
    entry: contracts.RelationEntry,
    biomarkers: dict[str, Biomarker],
    domains: dict[str, Domain],
    things: dict[tuple[str, str], NamedThing],
    status: EntryStatus,
) -> Relation:
    to_biomarker = entry.kind is contracts.RelationKind.PARAMETER
    return Relation(
        key=entry.id,
        status=status,
        reviewed=entry.reviewed,
        biomarker=biomarkers[entry.biomarker] if entry.biomarker else None,
        domain=domains[entry.domain] if entry.domain else None,
        kind=entry.kind.value,
        effect=entry.effect.value,
        target_biomarker=biomarkers[entry.target] if to_biomarker else None,
        target_thing=None if to_biomarker else things[entry.kind.value, entry.target],
        when_direction=entry.when_direction or "",
        when_population=entry.when_population or "",
        when_dose=entry.when_dose or "",
        when_timing=entry.when_timing or "",
        rationale=entry.rationale,
    )
