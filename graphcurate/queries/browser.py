"""The graph as it is browsed: an index in memory, and what of it is in somebody's hands."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import Q, QuerySet

from graphcurate import rows
from graphcurate.applying import changes_between
from graphcurate.browsing import Entry, EntryId, Index, Item, Standing, State, ends_of, item_of
from graphcurate.contracts import RelationEntry
from graphcurate.entry_fields import EntryKind
from graphcurate.errors import NoContent
from graphcurate.library import queries as library
from graphcurate.library.vocabulary import QuoteState
from graphcurate.lifecycle import OPEN, ChangeSetState
from graphcurate.models import Biomarker, ChangeSet, Domain, NamedThing, Relation, Release, Revision
from graphcurate.queries.releases import all_releases, content_of_release, current_release
from graphcurate.vocabulary import EntryStatus, ThingKind

_READ_BY_OTHERS = frozenset({ChangeSetState.IN_REVIEW, ChangeSetState.APPROVED})
_SUBJECTS = {"biomarker": EntryKind.BIOMARKER, "domain": EntryKind.DOMAIN}
_NAMES = ("names/en", "name", "title")
KEPT = 2
"""Releases whose index stays in memory: the current one, and the one before while pages change."""

_indexes: dict[str, Index] = {}


@dataclass(frozen=True)
class NewEntry:
    """An entry that only an open change set has."""

    kind: EntryKind
    key: str
    name: str
    change_set: ChangeSet


@dataclass(frozen=True)
class Step:
    """What one release did to an entry and to the relations of its own."""

    release: Release
    change_sets: tuple[ChangeSet, ...]
    fields: int
    """How many fields of it the change sets changed; 0 where it came by rolling back."""


def index() -> Index:
    """The current release to be searched, made once in each process."""
    release = current_release()
    known = _indexes.get(release.content_hash)
    if known is None:
        known = Index(content_of_release(release))
        for old in list(_indexes)[: max(len(_indexes) - KEPT + 1, 0)]:
            _indexes.pop(old, None)
        _indexes[release.content_hash] = known
    return known


def releases_in_order() -> list[Release]:
    """Every release, the first one first: their places are what "updated" counts in."""
    return list(all_releases().order_by("created_at", "id"))


def standing(order: list[Release]) -> Standing:
    """What is in open change sets, and in which of the releases each entry last changed."""
    return Standing(states=_in_hands(), updated=_last_changes(order))


def retired_items() -> list[Item]:
    """Entries that a release took out of the graph, as they were."""
    gone: tuple[Entry, ...] = (
        *map(rows.biomarker_entry, _retired(Biomarker).select_related("domain")),
        *map(rows.domain_entry, _retired(Domain)),
        *map(rows.thing_entry, _retired(NamedThing).exclude(kind=ThingKind.STATE)),
    )
    return [item_of(entry, ()) for entry in gone]


def new_entries(known: Index) -> list[NewEntry]:
    """Biomarkers, domains, things and sources that open change sets bring, by name."""
    named = (
        Revision.objects.filter(change_set__state__in=OPEN, field__in=_NAMES)
        .exclude(entry_kind=EntryKind.RELATION)
        .select_related("change_set")
    )
    heads = {one for item in known.items.values() for one in item.touches}
    found = [
        NewEntry(EntryKind(row.entry_kind), row.entry_key, str(row.new), row.change_set)
        for row in named
        if (EntryKind(row.entry_kind), row.entry_key) not in heads and row.new
    ]
    each = {(one.kind, one.key, one.change_set.pk): one for one in found}
    return sorted(each.values(), key=lambda one: one.name.casefold())


def open_sets_on(touches: Iterable[EntryId]) -> list[ChangeSet]:
    """The open change sets that change any of these entries, or bring a relation to one."""
    found = Q(pk__in=[])
    for kind, keys in _keys_by_kind(touches).items():
        found |= Q(revisions__entry_kind=kind, revisions__entry_key__in=keys)
        if kind.value in _SUBJECTS:
            found |= Q(
                revisions__entry_kind=EntryKind.RELATION,
                revisions__field=kind.value,
                revisions__new__in=keys,
            )
    return list(ChangeSet.objects.filter(found, state__in=OPEN).distinct().order_by("number"))


def history_of(touches: frozenset[EntryId], order: list[Release]) -> list[Step]:
    """Every release after the first that changed one of these entries, the newest first."""
    gone = _subjects_of_retired()
    touched = touches | {one for one, subject in gone.items() if subject in touches}
    wanted = Q(pk__in=[])
    for kind, keys in _keys_by_kind(touched).items():
        wanted |= Q(entry_kind=kind, entry_key__in=keys)
    published = Revision.objects.filter(wanted, change_set__state=ChangeSetState.PUBLISHED)
    sets: dict[str, dict[str, ChangeSet]] = defaultdict(dict)
    fields: dict[str, int] = defaultdict(int)
    for row in published.select_related("change_set"):
        sets[str(row.change_set.release_id)][row.change_set.pk] = row.change_set
        fields[str(row.change_set.release_id)] += 1
    back = {release.pk for release, changed in _without_change_sets(order) if touched & changed}
    return [
        Step(release, tuple(sets[release.pk].values()), fields[release.pk])
        for release in reversed(order)
        if release.pk in sets or release.pk in back
    ]


def quote_marks(relations: Iterable[RelationEntry]) -> dict[tuple[str, str], QuoteState]:
    """What the library says of each quote, by the ids of its relation and evidence item."""
    quotes = {
        (relation.id, item.id): (item.document or "", item.offset, item.quote)
        for relation in relations
        for item in relation.evidence
        if item.quote
    }
    states = library.quote_states(quotes.values()) if quotes else {}
    return {place: states[quote] for place, quote in quotes.items()}


def _in_hands() -> dict[EntryId, set[State]]:
    found: dict[EntryId, set[State]] = defaultdict(set)
    revisions = Revision.objects.filter(change_set__state__in=OPEN).values_list(
        "entry_kind", "entry_key", "field", "new", "change_set__state"
    )
    for kind, key, field, new, state in revisions:
        read = State.IN_REVIEW if state in _READ_BY_OTHERS else State.DRAFT
        found[EntryKind(kind), key].add(read)
        # A relation that is new, or leads from elsewhere now, concerns the entry it leads from.
        if kind == EntryKind.RELATION and field in _SUBJECTS and isinstance(new, str):
            found[_SUBJECTS[field], new].add(read)
    return found


def _last_changes(order: list[Release]) -> dict[EntryId, int]:
    subjects = _subjects_of_retired()
    touched: dict[str, set[EntryId]] = defaultdict(set)
    published = (
        Revision.objects.filter(change_set__state=ChangeSetState.PUBLISHED)
        .values_list("entry_kind", "entry_key", "change_set__release")
        .distinct()
    )
    for kind, key, made_in in published:
        one = (EntryKind(kind), key)
        touched[str(made_in)] |= {one, subjects.get(one, one)}
    otherwise = {release.pk: ones for release, ones in _without_change_sets(order)}
    changed: dict[EntryId, int] = {}
    # In their order, so that the last one stands.
    for place, release in enumerate(order):
        changed |= dict.fromkeys(
            touched[release.pk] or otherwise.get(release.pk, frozenset()), place
        )
    return changed


def _without_change_sets(order: list[Release]) -> list[tuple[Release, frozenset[EntryId]]]:
    """Releases that came about otherwise, by rolling back, each with what differs in it."""
    made = set(ChangeSet.objects.exclude(release=None).values_list("release", flat=True))
    return [
        (release, _difference(before, release))
        for before, release in pairwise(order)
        if release.pk not in made
    ]


_differences: dict[tuple[str, str], frozenset[EntryId]] = {}


def _difference(before: Release, after: Release) -> frozenset[EntryId]:
    """What differs between two releases, with the subjects of the relations that do."""
    pair = (before.content_hash, after.content_hash)
    if pair not in _differences:
        try:
            contents = content_of_release(before), content_of_release(after)
        except NoContent:
            return frozenset()
        ends = {entry.id: ends_of(entry)[0] for each in contents for entry in each.relations}
        ones = {(change.kind, change.key) for change in changes_between(*contents)}
        ones |= {ends[key] for kind, key in ones if kind is EntryKind.RELATION}
        _differences[pair] = frozenset(ones)
    return _differences[pair]


def _subjects_of_retired() -> dict[EntryId, EntryId]:
    """What relations that a release took out led from."""
    gone = _retired(Relation).values_list("key", "biomarker__key", "domain__key")
    return {
        (EntryKind.RELATION, key): (
            (EntryKind.BIOMARKER, biomarker) if biomarker else (EntryKind.DOMAIN, domain)
        )
        for key, biomarker, domain in gone
    }


def _retired(model: type[Any]) -> QuerySet[Any]:
    return model._default_manager.filter(status=EntryStatus.RETIRED)


def _keys_by_kind(touches: Iterable[EntryId]) -> dict[EntryKind, list[str]]:
    keys: dict[EntryKind, list[str]] = defaultdict(list)
    for kind, key in touches:
        keys[kind].append(key)
    return keys
