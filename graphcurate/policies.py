"""Who may do what with a change set, and when. Pure: facts in, an error or nothing out."""

import datetime as dt
import re
from collections.abc import Collection

from graphcurate.entry_fields import Json
from graphcurate.errors import CommentMissing, NoStatement, NotReady, OwnChange, StaleChangeSet
from graphcurate.lifecycle import OPEN, Verdict
from medreview.common.errors import Denied, Invalid, WrongState, gettext_noop

STATEMENT_HOLDS = dt.timedelta(days=365)
LONGEST_TEXT, LONGEST_REASON = 4000, 280
SAY_SOMETHING = gettext_noop("Write something first.")
LONGEST_KEY, LONGEST_FIELD = 200, 400
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def can_edit(state: str) -> bool:
    """Whether a change set of this state still takes changes."""
    return state in OPEN


def check_can_edit(state: str) -> None:
    """What is published, rejected or withdrawn stays as it is."""
    if not can_edit(state):
        raise WrongState(
            gettext_noop("This change set is closed. Put the change into another one.")
        )


def check_can_be_kept(key: str, field: str, new: Json) -> None:
    """A change is kept under a key and a field, as text without signs that are none."""
    if len(key) > LONGEST_KEY or len(field) > LONGEST_FIELD:
        raise Invalid(
            gettext_noop("“%(start)s…” is too long: a name has at most 200 characters."),
            start=(field if len(field) > LONGEST_FIELD else key)[:40],
        )
    if _UNSTORABLE.search(key) or _UNSTORABLE.search(field) or _has_no_signs(new):
        raise Invalid(gettext_noop("A text of it holds characters that are none."))


def _has_no_signs(value: Json) -> bool:
    if isinstance(value, str):
        return _UNSTORABLE.search(value) is not None
    if isinstance(value, dict):
        return any(_has_no_signs(inner) for pair in value.items() for inner in pair)
    return isinstance(value, list | tuple) and any(map(_has_no_signs, value))


def check_version(*, latest: int, seen: int) -> None:
    """A step names the change set as its author saw it."""
    if latest != seen:
        raise StaleChangeSet(
            gettext_noop("Somebody changed this change set after your page was made. Look again.")
        )


def check_content(*, latest: str, seen: str) -> None:
    """A decision is about one content; a later one has to be read first."""
    if latest != seen:
        raise StaleChangeSet(
            gettext_noop("The changes are not what you read: somebody edited them. Look again.")
        )


def is_own(*, by: str, contributors: Collection[str]) -> bool:
    """Whether this person wrote any of it."""
    return by in contributors


def check_not_own(*, by: str, contributors: Collection[str]) -> None:
    """Nobody decides on what they wrote themselves."""
    if is_own(by=by, contributors=contributors):
        raise OwnChange(
            gettext_noop("You wrote part of this change set. A second person decides on it.")
        )


def check_own(*, by: str, contributors: Collection[str]) -> None:
    """A change set is taken back or withdrawn by those who wrote in it."""
    if not is_own(by=by, contributors=contributors):
        raise Denied(
            gettext_noop("You wrote nothing in this change set: leave that to its author.")
        )


def statement_holds(stated_at: dt.datetime | None, now: dt.datetime) -> bool:
    """Whether a conflict-of-interest statement is younger than a year."""
    return stated_at is not None and now - stated_at < STATEMENT_HOLDS


def check_statement(stated_at: dt.datetime | None, now: dt.datetime) -> None:
    """Who accepts has said within a year what interests could sway them."""
    if not statement_holds(stated_at, now):
        raise NoStatement(
            gettext_noop(
                "Your statement on conflicts of interest is missing or older than a year. "
                "Make it first."
            )
        )


def check_says_something(changes: int) -> None:
    """Nothing can't be approved: all of it was superseded by what was approved meanwhile."""
    if not changes:
        raise NotReady(
            gettext_noop(
                "Nothing in this change set counts any more: what it changes was approved in "
                "another one. Its author decides what becomes of it."
            )
        )


def check_comment(verdict: Verdict, comment: str) -> None:
    """A refusal says why."""
    if verdict is not Verdict.APPROVE and not comment.strip():
        raise CommentMissing(gettext_noop("Say why, so that the author knows what to do."))
    check_length(comment)


def check_reason(reason: str) -> None:
    """A removal says why."""
    check_text(reason, gettext_noop("Say why it is removed."))


def check_text(text: str, missing: str, *, most: int = LONGEST_TEXT) -> None:
    """What people tell each other says something, and no more than a reader takes in."""
    if not text.strip():
        raise CommentMissing(missing)
    check_length(text, most=most)


def check_length(text: str, *, most: int = LONGEST_TEXT) -> None:
    """It may be left empty, and is no more than a reader takes in."""
    if len(text) > most:
        raise Invalid(gettext_noop("This is longer than %(n)d characters."), n=most)
