"""What the graph holds: the current release, its snapshot in memory, the misses."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from django.db.models import QuerySet

from graphcurate import contracts, rows
from graphcurate.applying import content_of
from graphcurate.entry_fields import EntryKind, key_of
from graphcurate.errors import NoContent, NoRelease
from graphcurate.lookup import Lookup
from graphcurate.models import Biomarker, Domain, NamedThing, Relation, Release, Source
from graphcurate.vocabulary import EntryStatus, ThingKind
from medreview.common.contract import Contract
from medreview.common.errors import NotFound, gettext_noop

Keys = Mapping[EntryKind, Collection[str]]

_snapshots: dict[str, contracts.Snapshot] = {}
_lookups: dict[str, Lookup] = {}
_contents: dict[str, contracts.GraphContent] = {}
_reading = Lock()


def current_release() -> Release:
    """The release that new analyses are made with."""
    release = _without_snapshot().order_by("-created_at", "-id").first()
    if release is None:
        raise NoRelease("There is no release of the graph yet. Run manage.py migrate.")
    return release


def release_named(name: str) -> Release:
    """A release by its name, such as ``starter-2026.11``."""
    release = _without_snapshot().filter(name=name).first()
    if release is None:
        raise NotFound("There is no release of this name.")
    return release


def release_with_hash(content_hash: str) -> Release | None:
    """The release with this content, or None for one that this installation does not hold."""
    return _without_snapshot().filter(content_hash=content_hash).first()


def all_releases() -> QuerySet[Release]:
    """Every release, without its content."""
    return _without_snapshot()


def snapshot_of(release: Release) -> contracts.Snapshot:
    """The release whole: read once in each process, whatever row asks for it."""
    known = _snapshots.get(release.content_hash)
    if known is not None:
        return known
    with _reading:
        if release.content_hash not in _snapshots:
            _snapshots[release.content_hash] = contracts.Snapshot.model_validate_json(
                release.snapshot
            )
        return _snapshots[release.content_hash]


def lookup_of(release: Release) -> Lookup:
    """The indexes over the release's snapshot, built once in each process."""
    snapshot = snapshot_of(release)
    with _reading:
        if release.content_hash not in _lookups:
            _lookups[release.content_hash] = Lookup(snapshot)
        return _lookups[release.content_hash]


def warm_up() -> None:
    """Read the current release and its indexes into memory now, where there is one."""
    with suppress(NoRelease):
        lookup_of(current_release())


def content(keys: Keys | None = None) -> contracts.GraphContent:
    """Every entry of the tables, ready to be put into a release; of each kind only ``keys``."""
    biomarkers = (
        _standing(Biomarker, EntryKind.BIOMARKER, keys)
        .select_related("domain")
        .prefetch_related(
            "codes", "names", "conversions", "intervals", "criticals__source", "validity"
        )
    )
    # A state is no end of a relation yet, so no reader of a release has a use for it.
    things = _standing(NamedThing, EntryKind.THING, keys).exclude(kind=ThingKind.STATE)
    relations = (
        _standing(Relation, EntryKind.RELATION, keys)
        .select_related("biomarker", "domain", "target_biomarker", "target_thing")
        .prefetch_related("evidence__source")
    )
    sources = _named(Source.objects.select_related("superseded_by"), EntryKind.SOURCE, keys)
    read: dict[EntryKind, Iterable[Contract]] = {
        EntryKind.BIOMARKER: map(rows.biomarker_entry, biomarkers),
        EntryKind.DOMAIN: map(rows.domain_entry, _standing(Domain, EntryKind.DOMAIN, keys)),
        EntryKind.THING: map(rows.thing_entry, things.prefetch_related("names", "codes")),
        EntryKind.RELATION: map(rows.relation_entry, relations),
        EntryKind.SOURCE: map(rows.source_entry, sources),
    }
    return content_of(
        {kind: {key_of(entry): entry for entry in entries} for kind, entries in read.items()}
    )


def head() -> contracts.GraphContent:
    """The content of the current release: what every draft starts from."""
    return content_of_release(current_release())


def content_of_release(release: Release) -> contracts.GraphContent:
    """What a release was built from: read once in each process.

    ``NoContent`` for a release that was made before releases kept it, unless it is the current
    one, whose content stands in the tables.
    """
    known = _contents.get(release.content_hash)
    if known is not None:
        return known
    text = Release.objects.values_list("content", flat=True).get(pk=release.pk)
    if text:
        read = contracts.GraphContent.model_validate_json(text)
    elif release == current_release():
        read = content()
    else:
        raise NoContent(
            gettext_noop(
                "Release %(name)s was made before releases kept their entries one by one. "
                "It can be read and run, not compared or restored."
            ),
            name=release.name,
        )
    _contents[release.content_hash] = read
    return read


def counts() -> dict[EntryKind, int]:
    """How many entries of each kind the tables hold."""
    things = _standing(NamedThing, EntryKind.THING, None).exclude(kind=ThingKind.STATE)
    return {
        EntryKind.BIOMARKER: _standing(Biomarker, EntryKind.BIOMARKER, None).count(),
        EntryKind.DOMAIN: _standing(Domain, EntryKind.DOMAIN, None).count(),
        EntryKind.THING: things.count(),
        EntryKind.RELATION: _standing(Relation, EntryKind.RELATION, None).count(),
        EntryKind.SOURCE: Source.objects.count(),
    }


def _standing(model: type[Any], kind: EntryKind, keys: Keys | None) -> QuerySet[Any]:
    """The entries that are not retired, all or with one of these keys."""
    rows = model._default_manager.exclude(status=EntryStatus.RETIRED)
    return _named(rows, kind, keys)


def _named(rows: QuerySet[Any], kind: EntryKind, keys: Keys | None) -> QuerySet[Any]:
    if keys is None:
        return rows
    wanted = keys.get(kind, ())
    if kind is EntryKind.THING:
        # A thing's key begins with its kind; two kinds may share what follows.
        pairs = [key.partition(":") for key in wanted]
        return rows.filter(kind__in={of for of, _, _ in pairs}, key__in={own for *_, own in pairs})
    return rows.filter(key__in=wanted)


def _without_snapshot() -> QuerySet[Release]:
    """Releases without their text, which most askers have in memory already."""
    return Release.objects.defer("snapshot", "content")
