"""One change set as every answer about it needs it: read once for each request."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from graphcurate import policies
from graphcurate.applying import Change, Conflict, content_hash_of
from graphcurate.checks.problem import Problem
from graphcurate.lifecycle import CHANGE_SET, ChangeSetState
from graphcurate.models import ChangeSet, Revision
from graphcurate.presenters import change_set as words
from graphcurate.presenters.change_page import Part, part_of
from graphcurate.presenters.change_set import MANY, PER_PAGE
from graphcurate.presenters.checks import Check, checks_of, places_of, sentences_by_entry
from graphcurate.presenters.diff import EntryDiff, entry_diffs, quotes_in, sections, with_quotes
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import change_sets, planned_releases, review
from graphcurate.queries.quote_context import in_context
from medreview.accounts.access import can, person_of
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.text import whole_number


@dataclass
class Opened:
    """A change set and who looks at it."""

    change_set: ChangeSet
    user: User
    language: str = field(default_factory=lambda: get_language() or "en")

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What it changes."""
        return change_sets.changes_of(self.change_set)

    @cached_property
    def content_hash(self) -> str:
        """What a decision is given to."""
        return content_hash_of(self.changes)

    @cached_property
    def names(self) -> Names:
        """What things are called before and after it."""
        contents = review.contents_of(self.change_set)
        return Names(contents, self.language, review.drafts_in(self.changes))

    @cached_property
    def diffs(self) -> list[EntryDiff]:
        """Its changes, entry by entry."""
        return entry_diffs(self.changes, self.names)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What the checks say of it; nothing of a set that is closed."""
        is_open = policies.can_edit(self.change_set.state)
        return change_sets.problems_of(self.change_set) if is_open else ()

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Where a later release changed the same field."""
        is_open = policies.can_edit(self.change_set.state)
        return change_sets.conflicts_of(self.change_set) if is_open else ()

    @cached_property
    def standing(self) -> review.Standing:
        """What this reader marked as viewed."""
        return review.marks_of(self.change_set, self.user)

    @cached_property
    def is_own(self) -> bool:
        """Whether this reader wrote part of it."""
        wrote = change_sets.contributors(self.change_set)
        return policies.is_own(by=self.user.pk, contributors=wrote)

    def diff(self, name: str) -> EntryDiff:
        """One changed entry by its place on the page."""
        found = next((one for one in self.diffs if one.id == name), None)
        if found is None:
            raise NotFound(_("This change is not in the change set any more."))
        return found


def opened(request: HttpRequest, pk: str) -> Opened:
    """The change set an address names, for whoever asks."""
    return Opened(change_sets.change_set(pk), person_of(request))


def show(request: HttpRequest, seen: Opened, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page of a change set."""
    part = part_of(seen.diffs, whole_number(request.GET.get("page")))
    context = page_context(seen, part) | more
    return render(request, "graphcurate/changes/detail.html", context, status=status)


def page_context(seen: Opened, part: Part) -> dict[str, Any]:
    """What the page shows."""
    one = seen.change_set
    tone, word = words.STATES[one.state]
    revisions = list(change_sets.revisions_of(one))
    return acting(seen) | {
        "change_set": one,
        "rolled_back_in": planned_releases.rolled_back_in(one.release) if one.release else None,
        "tone": tone,
        "word": word,
        "authors": words.person_words(review.authors_of(one)),
        "tally": words.tally_words(words.progress_of(seen.diffs, seen.standing).tally),
        "part": part,
        "sections": _cards(seen, part, revisions),
        "comments": [each for each in review.comments_on(one) if not each.entry_kind],
        "superseded": words.superseded_words(revisions),
        "checks": _checks(seen),
        "bulk_edits": review.standing_bulk_edits(one) if policies.can_edit(one.state) else [],
    }


def acting(seen: Opened) -> dict[str, Any]:
    """Who this reader is to the set, and what they may do with it now."""
    one, user = seen.change_set, seen.user
    decisions = review.decisions_on(one)
    rows = words.decision_rows(one, decisions, seen.content_hash)
    reviewer = review.reviewer_of(one)
    waits = one.state == ChangeSetState.IN_REVIEW
    may_accept = can(user, Permission.GRAPH_ACCEPT) and not seen.is_own
    statement = change_sets.statement_of(user)
    return {
        "change_set": one,
        "progress": words.progress_of(seen.diffs, seen.standing),
        "decisions": rows,
        "older": rows[0] if _is_older(one, rows) else None,
        "content_hash": seen.content_hash,
        "is_own": seen.is_own,
        "reviewer": reviewer,
        "reviewer_is_me": reviewer is not None and reviewer.pk == user.pk,
        "may_curate": can(user, Permission.GRAPH_CURATE),
        "may_publish": can(user, Permission.GRAPH_PUBLISH),
        "may_mark": may_accept and one.is_open,
        "may_decide": may_accept and (waits or one.state == ChangeSetState.APPROVED),
        "may_approve": may_accept and waits,
        "may_reject": may_accept and waits,
        "may_send": can(user, Permission.GRAPH_CURATE)
        and CHANGE_SET.allows(one.state, ChangeSetState.IN_REVIEW)
        and one.state != ChangeSetState.APPROVED,
        "may_withdraw": seen.is_own
        and can(user, Permission.GRAPH_CURATE)
        and CHANGE_SET.allows(one.state, ChangeSetState.WITHDRAWN),
        "may_assign": waits and can(user, Permission.GRAPH_CURATE),
        "reviewers": [
            each
            for each in (review.able_reviewers(one) if waits else ())
            if each.pk not in {user.pk, reviewer.pk if reviewer else ""}
        ],
        "statement_holds": policies.statement_holds(
            statement.created_at if statement else None, now()
        ),
    }


def _is_older(one: ChangeSet, rows: list[words.DecisionRow]) -> bool:
    """The last word on it was an approval, of something that was edited since."""
    is_open = one.state in {ChangeSetState.IN_REVIEW, ChangeSetState.CHANGES_REQUESTED}
    return is_open and bool(rows) and rows[0].verdict == "approve" and rows[0].is_older


def _checks(seen: Opened) -> list[Check]:
    if not policies.can_edit(seen.change_set.state):
        return []
    places = places_of(seen.diffs, PER_PAGE if len(seen.diffs) > MANY else None)
    return checks_of(seen.problems, seen.conflicts, seen.names, places)


def _cards(seen: Opened, part: Part, revisions: list[Revision]) -> list[words.CardSection]:
    found = in_context(quotes_in(part.entries))
    return words.cards_of(
        sections(with_quotes(part.entries, found), seen.names),
        seen.standing,
        review.comments_on(seen.change_set),
        revisions,
        sentences_by_entry(seen.problems),
    )


def card(request: HttpRequest, seen: Opened, name: str, *, status: int = 200) -> HttpResponse:
    """One card again, and beside it how far the reviewer has come."""
    diff = seen.diff(name)
    part = Part([diff], 1, 1)
    revisions = list(change_sets.revisions_of(seen.change_set))
    listed = _cards(seen, part, revisions)
    context = acting(seen) | {"card": listed[0].cards[0], "with_progress": True}
    return render(request, "graphcurate/changes/_card.html", context, status=status)
