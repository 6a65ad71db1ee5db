"""Entries written to the tables, as they stand in the exchange format."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, TypeVar

from django.db import transaction

from graphcurate import contracts, to_rows
from graphcurate.applying import entries_of
from graphcurate.entry_fields import EntryKind
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
from graphcurate.models.entry import Entry
from graphcurate.to_rows import Named
from graphcurate.vocabulary import EntryStatus
from medreview.common.contract import Contract
from medreview.common.ids import new_id
from medreview.common.models import Record

Row = TypeVar("Row", bound=Record)
NOTHING = contracts.GraphContent(biomarkers=(), domains=(), things=(), relations=(), sources=())

_PARTS: dict[type[Record], tuple[tuple[type[Record], str], ...]] = {
    Biomarker: tuple(
        (model, "biomarker")
        for model in (
            BiomarkerCode,
            BiomarkerName,
            UnitConversion,
            ReferenceInterval,
            CriticalLimit,
            ValidityWindow,
        )
    ),
    NamedThing: ((ThingCode, "thing"), (ThingName, "thing")),
    Relation: ((EvidenceItem, "relation"),),
}


def store(*, content: contracts.GraphContent, status: EntryStatus) -> None:
    """Write every entry of an empty graph; all of it or nothing."""
    replace(before=NOTHING, after=content, status=status)


@transaction.atomic
def replace(
    *, before: contracts.GraphContent, after: contracts.GraphContent, status: EntryStatus
) -> None:
    """Make the tables, which hold ``before``, hold ``after``; all of it or nothing.

    Only what differs is written. An entry that is gone is retired: its row stays, what it had
    (codes, names, limits, evidence) is free for others. A source nothing names is deleted.
    """
    changed, gone = _difference(before, _with_cited(after))
    named = _named()
    _retire(gone, named)
    sources = _placed(map(to_rows.source_row, changed.sources), named.sources, _key)
    for row, entry in zip(sources, changed.sources, strict=True):
        row.superseded_by = named.sources[entry.superseded_by] if entry.superseded_by else None
    _save(sources)
    domains = [to_rows.domain_row(entry, status) for entry in changed.domains]
    _save(_placed(domains, named.domains, _key))
    biomarkers = [to_rows.biomarker_row(entry, named, status) for entry in changed.biomarkers]
    _save(_placed(biomarkers, named.biomarkers, _key))
    things = [to_rows.thing_row(entry, status) for entry in changed.things]
    _save(_placed(things, named.things, _thing_key))
    relations = [to_rows.relation_row(entry, named, status) for entry in changed.relations]
    known = {row.key: row for row in Relation.objects.all()} if relations else {}
    _save(_placed(relations, known, _key))
    _write_parts(changed, named, biomarkers, things, relations)
    Source.objects.filter(key__in=gone[EntryKind.SOURCE]).delete()


def _with_cited(content: contracts.GraphContent) -> contracts.GraphContent:
    """The content with the sources that only a critical limit names."""
    known = {source.key for source in content.sources}
    cited = {
        limit.source.key: limit.source
        for biomarker in content.biomarkers
        for limit in biomarker.criticals
        if limit.source and limit.source.key not in known
    }
    return content.model_copy(update={"sources": (*content.sources, *cited.values())})


def _difference(
    before: contracts.GraphContent, after: contracts.GraphContent
) -> tuple[contracts.GraphContent, dict[EntryKind, set[str]]]:
    """The entries of ``after`` that are new or changed, and the keys that are gone."""
    changed: dict[str, tuple[Contract, ...]] = {}
    gone: dict[EntryKind, set[str]] = {}
    for kind in EntryKind:
        old = entries_of(before, kind)
        new = entries_of(after, kind)
        changed[kind.part] = tuple(entry for key, entry in new.items() if old.get(key) != entry)
        gone[kind] = set(old) - set(new)
    return contracts.GraphContent.model_validate(changed), gone


def _named() -> Named:
    return Named(
        sources={row.key: row for row in Source.objects.all()},
        domains={row.key: row for row in Domain.objects.all()},
        biomarkers={row.key: row for row in Biomarker.objects.all()},
        things={(row.kind, row.key): row for row in NamedThing.objects.all()},
    )


def _key(row: Any) -> str:
    key: str = row.key
    return key


def _thing_key(row: NamedThing) -> tuple[str, str]:
    return row.kind, row.key


def _placed(rows: Iterable[Row], known: dict[Any, Row], key: Callable[[Row], object]) -> list[Row]:
    """The rows, each with the id of the one it replaces or one of its own, and in its place."""
    placed = list(rows)
    for row in placed:
        old = known.get(key(row))
        row.id = old.id if old else new_id(row.id_prefix)
        if old:
            row.created_at = old.created_at
        if isinstance(row, Entry) and isinstance(old, Entry):
            row.version = old.version + 1
        known[key(row)] = row
    return placed


def _save(rows: Sequence[Row]) -> None:
    """Write rows of one table, new ones and those that replace one."""
    if not rows:
        return
    model = type(rows[0])
    columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        rows,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=columns,
    )


def _write_parts(
    changed: contracts.GraphContent,
    named: Named,
    biomarkers: list[Biomarker],
    things: list[NamedThing],
    relations: list[Relation],
) -> None:
    _clear_parts(Biomarker, biomarkers)
    _clear_parts(NamedThing, things)
    _clear_parts(Relation, relations)
    parts = chain(
        *(
            chain(*to_rows.biomarker_parts(row, entry, named))
            for row, entry in zip(biomarkers, changed.biomarkers, strict=True)
        ),
        *(
            chain(*to_rows.thing_parts(row, entry))
            for row, entry in zip(things, changed.things, strict=True)
        ),
        *(
            to_rows.evidence_rows(row, entry, named)
            for row, entry in zip(relations, changed.relations, strict=True)
        ),
    )
    by_table: dict[type[Record], list[Record]] = defaultdict(list)
    for part in parts:
        part.id = new_id(part.id_prefix)
        by_table[type(part)].append(part)
    for listed in by_table.values():
        _save(listed)


def _clear_parts(model: type[Record], rows: Iterable[Record]) -> None:
    ids = [row.id for row in rows]
    for part, owner in _PARTS[model] if ids else ():
        part._default_manager.filter(**{f"{owner}__in": ids}).delete()


def _retire(gone: dict[EntryKind, set[str]], named: Named) -> None:
    relations = Relation.objects.filter(key__in=gone[EntryKind.RELATION])
    biomarkers = [named.biomarkers[key] for key in gone[EntryKind.BIOMARKER]]
    things = [
        row for (kind, key), row in named.things.items() if f"{kind}:{key}" in gone[EntryKind.THING]
    ]
    domains = [named.domains[key] for key in gone[EntryKind.DOMAIN]]
    _clear_parts(Relation, relations)
    _clear_parts(Biomarker, biomarkers)
    _clear_parts(NamedThing, things)
    for model, rows in (
        (Relation, relations),
        (Biomarker, biomarkers),
        (NamedThing, things),
        (Domain, domains),
    ):
        ids = [row.id for row in rows]
        model._default_manager.filter(id__in=ids).update(status=EntryStatus.RETIRED)
