"""Flags as rows: what they are about, where they stand, and how they were answered."""

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, Flag
from graphcurate.presenters.entry_names import Names
from graphcurate.reviewing.flag_states import FlagOutcome, FlagState

STATES: dict[str, tuple[str, str | Promise]] = {
    FlagState.OPEN: ("waits", pgettext_lazy("report", "Waits for a curator")),
    FlagState.TAKEN: ("busy", pgettext_lazy("report", "Being looked into")),
    FlagState.SETTLED: ("good", pgettext_lazy("report", "Settled")),
}
"""A chip's tone and its word."""


@dataclass(frozen=True)
class FlagRow:
    """One report, as its list and its page show it."""

    id: str
    version: int
    about: str
    about_url: str
    text: str
    release: str
    reporter: str
    reported_at: dt.datetime
    state: str
    tone: str
    state_word: str | Promise
    taken_by: str
    taken_by_me: bool
    is_mine: bool
    """I reported it."""
    is_new: bool
    """It was answered, and its reporter has not said that they read it."""
    answer: str
    how: str
    """How it was settled, in a sentence."""
    settled_by: str
    settled_at: dt.datetime | None
    set_label: str
    set_url: str
    url: str


def flag_row(flag: Flag, names: Names, user_id: str) -> FlagRow:
    """One report in words."""
    tone, word = STATES[flag.state]
    place = flag.entry_kind, flag.entry_key
    is_settled = flag.state == FlagState.SETTLED
    return FlagRow(
        id=flag.pk,
        version=flag.version,
        about=names.of(*place),
        about_url=names.address(*place),
        text=flag.text,
        release=flag.release,
        reporter=flag.reported_by.get_full_name(),
        reported_at=flag.created_at,
        state=flag.state,
        tone=tone,
        state_word=word,
        taken_by=flag.taken_by.get_full_name() if flag.taken_by else "",
        taken_by_me=flag.taken_by_id == user_id,
        is_mine=flag.reported_by_id == user_id,
        is_new=is_settled and flag.heard_at is None,
        answer=flag.answer,
        how=_how(flag) if is_settled else "",
        settled_by=flag.settled_by.get_full_name() if flag.settled_by else "",
        settled_at=flag.settled_at,
        set_label=flag.change_set.label if flag.change_set else "",
        set_url=_set_url(flag.change_set),
        url=reverse("graphcurate:flag-detail", args=[flag.pk]),
    )


def set_choices(sets: list[ChangeSet]) -> list[tuple[str, str]]:
    """Change sets to choose from, by number and title."""
    return [(one.pk, f"{one.label} · {one.title}") for one in sets]


def _set_url(change_set: ChangeSet | None) -> str:
    return reverse("graphcurate:change-detail", args=[change_set.pk]) if change_set else ""


def _how(flag: Flag) -> str:
    if flag.outcome == FlagOutcome.NO_CHANGE or flag.change_set is None:
        return _("Nothing changes.")
    said = {"set": flag.change_set.label}
    if flag.change_set.release is not None:
        said["release"] = flag.change_set.release.name
        return _("Fixed in change set %(set)s, published in release %(release)s.") % said
    if flag.change_set.state in {ChangeSetState.REJECTED, ChangeSetState.WITHDRAWN}:
        return _("Was to be fixed in change set %(set)s, which was given up since.") % said
    return _("Fixed in change set %(set)s, which is not published yet.") % said
