"""Reading the starter content item by item: a first reader accepts, a second one agrees."""

from dataclasses import dataclass

from django.db import transaction

from graphcurate import policies, queries
from graphcurate.entry_fields import REVIEWED, EntryKind
from graphcurate.errors import CommentMissing, StaleGap
from graphcurate.gaps.guided import SET_SIZE
from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, PassedOver, ReviewDecision, SecondReading
from graphcurate.queries import guided
from graphcurate.queries.change_sets import contributors, head_fields, working_fields
from graphcurate.services import change_sets, decisions, flags
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import Invalid, WrongState, gettext_noop

REASON = gettext_noop("Each item was read whole, with its evidence, and accepted as it stands.")


@dataclass(frozen=True)
class Accepted:
    """The set an item went into, and whether that was just sent to a second reader."""

    change_set: ChangeSet
    count: int
    is_sent: bool


@transaction.atomic
def accept(*, kind: EntryKind, key: str, seen: str, by: User) -> Accepted:
    """Accept an item as the page showed it. A full set goes to the second reader at once."""
    elsewhere = guided.set_of(kind, key)
    if elsewhere is not None:
        raise WrongState(
            gettext_noop("Somebody accepted this item meanwhile, in %(set)s."), set=elsewhere.label
        )
    if head_fields(kind, key).get(REVIEWED):
        raise WrongState(gettext_noop("Two people accepted this item already."))
    draft = draft_for(by)
    if guided.seen_hash(kind, key, draft) != seen:
        raise StaleGap(gettext_noop("This item changed after your page was made. Read it again."))
    stands = working_fields(draft, kind, key).get(REVIEWED)
    change_sets.save_field(
        change_set=draft, kind=kind, key=key, field=REVIEWED, new=True, seen=stands, by=by
    )
    PassedOver.objects.filter(entry_kind=kind, entry_key=key, by=by).delete()
    draft.refresh_from_db()
    count = len(guided.items_in(draft))
    is_full = count >= SET_SIZE
    if is_full:
        change_sets.submit(change_set=draft, version=draft.version, by=by)
    return Accepted(draft, count, is_full)


@transaction.atomic
def take_back(*, kind: EntryKind, key: str, by: User) -> None:
    """The first reader's word is taken back, while their set is a draft."""
    draft = guided.draft_of(by)
    if draft is None or guided.set_of(kind, key) != draft:
        raise WrongState(gettext_noop("This item is not in your draft any more."))
    change_sets.undo(change_set=draft, kind=kind, key=key, field=REVIEWED, by=by)


@transaction.atomic
def send(*, by: User) -> ChangeSet:
    """Send what was read so far to the second reader."""
    draft = guided.draft_of(by)
    if draft is None:
        raise WrongState(gettext_noop("There is nothing of yours to send."))
    return change_sets.submit(change_set=draft, version=draft.version, by=by)


@transaction.atomic
def pass_over(*, kind: EntryKind, key: str, reason: str, is_flag: bool, by: User) -> PassedOver:
    """Leave an item, and say why; a flag makes it a task for the hospital's curators too."""
    policies.check_text(
        reason,
        gettext_noop("Say why you leave it, so that the next reader knows."),
        most=policies.LONGEST_REASON,
    )
    if is_flag:
        release = queries.current_release().name
        flags.flag(kind=kind.value, key=key, release=release, text=reason, by=by)
    made, _ = PassedOver.objects.update_or_create(
        entry_kind=kind, entry_key=key, by=by, defaults={"reason": reason.strip()}
    )
    audit.record(
        EventType.ITEM_PASSED_OVER,
        thing=made,
        by=by,
        detail={"kind": kind.value, "flagged": str(is_flag).lower()},
    )
    return made


def draft_for(by: User) -> ChangeSet:
    """The set this reader's acceptances and edits go into; opened when there is none."""
    return guided.draft_of(by) or change_sets.open_set(title=guided.TITLE, by=by, reason=REASON)


@transaction.atomic
def agree(*, pk: str, kind: EntryKind, key: str, content_hash: str, by: User) -> guided.Reading:
    """The second reader read an item of a set and agrees, as the set stands."""
    reading = guided.reading_of(pk, by)
    change_set = reading.change_set
    policies.check_not_own(by=by.pk, contributors=contributors(change_set))
    policies.check_content(latest=reading.content_hash, seen=content_hash)
    if (kind, key) not in reading.items:
        raise Invalid(gettext_noop("This item is not in the set."))
    made, _ = SecondReading.objects.update_or_create(
        change_set=change_set,
        entry_kind=kind,
        entry_key=key,
        by=by,
        defaults={"content_hash": content_hash},
    )
    audit.record(EventType.ITEM_READ_AGAIN, thing=made, by=by, detail={"set": change_set.pk})
    return guided.reading_of(pk, by)


def approve(*, pk: str, content_hash: str, by: User) -> ReviewDecision:
    """The second reader approves a set of which they have read every item."""
    reading = guided.reading_of(pk, by)
    if reading.left:
        raise WrongState(
            gettext_noop("Items left to read before you approve: %(n)d."), n=len(reading.left)
        )
    return decisions.decide(
        change_set=reading.change_set,
        verdict=Verdict.APPROVE,
        content_hash=content_hash,
        comment="",
        by=by,
    )


def object_to(*, pk: str, name: str, reason: str, content_hash: str, by: User) -> ReviewDecision:
    """The second reader disagrees with an item: the set goes back to its author, with why."""
    if not reason.strip():
        raise CommentMissing(gettext_noop("Say why, so that the author knows what to do."))
    return decisions.decide(
        change_set=guided.reading_of(pk, by).change_set,
        verdict=Verdict.REQUEST_CHANGES,
        content_hash=content_hash,
        comment=f"{name}: {reason.strip()}",
        by=by,
    )
