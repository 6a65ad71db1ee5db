"""Rows of the tables as entries of the exchange format. It reads rows and asks for none."""

from typing import Any

from graphcurate import contracts
from graphcurate.models import (
    Biomarker,
    CriticalLimit,
    Domain,
    EvidenceItem,
    NamedThing,
    Relation,
    Source,
    UnitConversion,
)
from graphcurate.models.limits import DEFAULT_OWNER


def biomarker_entry(row: Biomarker) -> contracts.Biomarker:
    """A biomarker with its parts fetched beforehand, relations left out."""
    names = sorted(row.names.all(), key=lambda name: name.position)
    window = next((line for line in row.validity.all() if line.owner == DEFAULT_OWNER), None)
    return contracts.Biomarker(
        key=row.key,
        name=row.name,
        names={name.language: name.text for name in names if name.shown},
        synonyms={
            language: tuple(
                name.text for name in names if name.language == language and not name.shown
            )
            for language in ("en", "ru", "zh")
        },
        loinc=tuple(
            contracts.LoincCode(
                code=code.code,
                primary=code.primary,
                display=code.display or None,
                verified=code.verified,
                status=code.status or None,
                specimen=code.specimen or None,
                property=code.property or None,
                default_limits=code.default_limits,
            )
            for code in _ordered(row.codes)
        ),
        domain=row.domain.key,
        kind=row.kind,
        specimen=row.specimen or None,
        units=tuple(row.units),
        molar_mass=row.molar_mass,
        conversions=tuple(_conversion(line) for line in _ordered(row.conversions)),
        comparability_group=row.comparability_group or None,
        comparability_note=row.comparability_note or None,
        intervals=tuple(
            contracts.Interval(
                unit=line.unit,
                low=line.low,
                high=line.high,
                sex=line.sex or None,
                population=line.population,
                owner=line.owner,
                note=line.note or None,
            )
            for line in _ordered(row.intervals)
        ),
        criticals=tuple(_critical(line) for line in _ordered(row.criticals)),
        validity_days=window.days if window else None,
        validity_days_after_change=window.days_after_change if window else None,
        validity_reason=(window.reason or None) if window else None,
        validity_source=(window.source_text or None) if window else None,
        reviewed=row.reviewed,
    )


def domain_entry(row: Domain) -> contracts.Domain:
    """A domain with its LOINC rule, relations left out."""
    rule = None
    if row.match_order is not None:
        rule = contracts.LoincRule(
            order=row.match_order,
            name_pattern=row.name_pattern,
            exclude_pattern=row.exclude_pattern or None,
            classes=tuple(row.loinc_classes),
        )
    return contracts.Domain(
        key=row.key, names=row.names, scope=row.scope, rule=rule, reviewed=row.reviewed
    )


def thing_entry(row: NamedThing) -> contracts.NamedThing:
    """A condition, medication or preanalytical factor with its names and codes."""
    names: dict[str, tuple[str, ...]] = {}
    for name in _ordered(row.names):
        names[name.language] = (*names.get(name.language, ()), name.text)
    return contracts.NamedThing(
        key=row.key,
        kind=contracts.RelationKind(row.kind),
        name=row.name,
        names=names,
        codes=tuple(
            contracts.Code(
                system=code.system,
                code=code.code,
                match=code.match,
                display=code.display or None,
            )
            for code in _ordered(row.codes)
        ),
        reviewed=row.reviewed,
    )


def relation_entry(row: Relation) -> contracts.RelationEntry:
    """A relation with its evidence, the chief item first."""
    target = row.target_biomarker or row.target_thing
    return contracts.RelationEntry(
        id=row.key,
        biomarker=row.biomarker.key if row.biomarker else None,
        domain=row.domain.key if row.domain else None,
        kind=contracts.RelationKind(row.kind),
        target=target.key if target else "",
        effect=contracts.Effect(row.effect),
        when_direction=row.when_direction or None,
        when_population=row.when_population or None,
        when_dose=row.when_dose or None,
        when_timing=row.when_timing or None,
        rationale=row.rationale,
        evidence=tuple(_evidence(item) for item in _ordered(row.evidence)),
        position=row.position,
        reviewed=row.reviewed,
    )


def source_entry(row: Source) -> contracts.Source:
    """A source as it is cited."""
    return contracts.Source(
        key=row.key,
        title=row.title,
        organisation=row.organisation,
        year=row.year,
        version=row.edition or None,
        section=row.section or None,
        doi=row.doi or None,
        url=row.url or None,
        identifier_verified=row.identifier_verified,
        superseded_by=row.superseded_by.key if row.superseded_by else None,
        retracted=row.retracted,
    )


def _evidence(row: EvidenceItem) -> contracts.Evidence:
    return contracts.Evidence(
        id=row.item,
        source=row.source.key,
        rank=row.rank,
        locator=row.locator,
        quote=row.quote,
        document=row.quote_document_hash or None,
        offset=row.quote_offset,
        direction=row.direction,
        level=row.level,
        certainty=row.certainty or None,
        knowledge_level=row.knowledge_level,
        agent_type=row.agent_type,
        checked_by=row.checked_by or None,
        checked_at=row.checked_at,
        review_by=row.review_by,
    )


def _conversion(row: UnitConversion) -> contracts.Conversion:
    return contracts.Conversion(
        from_unit=row.from_unit, to_unit=row.to_unit, factor=row.factor, offset=row.offset
    )


def _critical(row: CriticalLimit) -> contracts.CriticalLimit:
    return contracts.CriticalLimit(
        unit=row.unit,
        low=row.low,
        low_included=row.low_included,
        high=row.high,
        high_included=row.high_included,
        high_times_upper_limit=row.high_times_upper_limit,
        positive=row.positive,
        population=row.population,
        owner=row.owner,
        note=row.note or None,
        other_limits=row.other_limits or None,
        source=source_entry(row.source) if row.source else None,
    )


def _ordered(related: Any) -> list[Any]:
    return sorted(related.all(), key=lambda part: part.position)
