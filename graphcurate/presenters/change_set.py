"""A change set as its list and its page show it."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import ChangeSet, Comment, ReviewDecision, Revision
from graphcurate.presenters.diff import EntryDiff, Section, Turn
from graphcurate.queries.review import Listing, Standing
from medreview.accounts.models import User

MANY = 100
PER_PAGE = 50

Words = str | Promise

STATES: dict[str, tuple[str, Words]] = {
    ChangeSetState.DRAFT: ("", pgettext_lazy("change set", "Draft")),
    ChangeSetState.IN_REVIEW: ("waits", pgettext_lazy("change set", "In review")),
    ChangeSetState.CHANGES_REQUESTED: ("waits", pgettext_lazy("change set", "Changes requested")),
    ChangeSetState.APPROVED: ("good", pgettext_lazy("change set", "Approved")),
    ChangeSetState.PUBLISHED: ("good", pgettext_lazy("change set", "Published")),
    ChangeSetState.REJECTED: ("bad", pgettext_lazy("change set", "Rejected")),
    ChangeSetState.WITHDRAWN: ("", pgettext_lazy("change set", "Withdrawn")),
}
"""A chip's tone and its word."""

VERDICTS: dict[str, tuple[str, Words]] = {
    Verdict.APPROVE: ("circle-check", gettext_lazy("approved it")),
    Verdict.REQUEST_CHANGES: ("message-square-warning", gettext_lazy("asked for changes")),
    Verdict.REJECT: ("circle-x", gettext_lazy("rejected it")),
}
LISTS: dict[Listing, Words] = {
    Listing.WAITING: gettext_lazy("Waiting for me"),
    Listing.MINE: gettext_lazy("Mine"),
    Listing.OTHERS: gettext_lazy("Others"),
    Listing.APPROVED: gettext_lazy("Approved"),
    Listing.PUBLISHED: gettext_lazy("Published"),
    Listing.CLOSED: gettext_lazy("Rejected or withdrawn"),
}
EMPTY: dict[Listing, tuple[Words, Words]] = {
    Listing.WAITING: (
        gettext_lazy("Nothing waits for your review."),
        gettext_lazy("A change set comes here when a colleague sends it for review."),
    ),
    Listing.MINE: (
        gettext_lazy("You have no change set in work."),
        gettext_lazy("Open an entry of the graph and change it: that begins one."),
    ),
    Listing.OTHERS: (gettext_lazy("Nobody else has a change set in work."), ""),
    Listing.APPROVED: (
        gettext_lazy("No change set is approved and waits for a release."),
        "",
    ),
    Listing.PUBLISHED: (gettext_lazy("No change set was published yet."), ""),
    Listing.CLOSED: (gettext_lazy("No change set was rejected or withdrawn."), ""),
}


@dataclass(frozen=True)
class SetRow:
    """One line of the list."""

    id: str
    label: str
    title: str
    url: str
    author: str
    state: str
    tone: str
    word: Words
    fields: int
    since: dt.datetime
    reviewer: str
    is_for_me: bool
    """It was assigned to me."""
    is_own: bool
    release: str
    waits: bool


@dataclass(frozen=True)
class DecisionRow:
    """What a second person said, and whether it speaks of what stands there now."""

    id: str
    who: str
    departed: bool
    as_clinician: bool
    icon: str
    word: Words
    at: dt.datetime
    comment: str
    is_older: bool
    """It was given to another content than the one that stands."""
    verdict: str
    since_url: str


@dataclass(frozen=True)
class Card:
    """One changed entry, with what this reader and others left on it."""

    diff: EntryDiff
    viewed: bool
    was_viewed: bool
    """An earlier content of it was viewed."""
    comments: tuple[Comment, ...]
    reasons: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class CardSection:
    """The cards of one page that stand under one entry."""

    title: str
    url: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Progress:
    """How much of a set one reviewer has looked at."""

    viewed: int
    total: int
    removals_left: int
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether everything was looked at as it stands."""
        return self.viewed == self.total

    @property
    def is_many(self) -> bool:
        """Whether all of it has to be viewed before it is approved."""
        return self.total > MANY


def set_rows(sets: Iterable[ChangeSet], people: Mapping[str, User], user_id: str) -> list[SetRow]:
    """Change sets as lines; ``placed`` has said of each whose it is."""
    return [_set_row(one, people, user_id) for one in sets]


def _set_row(one: ChangeSet, people: Mapping[str, User], user_id: str) -> SetRow:
    tone, word = STATES[one.state]
    reviewer = people.get(getattr(one, "reviewer_now", None) or "")
    return SetRow(
        id=one.pk,
        label=one.label,
        title=one.title,
        url=reverse("graphcurate:change-detail", args=[one.pk]),
        author=one.opened_by.get_full_name(),
        state=one.state,
        tone=tone,
        word=word,
        fields=getattr(one, "fields", 0),
        since=one.submitted_at or one.created_at,
        reviewer=reviewer.get_full_name() if reviewer else "",
        is_for_me=reviewer is not None and reviewer.pk == user_id,
        is_own=bool(getattr(one, "is_own", False)),
        release=one.release.name if one.release else "",
        waits=one.state == ChangeSetState.IN_REVIEW,
    )


def decision_rows(
    change_set: ChangeSet, decisions: Iterable[ReviewDecision], content_hash: str
) -> list[DecisionRow]:
    """Verdicts, newest first. Who left stays named."""
    return [_decision_row(change_set, one, content_hash) for one in decisions]


def _decision_row(change_set: ChangeSet, one: ReviewDecision, content_hash: str) -> DecisionRow:
    icon, word = VERDICTS[one.verdict]
    is_older = one.content_hash != content_hash
    since = reverse("graphcurate:change-since", args=[change_set.pk, one.pk]) if is_older else ""
    return DecisionRow(
        id=one.pk,
        who=one.by.get_full_name(),
        departed=not one.by.is_active,
        as_clinician=one.as_clinician,
        icon=icon,
        word=word,
        at=one.created_at,
        comment=one.comment,
        is_older=is_older,
        verdict=one.verdict,
        since_url=since,
    )


def cards_of(
    listed: Sequence[Section],
    standing: Standing,
    comments: Iterable[Comment],
    revisions: Iterable[Revision],
    problems: Mapping[tuple[str, str], tuple[str, ...]],
) -> list[CardSection]:
    """The changes of a page as cards."""
    said: dict[tuple[str, str], list[Comment]] = {}
    for comment in comments:
        said.setdefault((comment.entry_kind, comment.entry_key), []).append(comment)
    why: dict[tuple[str, str], dict[str, None]] = {}
    for revision in revisions:
        if revision.reason:
            why.setdefault((revision.entry_kind, revision.entry_key), {})[revision.reason] = None
    return [
        CardSection(
            section.title,
            section.url,
            tuple(
                Card(
                    diff=one,
                    viewed=standing.saw(one.kind, one.key, one.content_hash),
                    was_viewed=standing.saw_earlier(one.kind, one.key, one.content_hash),
                    comments=tuple(said.get((one.kind, one.key), ())),
                    reasons=tuple(why.get((one.kind, one.key), ())),
                    problems=problems.get((one.kind, one.key), ()),
                )
                for one in section.entries
            ),
        )
        for section in listed
    ]


def progress_of(diffs: Sequence[EntryDiff], standing: Standing) -> Progress:
    """How far a reviewer has come."""
    seen = [one for one in diffs if standing.saw(one.kind, one.key, one.content_hash)]
    removals = [one for one in diffs if one.turn is Turn.REMOVED and one not in seen]
    tally = Counter(one.turn.value for one in diffs)
    return Progress(len(seen), len(diffs), len(removals), dict(tally))


def tally_words(tally: Mapping[str, int]) -> list[tuple[str, str, str]]:
    """Sign, kind and words of how much is added, changed and removed; what is none is left out."""
    added, changed, removed = (tally.get(turn.value, 0) for turn in (Turn.ADDED, *_REST))
    said = [
        ("+", "added", ngettext("%(n)d added", "%(n)d added", added) % {"n": added}, added),
        ("~", "changed", ngettext("%(n)d changed", "%(n)d changed", changed) % {"n": changed},
         changed),
        ("–", "removed", ngettext("%(n)d removed", "%(n)d removed", removed) % {"n": removed},
         removed),
    ]  # fmt: skip
    return [(sign, name, words) for sign, name, words, count in said if count]


_REST = (Turn.CHANGED, Turn.REMOVED)


def superseded_words(revisions: Iterable[Revision]) -> list[str]:
    """Which other set was approved with another value of the same field, and how often."""
    found = Counter(one.superseded_by.label for one in revisions if one.superseded_by is not None)
    return [
        ngettext(
            "%(n)d change left out: %(set)s was approved with another value of the same field.",
            "%(n)d changes left out: %(set)s was approved with other values of the same fields.",
            count,
        )
        % {"n": count, "set": label}
        for label, count in sorted(found.items())
    ]


def person_words(people: Iterable[User]) -> str:
    """People by name; who left stays named, and is said to have left."""
    return ", ".join(
        one.get_full_name()
        if one.is_active
        else _("%(name)s (no longer here)") % {"name": one.get_full_name()}
        for one in people
    )
