"""What the graph holds: the current release, its snapshot in memory, the misses."""

from contextlib import suppress
from threading import Lock
from typing import Any

from django.db.models import Count, Max, QuerySet

from graphcurate import contracts, rows
from graphcurate.errors import NoRelease
from graphcurate.lookup import Lookup
from graphcurate.models import Biomarker, Domain, LookupMiss, NamedThing, Relation, Release, Source
from graphcurate.vocabulary import ThingKind
from medreview.common.errors import NotFound

_snapshots: dict[str, contracts.Snapshot] = {}
_lookups: dict[str, Lookup] = {}
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


def releases() -> QuerySet[Release]:
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


def content() -> contracts.GraphContent:
    """Every entry of the tables, ready to be put into a release."""
    biomarkers = Biomarker.objects.select_related("domain").prefetch_related(
        "codes", "names", "conversions", "intervals", "criticals__source", "validity"
    )
    # A state is no end of a relation yet, so no reader of a release has a use for it.
    things = NamedThing.objects.exclude(kind=ThingKind.STATE).prefetch_related("names", "codes")
    relations = Relation.objects.select_related(
        "biomarker", "domain", "target_biomarker", "target_thing"
    ).prefetch_related("evidence__source")
    return contracts.GraphContent(
        biomarkers=tuple(rows.biomarker_entry(row) for row in biomarkers),
        domains=tuple(rows.domain_entry(row) for row in Domain.objects.all()),
        things=tuple(rows.thing_entry(row) for row in things),
        relations=tuple(rows.relation_entry(row) for row in relations),
        sources=tuple(rows.source_entry(row) for row in Source.objects.all()),
    )


def misses() -> QuerySet[Any, Any]:
    """What runs missed, the most missed first: the queue of work for curators."""
    return (
        LookupMiss.objects.values("code", "name", "domain", "how")
        .annotate(runs=Count("run", distinct=True), last=Max("created_at"))
        .order_by("-runs", "name", "code")
    )


def _without_snapshot() -> QuerySet[Release]:
    """Releases without their text, which most askers have in memory already."""
    return Release.objects.defer("snapshot")
