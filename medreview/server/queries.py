"""Whether this installation is up: what the page, ``/healthz`` and ``/metrics`` all say."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from medreview.common import queue
from medreview.common.clock import now
from medreview.server.health import Check, State
from medreview.server.models import WORKER, CheckResult, Heartbeat

log = structlog.get_logger(__name__)

SILENCE_ALLOWED = timedelta(seconds=20)
"""A worker's guard beats every 5 seconds; a dead one is seen within 35, polling included."""
SILENCE_IS_DEATH = timedelta(minutes=5)

WAIT_ALLOWED = timedelta(minutes=5)
"""Longer, and the queue stands still, whatever the heartbeat says."""

LITTLE_SHARE, LITTLE_BYTES = 0.10, 2 * 1024**3
NO_BYTES = 256 * 1024**2
"""Free space of which a database may still finish what it began."""

CLOCK_MAY_DIFFER, CLOCK_IS_WRONG = timedelta(seconds=2), timedelta(minutes=1)

BACKUP_MAY_BE = timedelta(hours=26)
"""A nightly one, and two hours to spare."""


def health() -> tuple[Check, ...]:
    """The parts of this installation, as they are now; any of them may be away."""
    checks = [Check("web", State.OK, _("answers")), _storage(), _backups()]
    try:
        _ask_database()
    except Error:
        unknown = _("not known: the database does not answer")
        behind = ("worker", "queue", "clock", "migrations")
        return (
            *checks,
            Check("database", State.DOWN, _("does not answer")),
            *(Check(name, State.DOWN, unknown) for name in behind),
        )
    checks.append(Check("database", State.OK, _("answers")))
    further = [import_string(path) for path in settings.HEALTH_CHECKS]
    asked = (_worker, _queue, _clock, _migrations, *further)
    return (*checks, *(_asked(check) for check in asked))


def last_result(name: str) -> CheckResult | None:
    """What a check that takes long found when it last ran."""
    return CheckResult.objects.filter(name=name, at__isnull=False).first()


def database_version() -> str:
    """The server's own number; empty while it does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            return str(cursor.fetchone()[0])
    except Error:
        return ""


def _asked(check: Callable[[], Check]) -> Check:
    """A check that broke says so; the others are still told."""
    try:
        return check()
    except Exception:
        log.exception("a health check broke")
        name = check.__name__.removeprefix("_")
        return Check(name, State.DOWN, _("could not be asked"))


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _worker() -> Check:
    heartbeat = Heartbeat.objects.filter(name=WORKER).first()
    if heartbeat is None:
        return Check("worker", State.DOWN, _("has not started yet"))
    silence = now() - heartbeat.at
    if silence <= SILENCE_ALLOWED:
        return Check("worker", State.OK, _("alive"), at=heartbeat.at)
    state = State.DOWN if silence > SILENCE_IS_DEATH else State.DEGRADED
    words = _("silent for %d seconds: no analysis will run") % silence.total_seconds()
    return Check("worker", state, words, at=heartbeat.at)


def _queue() -> Check:
    since, depth = queue.waiting_since(), queue.depth()
    if since is not None and now() - since > WAIT_ALLOWED:
        minutes = (now() - since).total_seconds() // 60
        words = _("the oldest task has waited for %d minutes") % minutes
        return Check("queue", State.DOWN, words, at=since)
    return Check("queue", State.OK, _("moves; tasks in it: %d") % depth, at=since)


def _storage() -> Check:
    try:
        space = shutil.disk_usage(settings.VAR)
    except OSError:
        return Check("storage", State.DOWN, _("the directory of this installation is not there"))
    share = space.free / space.total
    words = _("%(free)d GB free, %(share)d %%") % {
        "free": space.free // 1024**3,
        "share": 100 * share,
    }
    if space.free < NO_BYTES:
        return Check("storage", State.DOWN, words)
    if share < LITTLE_SHARE or space.free < LITTLE_BYTES:
        return Check("storage", State.DEGRADED, words)
    return Check("storage", State.OK, words)


def _clock() -> Check:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        differs = abs(now() - cursor.fetchone()[0])
    seconds = differs.total_seconds()
    words = _("%.1f seconds from the database’s") % seconds
    if differs > CLOCK_IS_WRONG:
        return Check("clock", State.DOWN, words)
    if differs > CLOCK_MAY_DIFFER:
        return Check("clock", State.DEGRADED, words)
    return Check("clock", State.OK, words)


def _migrations() -> Check:
    applied = set(MigrationRecorder(connection).applied_migrations())
    pending = _known_migrations() - applied
    if pending:
        words = _("%d not applied yet: run manage.py migrate") % len(pending)
        return Check("migrations", State.DEGRADED, words)
    return Check("migrations", State.OK, _("all applied"))


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    # Read from the disk once: a running program does not get new ones.
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _backups() -> Check:
    stamp = settings.BACKUP_STAMP
    if stamp is None:
        words = _("not known: MEDREVIEW_BACKUP_STAMP names no file that a backup touches")
        return Check("backups", State.UNKNOWN, words)
    return _backup_of(stamp)


def _backup_of(stamp: Path) -> Check:
    try:
        made = datetime.fromtimestamp(stamp.stat().st_mtime, tz=UTC)
    except OSError:
        return Check("backups", State.DEGRADED, _("not known: the file it touches is missing"))
    hours = (now() - made).total_seconds() / 3600
    words = _("the last one ended %d hours ago") % hours
    state = State.DEGRADED if now() - made > BACKUP_MAY_BE else State.OK
    return Check("backups", state, words, at=made)
