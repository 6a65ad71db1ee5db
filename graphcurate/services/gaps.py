"""What curators make of a gap: a name or code of a biomarker, or nothing that is curated."""

from dataclasses import dataclass

from django.db import transaction

from graphcurate import policies, queries
from graphcurate.contracts import Snapshot
from graphcurate.entry_fields import EntryKind, Json, field_address
from graphcurate.errors import StaleGap
from graphcurate.gaps.states import GAP, AsideWhy, GapState
from graphcurate.lifecycle import ChangeSetState
from graphcurate.lookup import Lookup
from graphcurate.models import ChangeSet, Gap
from graphcurate.queries import coverage
from graphcurate.queries.change_sets import working_fields
from graphcurate.services import change_sets
from graphcurate.vocabulary import language_of
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, gettext_noop

TITLE = gettext_noop("Names and codes from the coverage map")
REASON = gettext_noop("Runs missed them. Each was put to a biomarker by its curator.")


@dataclass(frozen=True)
class Field:
    """What mapping a gap writes into a biomarker."""

    name: str
    value: Json


@transaction.atomic
def map_to(*, gap: Gap, biomarker: str, version: int, by: User) -> Gap:
    """Put the name, or the code where it has one, to a biomarker, in the curator's own draft.

    A result with a code is never looked up by its name, so there the code is what is missing.
    """
    standing = _locked(gap, version)
    GAP.check(standing.state, GapState.MAPPED)
    if biomarker not in queries.snapshot_of(queries.current_release()).biomarkers:
        raise Invalid(gettext_noop("The current release has no such biomarker."))
    draft = own_draft(by)
    field = field_for(standing)
    seen = working_fields(draft, EntryKind.BIOMARKER, biomarker).get(field.name)
    change_sets.save_field(
        change_set=draft,
        kind=EntryKind.BIOMARKER,
        key=biomarker,
        field=field.name,
        new=seen or field.value,
        seen=seen,
        by=by,
        reason=f"{standing.pk}",
    )
    standing.mapped_to, standing.change_set = biomarker, draft
    _settle(standing, GapState.MAPPED, by)
    audit.record(
        EventType.GAP_MAPPED,
        thing=standing,
        by=by,
        detail={"biomarker": biomarker, "change_set": draft.pk},
    )
    return standing


@transaction.atomic
def set_aside(*, gap: Gap, why: AsideWhy, reason: str, version: int, by: User) -> Gap:
    """Nothing to curate: it leaves the queue, and says why for ever."""
    standing = _locked(gap, version)
    GAP.check(standing.state, GapState.SET_ASIDE)
    if why is AsideWhy.IGNORED:
        policies.check_text(reason, gettext_noop("Say why it is ignored."))
    policies.check_length(reason, most=policies.LONGEST_REASON)
    standing.why_aside, standing.reason = why, reason.strip()
    _settle(standing, GapState.SET_ASIDE, by)
    audit.record(EventType.GAP_SET_ASIDE, thing=standing, by=by, detail={"why": why.value})
    return standing


@transaction.atomic
def reopen(*, gap: Gap, version: int, by: User) -> Gap:
    """Take it back: the gap waits again, and what mapping it wrote is undone."""
    standing = _locked(gap, version)
    GAP.check(standing.state, GapState.OPEN)
    draft = standing.change_set
    if draft is not None and draft.is_open:
        change_sets.undo(
            change_set=draft,
            kind=EntryKind.BIOMARKER,
            key=standing.mapped_to,
            field=field_for(standing).name,
            by=by,
        )
    _open(standing)
    audit.record(EventType.GAP_REOPENED, thing=standing, by=by)
    return standing


def after_release(release_id: str) -> None:
    """A step of every release: what it answers no longer waits."""
    settle_by_release()


@transaction.atomic
def settle_by_release() -> int:
    """What the current release answers is known; what it should have answered waits again."""
    release = queries.current_release()
    snapshot, lookup = queries.snapshot_of(release), queries.lookup_of(release)
    changed = []
    for gap in coverage.waiting_for_mapping().select_for_update(of=("self",)).order_by("pk"):
        state = _state_after(gap, snapshot, lookup)
        if state == gap.state:
            continue
        if state is GapState.OPEN:
            _clear(gap)
        gap.state = state
        gap.version += 1
        changed.append(gap)
    Gap.objects.bulk_update(
        changed, ["state", "version", "mapped_to", "change_set", "settled_by", "settled_at"]
    )
    return len(changed)


def own_draft(by: User) -> ChangeSet:
    """The draft this person's mappings go into; opened when there is none."""
    draft = (
        ChangeSet.objects.filter(opened_by=by, title=TITLE, state=ChangeSetState.DRAFT)
        .order_by("-number")
        .first()
    )
    return draft or change_sets.open_set(title=TITLE, by=by, reason=REASON)


def field_for(gap: Gap) -> Field:
    """What a biomarker lacks to answer this gap."""
    if gap.code:
        told = {"primary": False} | ({"display": gap.name} if gap.name else {})
        return Field(field_address("loinc", gap.code), told)
    return Field(f"synonyms/{language_of(gap.name)}/{gap.name}", value=True)


def _state_after(gap: Gap, snapshot: Snapshot, lookup: Lookup) -> GapState:
    if _is_known(gap, snapshot, lookup):
        return GapState.KNOWN
    draft = gap.change_set
    is_on_its_way = gap.state == GapState.MAPPED and draft is not None and draft.is_open
    return GapState.MAPPED if is_on_its_way else GapState.OPEN


def _is_known(gap: Gap, snapshot: Snapshot, lookup: Lookup) -> bool:
    """Whether a release answers it: a name by a biomarker, a biomarker by relations of its own."""
    key: str | None = gap.biomarker
    if not key:
        answer = lookup.find(
            codes=[gap.code] if gap.code else (),
            name=gap.name,
            specimen=gap.specimens[0] if gap.specimens else None,
            unit=gap.units[0] if gap.units else None,
        )
        return answer.biomarker is not None
    entry = snapshot.biomarkers.get(key)
    return entry is not None and bool(entry.relations)


def _locked(gap: Gap, version: int) -> Gap:
    standing = (
        Gap.objects.select_for_update(of=("self",)).select_related("change_set").get(pk=gap.pk)
    )
    if standing.version != version:
        raise StaleGap(
            gettext_noop("Somebody dealt with this gap after your page was made. Look again.")
        )
    if standing.came_to_nothing:
        _clear(standing)
        standing.state = GapState.OPEN
    return standing


def _settle(gap: Gap, state: GapState, by: User) -> None:
    gap.state, gap.settled_by, gap.settled_at = state, by, now()
    gap.version += 1
    gap.save()


def _open(gap: Gap) -> None:
    _clear(gap)
    gap.state, gap.why_aside, gap.reason = GapState.OPEN, "", ""
    gap.version += 1
    gap.save()


def _clear(gap: Gap) -> None:
    gap.mapped_to, gap.change_set, gap.settled_by, gap.settled_at = "", None, None, None
