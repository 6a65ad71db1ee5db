"""From entries and relations to one whole, immutable Snapshot. Pure."""

from collections import defaultdict
from collections.abc import Iterable

from graphcurate.contracts import (
    Biomarker,
    Code,
    Evidence,
    GraphContent,
    NamedThing,
    Quote,
    RelatedItem,
    RelationEntry,
    RelationKind,
    Snapshot,
)
from medreview.common.text import normalise_name


def build(
    content: GraphContent,
    *,
    release: str,
    origin: str,
    notes: str = "",
    code_systems: dict[str, str] | None = None,
) -> Snapshot:
    """The release as readers get it: every relation beside its subject, targets resolved."""
    biomarkers = {entry.key: entry for entry in content.biomarkers}
    things = {(thing.kind, thing.key): thing for thing in content.things}
    sources = {source.key: source for source in content.sources}
    related: dict[tuple[str, str], list[RelatedItem]] = defaultdict(list)
    for relation in sorted(content.relations, key=_place):
        name, codes = _target(relation, biomarkers, things)
        subject = (
            ("biomarker", relation.biomarker)
            if relation.biomarker
            else ("domain", relation.domain or "")
        )
        related[subject].append(
            RelatedItem(
                relation_id=relation.id,
                kind=relation.kind,
                key=relation.target,
                name=name,
                codes=codes,
                effect=relation.effect,
                when_direction=relation.when_direction,
                when_population=relation.when_population,
                when_dose=relation.when_dose,
                when_timing=relation.when_timing,
                rationale=relation.rationale,
                quotes=tuple(_quote(item) for item in relation.evidence if item.quote),
                source=sources[relation.sources[0]] if relation.sources else None,
                more_sources=relation.sources[1:],
                knowledge_level=relation.level,
                agent_type=relation.agent_type,
                reviewed=relation.reviewed,
            )
        )
    return Snapshot(
        release=release,
        origin=origin,
        notes=notes,
        biomarkers={
            key: entry.model_copy(update={"relations": tuple(related["biomarker", key])})
            for key, entry in sorted(biomarkers.items())
        },
        domains={
            entry.key: entry.model_copy(update={"relations": tuple(related["domain", entry.key])})
            for entry in sorted(content.domains, key=lambda entry: entry.key)
        },
        conditions=_of_kind(content.things, RelationKind.CONDITION),
        medications=_of_kind(content.things, RelationKind.MEDICATION),
        preanalytical=_of_kind(content.things, RelationKind.PREANALYTICAL),
        ambiguous_names=shared_names(content.biomarkers),
        sources=dict(sorted(sources.items())),
        code_systems=code_systems or {},
    )


def shared_names(biomarkers: Iterable[Biomarker]) -> dict[str, tuple[str, ...]]:
    """Normalised names that more than one biomarker carries, with their keys."""
    owners: dict[str, set[str]] = defaultdict(set)
    for entry in biomarkers:
        for name in all_names(entry):
            owners[normalise_name(name)].add(entry.key)
    return {name: tuple(sorted(keys)) for name, keys in sorted(owners.items()) if len(keys) > 1}


def all_names(entry: Biomarker) -> tuple[str, ...]:
    """Every name of a biomarker in every language, its display names first."""
    synonyms = [name for names in entry.synonyms.values() for name in names]
    return (entry.name, *entry.names.values(), *synonyms)


def _place(relation: RelationEntry) -> tuple[bool, int, str]:
    """Those that a curator put in order first, then the rest by id."""
    return relation.position is None, relation.position or 0, relation.id


def _quote(item: Evidence) -> Quote:
    return Quote(
        text=item.quote,
        source=item.source,
        locator=item.locator,
        document=item.document,
        offset=item.offset,
        verified=item.document is not None,
        checked_by=item.checked_by,
        checked_at=item.checked_at,
    )


def _target(
    relation: RelationEntry,
    biomarkers: dict[str, Biomarker],
    things: dict[tuple[RelationKind, str], NamedThing],
) -> tuple[str, tuple[Code, ...]]:
    if relation.kind is RelationKind.PARAMETER:
        target = biomarkers[relation.target]
        return target.name, tuple(Code(system="loinc", code=code.code) for code in target.loinc)
    thing = things[relation.kind, relation.target]
    return thing.name, thing.codes


def _of_kind(things: Iterable[NamedThing], kind: RelationKind) -> dict[str, NamedThing]:
    return {thing.key: thing for thing in sorted(things, key=lambda t: t.key) if thing.kind is kind}
