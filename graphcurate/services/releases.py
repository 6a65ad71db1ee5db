"""Releases: made once, whole, hashed, and never changed."""

from django.db import connection, transaction

from graphcurate import queries, snapshot
from graphcurate.contracts import GraphContent
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER, STARTER_FOLDER, STARTER_NOTES
from graphcurate.models import Biomarker, Release
from graphcurate.services import entries
from graphcurate.vocabulary import EntryStatus, Origin
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.collector import collector_paused
from medreview.common.hashing import sha256_of_bytes

_STARTER_LOCK = 2026_11


def load_starter() -> Release:
    """The starter release: loaded from our files the first time, found the next.

    Nothing of it is marked reviewed; a site's own curators accept it item by item.
    """
    known = Release.objects.defer("snapshot", "content").filter(name=STARTER).first()
    return known or _load_starter()


@collector_paused()
@transaction.atomic
def _load_starter() -> Release:
    # Web and worker may both come up on an empty database: one loads, the other waits and finds.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_STARTER_LOCK])
    known = Release.objects.defer("snapshot", "content").filter(name=STARTER).first()
    if known:
        return known
    if not Biomarker.objects.exists():
        entries.store(content=read(STARTER_FOLDER), status=EntryStatus.RELEASED)
    return freeze(name=STARTER, origin=Origin.STARTER, notes=STARTER_NOTES)


@transaction.atomic
def freeze(
    *,
    name: str,
    origin: Origin,
    notes: str,
    code_systems: dict[str, str] | None = None,
    by: User | None = None,
    content: GraphContent | None = None,
) -> Release:
    """Put the tables as they stand into one immutable, hashed release.

    ``content`` is what they hold, where the caller has read it already.
    """
    content = content or queries.content()
    whole = snapshot.build(
        content, release=name, origin=origin, notes=notes, code_systems=code_systems
    )
    text = whole.as_text()
    release = Release.objects.create(
        name=name,
        origin=origin,
        notes=notes,
        snapshot=text,
        content_hash=sha256_of_bytes(text.encode()),
        content=content.as_text(),
        code_systems=code_systems or {},
    )
    audit.record(
        EventType.GRAPH_RELEASED,
        thing=release,
        by=by,
        counts={
            "biomarkers": len(whole.biomarkers),
            "relations": sum(len(entry.relations) for entry in whole.biomarkers.values()),
            "domains": len(whole.domains),
        },
        detail={"release": name, "hash": release.content_hash},
    )
    return release
