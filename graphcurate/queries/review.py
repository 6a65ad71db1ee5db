"""Change sets as reviewers find them: whose turn it is, and what was already looked at and said."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from graphcurate import policies
from graphcurate.applying import Change
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import Fields
from graphcurate.errors import NoContent
from graphcurate.lifecycle import OPEN, ChangeSetState
from graphcurate.models import (
    Assignment,
    BulkEdit,
    ChangeSet,
    Comment,
    ConflictStatement,
    Contribution,
    Mention,
    Publication,
    ReviewDecision,
    ViewedMark,
)
from graphcurate.queries import change_sets, releases
from medreview.accounts.access import can
from medreview.accounts.models import RoleGrant, User
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import PERMISSIONS_OF
from medreview.common.clock import now
from medreview.common.errors import NotFound

DECIDING = tuple(
    role.value for role, may in PERMISSIONS_OF.items() if Permission.GRAPH_ACCEPT in may
)
"""The roles whose holders decide on change sets."""
WORKING = OPEN - {ChangeSetState.APPROVED}
"""States in which somebody has something to do before it can be published."""


ANSWERING = 100
"""How many of the newest change sets a report can be tied to."""


class Listing(StrEnum):
    """The lists of change sets, each set in exactly one of them for each person."""

    WAITING = "waiting"
    MINE = "mine"
    OTHERS = "others"
    APPROVED = "approved"
    PUBLISHED = "published"
    CLOSED = "closed"


@dataclass(frozen=True)
class Standing:
    """One person's marks on a set: of each entry, the content they saw."""

    marks: dict[tuple[str, str], str]

    def saw(self, kind: str, key: str, content_hash: str) -> bool:
        """Whether they looked at these very changes."""
        return self.marks.get((kind, key)) == content_hash

    def saw_earlier(self, kind: str, key: str, content_hash: str) -> bool:
        """Whether they looked, and it was changed since."""
        return self.marks.get((kind, key), content_hash) != content_hash


def listing(user: User, which: Listing) -> QuerySet[Any]:
    """The sets of one list: what is assigned to me first, then what waits longest."""
    rows = placed(user)
    working = Q(state__in=WORKING)
    waits = Q(state=ChangeSetState.IN_REVIEW, is_own=False) & (
        Q(reviewer_now=None) | Q(reviewer_now=user.pk)
    )
    if not can(user, Permission.GRAPH_ACCEPT):
        waits = Q(pk__in=[])
    lists = {
        Listing.WAITING: waits,
        Listing.MINE: working & Q(is_own=True),
        Listing.OTHERS: working & Q(is_own=False) & ~waits,
        Listing.APPROVED: Q(state=ChangeSetState.APPROVED),
        Listing.PUBLISHED: Q(state=ChangeSetState.PUBLISHED),
        Listing.CLOSED: Q(state__in=[ChangeSetState.REJECTED, ChangeSetState.WITHDRAWN]),
    }
    found = rows.filter(lists[which])
    if which is Listing.WAITING:
        # A reviewer is named or not: named ones are mine here, and empty sorts last.
        return found.order_by("reviewer_now", "submitted_at", "number")
    return found.order_by("-number")


def waiting_count(user: User) -> int:
    """How many change sets wait for this person's word."""
    if not can(user, Permission.GRAPH_ACCEPT):
        return 0
    return listing(user, Listing.WAITING).count()


def placed(user: User) -> QuerySet[Any]:
    """Every set with who is to review it now, and whether this person wrote in it.

    Any, because of what is added to a row: ``is_own``, ``reviewer_now`` and ``fields``.
    """
    wrote = Contribution.objects.filter(change_set=OuterRef("pk"), by=user)
    return (
        ChangeSet.objects.select_related("opened_by", "release")
        .annotate(
            is_own=Q(opened_by=user) | Exists(wrote),
            named=Subquery(_newest_assignment().values("reviewer")[:1]),
            fields=Count("revisions", distinct=True),
        )
        .annotate(reviewer_now=Subquery(_able("named").values("pk")[:1]))
    )


def _newest_assignment() -> QuerySet[Assignment]:
    return Assignment.objects.filter(change_set=OuterRef("pk")).order_by("-created_at", "-id")


def _able(column: str) -> QuerySet[User]:
    """The person of a column, as long as they are there and may decide."""
    grants = RoleGrant.objects.filter(user=OuterRef("pk"), role__in=DECIDING)
    return User.objects.filter(Exists(grants), pk=OuterRef(column), is_active=True)


def people_named(ids: set[str]) -> dict[str, User]:
    """People by their ids, those who left included."""
    return {user.pk: user for user in User.objects.filter(pk__in=ids)}


def reviewer_of(change_set: ChangeSet) -> User | None:
    """In whose hands the review is now; None where it is anybody's."""
    newest = change_set.assignments.order_by("-created_at", "-id").first()
    if newest is None or newest.reviewer_id is None:
        return None
    grants = RoleGrant.objects.filter(user=newest.reviewer_id, role__in=DECIDING)
    return User.objects.filter(Exists(grants), pk=newest.reviewer_id, is_active=True).first()


def able_reviewers(change_set: ChangeSet) -> QuerySet[User]:
    """Who could review it: may decide, is there, and wrote none of it."""
    wrote = Contribution.objects.filter(change_set=change_set).values("by")
    grants = RoleGrant.objects.filter(user=OuterRef("pk"), role__in=DECIDING)
    return (
        User.objects.filter(Exists(grants), is_active=True)
        .exclude(pk__in=wrote)
        .exclude(pk=change_set.opened_by_id)
        .select_related("hospital")
        .order_by("full_name", "id")
    )


def authors_of(change_set: ChangeSet) -> list[User]:
    """Who opened it, then everybody who wrote in it; those who left stay named."""
    wrote = [one.by for one in change_set.contributions.select_related("by").order_by("id")]
    return list({one.pk: one for one in (change_set.opened_by, *wrote)}.values())


def decisions_on(change_set: ChangeSet) -> list[ReviewDecision]:
    """Every verdict on it, newest first."""
    return list(change_set.decisions.select_related("by").order_by("-created_at", "-id"))


def contents_of(change_set: ChangeSet) -> tuple[GraphContent, GraphContent]:
    """The graph before a set and with it: as published, or as it would be from now."""
    if change_set.release is None:
        return releases.head(), change_sets.working_content([change_set])
    publication = Publication.objects.filter(release=change_set.release).first()
    try:
        after = releases.content_of_release(change_set.release)
        before = releases.content_of_release(publication.base) if publication else after
    except NoContent:
        return releases.head(), releases.head()
    return before, after


def drafts_in(changes: Iterable[Change]) -> dict[tuple[str, str], Fields]:
    """The fields that a set says of each entry, finished or not."""
    found: dict[tuple[str, str], Fields] = {}
    for change in changes:
        found.setdefault((change.kind.value, change.key), {})[change.field] = change.new
    return found


def decision_on(change_set: ChangeSet, pk: str) -> ReviewDecision:
    """One verdict of this very set."""
    found = change_set.decisions.select_related("by").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such decision on this change set."))
    return found


def marks_of(change_set: ChangeSet, user: User) -> Standing:
    """What this person marked as viewed."""
    rows = ViewedMark.objects.filter(change_set=change_set, by=user)
    return Standing({(row.entry_kind, row.entry_key): row.content_hash for row in rows})


def comments_on(change_set: ChangeSet) -> list[Comment]:
    """Every remark on it, oldest first."""
    return list(change_set.comments.select_related("by").order_by("created_at", "id"))


def mentions_of(user: User) -> QuerySet[Mention]:
    """Comments in which this person is named, newest first."""
    rows = Mention.objects.filter(person=user)
    return rows.select_related("comment__by", "comment__change_set").order_by("-created_at", "-id")


def unseen_mentions(user: User) -> QuerySet[Mention]:
    """Mentions this person has not put away."""
    return mentions_of(user).filter(seen_at=None)


def called(names: tuple[str, ...], by: User) -> list[User]:
    """The people a comment calls by these sign-in names: curators anywhere, and clinicians here."""
    found = User.objects.filter(username__in=names, is_active=True).exclude(pk=by.pk)
    return [
        one
        for one in found.order_by("username")
        if can(one, Permission.GRAPH_CURATE)
        or (one.hospital_id == by.hospital_id and can(one, Permission.GRAPH_FLAG))
    ]


@dataclass(frozen=True)
class StatementRow:
    """What somebody said of their interests, and until when it holds."""

    made_at: dt.datetime
    until: dt.datetime
    interests: str
    holds: bool


def statement_rows(user: User) -> list[StatementRow]:
    """What this person said of their interests, newest first; only the newest one holds."""
    found = ConflictStatement.objects.filter(by=user).order_by("-created_at", "-id")
    newest = found.first()
    return [
        StatementRow(
            made_at=one.created_at,
            until=one.created_at + policies.STATEMENT_HOLDS,
            interests=one.interests,
            holds=one == newest and policies.statement_holds(one.created_at, now()),
        )
        for one in found
    ]


def drafts_of(user: User) -> QuerySet[Any]:
    """Sets this person may still write in: their own first."""
    rows = placed(user).filter(state__in=[ChangeSetState.DRAFT, ChangeSetState.CHANGES_REQUESTED])
    return rows.order_by("-is_own", "-number")


def can_answer() -> QuerySet[ChangeSet]:
    """Sets that fix something, or still can: not those that were given up."""
    given_up = [ChangeSetState.REJECTED, ChangeSetState.WITHDRAWN]
    return ChangeSet.objects.exclude(state__in=given_up).order_by("-number")[:ANSWERING]


def bulk_edit_of(change_set: ChangeSet, pk: str) -> BulkEdit:
    """One bulk edit of this set."""
    found = change_set.bulk_edits.filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such bulk edit of this change set."))
    return found


def standing_bulk_edits(change_set: ChangeSet) -> list[BulkEdit]:
    """Bulk edits that were not taken back, newest first."""
    rows = change_set.bulk_edits.filter(undone_at=None).select_related("by")
    return list(rows.order_by("-created_at", "-id"))
