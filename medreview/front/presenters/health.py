"""The checks of an installation as rows of a page."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from medreview.server.health import Check, State

NAMES: dict[str, str | Promise] = {
    "web": gettext_lazy("Web"),
    "database": gettext_lazy("Database"),
    "worker": gettext_lazy("Workers"),
    "queue": gettext_lazy("Queue"),
    "storage": gettext_lazy("Storage"),
    "clock": gettext_lazy("Clock"),
    "migrations": gettext_lazy("Migrations"),
    "backups": gettext_lazy("Backups"),
    "trail": gettext_lazy("Audit trail"),
    "messages": gettext_lazy("Messages"),
}

TONES = {
    State.OK: "good",
    State.DEGRADED: "waits",
    State.DOWN: "bad",
    State.UNKNOWN: "uncovered",
}

WORDS: dict[str, str | Promise] = {
    State.OK: pgettext_lazy("health", "ok"),
    State.DEGRADED: pgettext_lazy("health", "degraded"),
    State.DOWN: pgettext_lazy("health", "down"),
    State.UNKNOWN: pgettext_lazy("health", "unknown"),
}
"""The words of ``/healthz`` and ``/metrics``, in the reader's language."""

WORST_FIRST = (State.DOWN, State.DEGRADED, State.UNKNOWN, State.OK)


@dataclass(frozen=True)
class CheckRow:
    """One part of the installation."""

    name: str
    title: str | Promise
    state: str
    word: str | Promise
    tone: str
    says: str
    at: dt.datetime | None


def check_rows(checks: Iterable[Check]) -> list[CheckRow]:
    """The parts, what needs somebody first."""
    ordered = sorted(checks, key=lambda check: WORST_FIRST.index(check.state))
    return [
        CheckRow(
            name=check.name,
            title=NAMES.get(check.name, check.name),
            state=check.state.value,
            word=WORDS[check.state],
            tone=TONES[check.state],
            says=check.words,
            at=check.at,
        )
        for check in ordered
    ]
