"""Whether this installation is up: what the health page and ``/healthz`` both say."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import Error, connection
from django.utils.translation import gettext as _

from medreview.common import queue
from medreview.common.clock import now
from medreview.server.models import WORKER, Heartbeat

SILENCE_ALLOWED = timedelta(seconds=20)
"""A worker's guard beats every 5 seconds; a dead one is seen within 35, polling included."""

WAIT_ALLOWED = timedelta(minutes=5)
"""Longer, and the queue stands still, whatever the heartbeat says."""


@dataclass(frozen=True)
class Check:
    """One part of the installation: whether it is up, and in words."""

    name: str
    is_up: bool
    words: str


def health() -> tuple[Check, ...]:
    """The parts of this installation, as they are now."""
    web = Check("web", is_up=True, words=_("answers"))
    try:
        _ask_database()
        return web, Check("database", is_up=True, words=_("answers")), _worker(), _queue()
    except Error:
        unknown = _("unknown: the database does not answer")
        return (
            web,
            Check("database", is_up=False, words=_("does not answer")),
            Check("worker", is_up=False, words=unknown),
            Check("queue", is_up=False, words=unknown),
        )


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _worker() -> Check:
    heartbeat = Heartbeat.objects.filter(name=WORKER).first()
    if heartbeat is None:
        return Check("worker", is_up=False, words=_("has not started yet"))
    silence = now() - heartbeat.at
    if silence > SILENCE_ALLOWED:
        words = _("silent for %d seconds: no analysis will run") % silence.total_seconds()
        return Check("worker", is_up=False, words=words)
    return Check("worker", is_up=True, words=_("alive"))


def _queue() -> Check:
    since = queue.waiting_since()
    if since is not None and now() - since > WAIT_ALLOWED:
        minutes = (now() - since).total_seconds() // 60
        words = _("the oldest task has waited for %d minutes") % minutes
        return Check("queue", is_up=False, words=words)
    return Check("queue", is_up=True, words=_("moves"))
