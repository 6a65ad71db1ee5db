"""Files brought into the graph: kept, gone through by a worker, turned into drafts."""

import datetime as dt
import gzip
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from graphcurate.applying import entries_of
from graphcurate.entry_fields import EntryKind
from graphcurate.errors import BrokeWorkers, HeldElsewhere
from graphcurate.exchange.files import Limits, OpenedFile, form_of, opened, unpacked
from graphcurate.exchange.forms import Form
from graphcurate.exchange.planning import ImportPlan, Planner, ReportRow
from graphcurate.import_states import GRAPH_IMPORT, UNDER_WAY, ImportState
from graphcurate.models import ChangeSet, GraphImport, Release
from graphcurate.models.graph_import import NAME_LENGTH
from graphcurate.queries.releases import content_of_release, current_release
from graphcurate.services.change_sets import changes_as_edits, open_set, save_edits, withdraw
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.collector import collector_paused
from medreview.common.errors import MedReviewError, WrongState, gettext_noop
from medreview.common.hashing import sha256_of_bytes
from medreview.common.queue import enqueue_after_commit

JOB = "graphcurate.jobs.run_import"
PATIENCE = dt.timedelta(minutes=5)
"""After this without a word a worker is taken for dead; another one begins anew."""
AT_ONCE = 20
MOST_ATTEMPTS = 3
TOLD_EVERY = 1_000
"""Rows between two words on how far it is."""


def limits() -> Limits:
    """How much of a file is taken at once."""
    return Limits(size=settings.UPLOAD_LIMITS["graph"], rows=settings.GRAPH_IMPORT_ROWS)


@transaction.atomic
def keep(*, name: str, content: bytes, by: User, wake: bool = True) -> GraphImport:
    """Keep a file for a worker to go through; FileRefused for what is no file of the graph.

    Without ``wake`` the caller goes through it at once.
    """
    plain = unpacked(content, limits())
    made = GraphImport.objects.create(
        name=_storable(name),
        form=form_of(plain),
        size=len(plain),
        sha256=sha256_of_bytes(plain),
        content=gzip.compress(plain, 1),
        by=by,
        called_at=now(),
    )
    audit.record(
        EventType.GRAPH_FILE_KEPT,
        thing=made,
        by=by,
        counts={"bytes": made.size},
        detail={"form": made.form, "sha256": made.sha256},
    )
    if wake:
        enqueue_after_commit(JOB, made.pk)
    return made


def run(import_id: str) -> None:
    """Go through a kept file. A second delivery finds it done or held, and stops."""
    made = _claimed(import_id)
    if made is None:
        return
    try:
        _go_through(made)
    except HeldElsewhere:
        return
    except MedReviewError as problem:
        made.refresh_from_db(fields=["state"])  # what was undone is not what memory says
        _fail(made, problem)


@transaction.atomic
def call_again() -> int:
    """Call a worker for every import whose call was lost, or whose worker died; how many."""
    lost = GraphImport.objects.select_for_update(skip_locked=True).filter(
        state__in=UNDER_WAY, called_at__lt=now() - PATIENCE
    )
    found = list(lost.order_by("called_at").values_list("pk", flat=True)[:AT_ONCE])
    GraphImport.objects.filter(pk__in=found).update(state=ImportState.QUEUED, called_at=now())
    for import_id in found:
        enqueue_after_commit(JOB, import_id)
    return len(found)


@transaction.atomic
def _claimed(import_id: str) -> GraphImport | None:
    """The import, if it waits for a worker."""
    made = GraphImport.objects.select_for_update().filter(pk=import_id).first()
    if made is None or made.state != ImportState.QUEUED:
        return None
    if made.attempt >= MOST_ATTEMPTS:
        sentence = gettext_noop("%(n)d workers broke at this file, so nothing of it was taken.")
        _fail(made, BrokeWorkers(sentence, n=made.attempt))
        return None
    GRAPH_IMPORT.check(made.state, ImportState.RUNNING)
    made.state = ImportState.RUNNING
    made.attempt += 1
    made.called_at = now()
    made.save(update_fields=["state", "attempt", "called_at"])
    return made


@collector_paused()
def _go_through(made: GraphImport) -> None:
    release = current_release()
    content = content_of_release(release)
    file = opened(
        Form(made.form),
        gzip.decompress(bytes(made.content)),
        entries_of(content, EntryKind.SOURCE),
        limits(),
    )
    planner = Planner(content)
    for done, row in enumerate(file.rows):
        if done % TOLD_EVERY == 0:
            _tell(made, done=done, total=len(file.rows))
        planner.take(row)
    _tell(made, done=len(file.rows), total=len(file.rows))
    plan = planner.finish()
    if plan.changes and made.change_set is None:
        _open_set(made)
    _finish(made, file, plan, release)


def _tell(made: GraphImport, *, done: int, total: int) -> None:
    """How far it is; that the worker lives; and whether it still holds the import."""
    told = _held(made).update(done=done, total=total, called_at=now())
    if not told:
        raise HeldElsewhere(gettext_noop("Another worker goes through this file."))


@transaction.atomic
def _open_set(made: GraphImport) -> None:
    """The set the drafts will stand in, for this worker or the next.

    By itself, because whoever opens a set holds the hospital's trail until the end of the
    transaction, and a large file takes a minute to write.
    """
    change_set = open_set(title=f"Import of {made.name}"[:NAME_LENGTH], by=made.by)
    if not _held(made).update(change_set=change_set):
        raise HeldElsewhere(gettext_noop("Another worker goes through this file."))
    made.change_set = change_set


@transaction.atomic
def _finish(made: GraphImport, file: OpenedFile, plan: ImportPlan, release: Release) -> None:
    """The drafts and the report, together or not at all."""
    if not _held(made).select_for_update().exists():
        raise HeldElsewhere(gettext_noop("Another worker goes through this file."))
    GRAPH_IMPORT.check(made.state, ImportState.DONE)
    if plan.changes:
        _draft(made, plan, release)
    else:
        _close_set(made)
    made.state = ImportState.DONE
    made.finished_at = now()
    made.counts, made.report = plan.counts(), _packed(plan.rows)
    made.notes = [{"sentence": note.sentence, "values": note.values} for note in file.notes]
    made.total = made.done = len(file.rows)
    made.release = release
    made.content = b""
    made.save()
    audit.record(
        EventType.GRAPH_FILE_IMPORTED,
        thing=made,
        by=made.by,
        counts=plan.counts(),
        detail={"change_set": made.change_set_id or ""},
    )


def _draft(made: GraphImport, plan: ImportPlan, release: Release) -> None:
    edits = changes_as_edits(plan.changes, plan.reasons)
    refused = save_edits(change_set=_set_of(made), edits=edits, by=made.by)
    if refused or current_release().pk != release.pk:
        raise WrongState(
            gettext_noop(
                "A release was published while this file was compared with the one before it. "
                "Nothing was taken; bring the file in again."
            )
        )


def _set_of(made: GraphImport) -> ChangeSet:
    if made.change_set is None:
        raise HeldElsewhere(gettext_noop("Another worker goes through this file."))
    return made.change_set


def _close_set(made: GraphImport) -> None:
    """A set that nothing was put into is withdrawn, not left about."""
    opened, made.change_set = made.change_set, None
    if opened is None:
        return
    opened.refresh_from_db()
    if opened.is_open and not opened.revisions.exists():
        withdraw(change_set=opened, version=opened.version, by=made.by)


@transaction.atomic
def _fail(made: GraphImport, problem: MedReviewError) -> None:
    """Nothing of the file is taken; the sentence says why."""
    GRAPH_IMPORT.check(made.state, ImportState.FAILED)
    ended = _held(made).update(
        state=ImportState.FAILED,
        finished_at=now(),
        problem={"sentence": problem.sentence or str(problem), "values": problem.values},
        change_set=None,
        content=b"",
    )
    if ended:
        _close_set(made)
        audit.record(EventType.GRAPH_FILE_REFUSED, thing=made, by=made.by)


def _held(made: GraphImport) -> QuerySet[GraphImport]:
    """The row, as long as nobody else has taken it on since."""
    return GraphImport.objects.filter(pk=made.pk, state=made.state, attempt=made.attempt)


def _packed(rows: Iterable[ReportRow]) -> bytes:
    lines = "\n".join(row.model_dump_json(exclude_defaults=True) for row in rows)
    return gzip.compress(lines.encode(), 1)


def _storable(name: str) -> str:
    """A file's name as it can be shown; the end of a very long one tells more."""
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
    return shown[-NAME_LENGTH:] or "-"
