"""What reviewers leave on a change set: viewed marks, remarks, and who is to review it."""

from collections.abc import Iterable

from django.db import transaction

from graphcurate import policies
from graphcurate.models import Assignment, ChangeSet, Comment, Mention, ViewedMark
from graphcurate.queries import review
from graphcurate.reviewing import remarks
from medreview.accounts.access import can, check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.queue import enqueue_after_commit


@transaction.atomic
def mark_viewed(
    *, change_set: ChangeSet, kind: str, key: str, content_hash: str, by: User
) -> ViewedMark:
    """This person looked at one entry's changes as they stand; an edit will leave it behind."""
    check_can(by, Permission.GRAPH_ACCEPT)
    mark, _made = ViewedMark.objects.update_or_create(
        change_set=change_set,
        entry_kind=kind,
        entry_key=key,
        by=by,
        defaults={"content_hash": content_hash},
    )
    audit.record(EventType.CHANGE_VIEWED, thing=mark, by=by, detail={"set": change_set.pk})
    return mark


@transaction.atomic
def unmark(*, change_set: ChangeSet, kind: str, key: str, by: User) -> None:
    """Take the mark away again."""
    check_can(by, Permission.GRAPH_ACCEPT)
    rows = ViewedMark.objects.filter(change_set=change_set, entry_kind=kind, entry_key=key, by=by)
    mark = rows.first()
    if mark is not None:
        rows.delete()
        audit.record(EventType.CHANGE_UNVIEWED, thing=mark, by=by, detail={"set": change_set.pk})


@transaction.atomic
def comment(
    *, change_set: ChangeSet, text: str, kind: str = "", key: str = "", by: User
) -> Comment:
    """A remark on the set, or on one entry of it. Who is called by @name finds it."""
    check_can(by, Permission.GRAPH_CURATE)
    policies.check_text(text, policies.SAY_SOMETHING)
    made = Comment.objects.create(
        change_set=change_set, entry_kind=kind, entry_key=key, text=text.strip(), by=by
    )
    called = review.called(remarks.mentioned(text), by)
    for mention in _mention(made, called):
        enqueue_after_commit("graphcurate.jobs.mail_mention", mention.pk)
    audit.record(
        EventType.CHANGE_COMMENTED,
        thing=made,
        by=by,
        counts={"mentions": len(called)},
        detail={"set": change_set.pk},
    )
    return made


def _mention(made: Comment, people: Iterable[User]) -> list[Mention]:
    return [Mention.objects.create(comment=made, person=person) for person in people]


@transaction.atomic
def put_away(*, mention: Mention, by: User) -> None:
    """The person who was named has read it."""
    if Mention.objects.filter(pk=mention.pk, person=by, seen_at=None).update(seen_at=now()):
        audit.record(EventType.MENTION_SEEN, thing=mention, by=by)


@transaction.atomic
def assign(*, change_set: ChangeSet, to: User, by: User) -> Assignment:
    """Ask one person for the review; taking it oneself is the same. They find it first."""
    check_can(by, Permission.GRAPH_CURATE)
    held = _held(change_set)
    remarks.check_waits(held.state)
    wrote = {person.pk for person in review.authors_of(held)}
    remarks.check_reviewer(may_decide=can(to, Permission.GRAPH_ACCEPT), contributed=to.pk in wrote)
    made = _assigned(held, to, by)
    if to.pk != by.pk:
        enqueue_after_commit("graphcurate.jobs.mail_assigned", made.pk)
    return made


@transaction.atomic
def hand_back(*, change_set: ChangeSet, by: User) -> Assignment:
    """Leave the review to anybody again."""
    check_can(by, Permission.GRAPH_CURATE)
    held = _held(change_set)
    reviewer = review.reviewer_of(held)
    remarks.check_can_hand_back(
        reviewer=reviewer.pk if reviewer else None, by=by.pk, opened_by=held.opened_by_id
    )
    return _assigned(held, None, by)


def _held(change_set: ChangeSet) -> ChangeSet:
    return ChangeSet.objects.select_for_update(of=("self",)).get(pk=change_set.pk)


def _assigned(change_set: ChangeSet, to: User | None, by: User) -> Assignment:
    made = Assignment.objects.create(change_set=change_set, reviewer=to, by=by)
    detail = {"to": to.pk if to else "anybody"}
    audit.record(EventType.CHANGE_SET_ASSIGNED, thing=change_set, by=by, detail=detail)
    return made
