"""The guided reading of the starter content: what is left for whom, and how far it is."""

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet

from graphcurate import queries
from graphcurate.applying import entries_of
from graphcurate.entry_fields import REVIEWED, EntryInvalid, EntryKind, Fields, assemble
from graphcurate.gaps import guided
from graphcurate.gaps.coverage import Place
from graphcurate.lifecycle import OPEN, ChangeSetState
from graphcurate.models import ChangeSet, PassedOver, Revision, SecondReading
from graphcurate.queries.change_sets import content_hash, contributors, working_fields
from graphcurate.queries.coverage import demand_of_biomarkers
from medreview.accounts.models import User
from medreview.common.clock import today
from medreview.common.contract import Contract
from medreview.common.errors import NotFound, gettext_noop
from medreview.common.hashing import sha256_of

TITLE = gettext_noop("Guided review of the starter content")


@dataclass(frozen=True)
class Reading:
    """A set somebody sent, as a second reader reads it."""

    change_set: ChangeSet
    content_hash: str
    items: tuple[Place, ...]
    agreed: frozenset[Place]

    @property
    def left(self) -> tuple[Place, ...]:
        return tuple(place for place in self.items if place not in self.agreed)


def order() -> tuple[Place, ...]:
    """What nobody accepted yet in the current release, in the order of this day."""
    return _order(queries.current_release().content_hash, today())


def check_item(kind: str, key: str) -> EntryKind:
    """The kind of an item of the current release."""
    if kind not in set(EntryKind) or not entries_of(queries.head(), EntryKind(kind)).get(key):
        raise NotFound(gettext_noop("The current release has no such entry."))
    return EntryKind(kind)


def taken() -> frozenset[Place]:
    """Items that a first reader accepted, in a set that is still on its way."""
    return _places(_accepting(OPEN))


def accepted_by_two() -> frozenset[Place]:
    """Items in sets that a second reader accepted, and no release holds yet."""
    return _places(_accepting({ChangeSetState.APPROVED}))


def passed_over(by: User) -> frozenset[Place]:
    """Items that this reader left."""
    rows = PassedOver.objects.filter(by=by).values_list("entry_kind", "entry_key")
    return frozenset((EntryKind(kind), key) for kind, key in rows)


def pass_of(kind: EntryKind, key: str, by: User) -> PassedOver | None:
    """That and why this reader left an item."""
    return PassedOver.objects.filter(entry_kind=kind, entry_key=key, by=by).first()


def progress() -> tuple[guided.Progress, ...]:
    """How far the reading is, by domain."""
    both = accepted_by_two()
    return guided.progress(queries.head(), taken() - both, both)


def draft_of(by: User) -> ChangeSet | None:
    """The set this reader's acceptances go into just now."""
    mine = ChangeSet.objects.filter(opened_by=by, title=TITLE, state=ChangeSetState.DRAFT)
    return mine.order_by("-number").first()


def items_in(change_set: ChangeSet) -> tuple[Place, ...]:
    """The items a set accepts, in the order they are read."""
    rows = _accepting(OPEN).filter(change_set=change_set).values_list("entry_kind", "entry_key")
    accepted = {(EntryKind(kind), key) for kind, key in rows}
    known = [place for place in order() if place in accepted]
    return (*known, *sorted(accepted - set(known)))


def set_of(kind: EntryKind, key: str) -> ChangeSet | None:
    """The open set in which a first reader accepted an item."""
    row = _accepting(OPEN).filter(entry_kind=kind, entry_key=key).first()
    return row.change_set if row else None


def fields_of(kind: EntryKind, key: str, draft: ChangeSet | None) -> Fields:
    """An item as it would stand with a draft, but for the mark that somebody accepted it."""
    fields = dict(working_fields(draft, kind, key))
    fields.pop(REVIEWED, None)
    return fields


def entry_with(change_set: ChangeSet | None, kind: EntryKind, key: str) -> tuple[Contract, bool]:
    """An item as it would stand with a set; as it is now, and False, where that is no whole one."""
    head = queries.head()
    stands: Contract = entries_of(head, kind)[key]
    if change_set is None:
        return stands, True
    try:
        sources = {source.key: source for source in head.sources}
        return assemble(kind, key, working_fields(change_set, kind, key), sources), True
    except EntryInvalid:
        return stands, False


def seen_hash(kind: EntryKind, key: str, draft: ChangeSet | None) -> str:
    """What a reader accepts: the item as their page showed it."""
    return sha256_of(fields_of(kind, key, draft))


def sent_sets(by: User) -> list[ChangeSet]:
    """Sets that wait for a second reader who may be this one, the oldest first."""
    waiting = _sent().order_by("submitted_at", "number")
    return [one for one in waiting if by.pk not in contributors(one)]


def reading_of(pk: str, by: User) -> Reading:
    """A sent set with what this reader has agreed to, as it stands now."""
    change_set = _sent().filter(pk=pk).first()
    if change_set is None:
        raise NotFound(gettext_noop("This set waits for no second reader."))
    stands = content_hash(change_set)
    rows = SecondReading.objects.filter(change_set=change_set, by=by, content_hash=stands)
    agreed = rows.values_list("entry_kind", "entry_key")
    return Reading(
        change_set=change_set,
        content_hash=stands,
        items=items_in(change_set),
        agreed=frozenset((EntryKind(kind), key) for kind, key in agreed),
    )


def changed_fields(change_set: ChangeSet, kind: EntryKind, key: str) -> list[Revision]:
    """What a set changes of an item beside accepting it."""
    rows = change_set.revisions.filter(entry_kind=kind, entry_key=key)
    return list(rows.exclude(field=REVIEWED).select_related("author").order_by("field"))


@lru_cache(maxsize=2)
def _order(content: str, day: dt.date) -> tuple[Place, ...]:
    return guided.order(queries.head(), demand_of_biomarkers())


def _sent() -> QuerySet[ChangeSet]:
    rows = ChangeSet.objects.filter(state=ChangeSetState.IN_REVIEW, title=TITLE)
    return rows.select_related("opened_by")


def _accepting(states: frozenset[ChangeSetState] | set[ChangeSetState]) -> QuerySet[Revision]:
    rows = Revision.objects.filter(field=REVIEWED, new=True, superseded_by__isnull=True)
    return rows.filter(change_set__state__in=states).select_related("change_set")


def _places(rows: QuerySet[Revision]) -> frozenset[Place]:
    found = rows.values_list("entry_kind", "entry_key")
    return frozenset((EntryKind(kind), key) for kind, key in found)
