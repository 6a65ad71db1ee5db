"""What persons decide on candidates: confirm, correct, reject, put off, keep both."""

from django.db import transaction

from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, gettext_noop
from medreview.patients.sealing import open_seal
from memory import recorder
from memory.deciding import confirmation, correction, first_mention, is_plain_confirmation
from memory.errors import CandidateStale, NotForBulk
from memory.facts import Body
from memory.lifecycle import CANDIDATE, OPEN, CandidateState
from memory.models import Candidate, Fact
from memory.queries.candidates import proposal_of
from memory.sections.registry import section_of
from memory.vocabulary import ChangeKind, SectionKey
from memory.write_path.reconcile import Proposed

REASONS = frozenset(
    {"not_said", "misread", "not_this_patient", "not_true", "not_relevant", "other", "unsaid"}
)


@transaction.atomic
def confirm(*, candidate: Candidate, seen: int, by: User) -> Candidate:
    """What was proposed becomes, or changes, a confirmed fact."""
    candidate, proposed = _held(candidate, seen, by)
    if proposed.change is ChangeKind.CONTRADICTS:
        raise Invalid(
            gettext_noop("This contradicts a fact. Keep both, or decide which of them is true.")
        )
    fact, is_new = _fact_of(candidate, proposed, by)
    event = confirmation(proposed, at=now(), by=by.pk, is_new=is_new)
    candidate.fact = recorder.add(event, fact=fact)
    return _decided(candidate, CandidateState.CONFIRMED, by)


@transaction.atomic
def correct(*, candidate: Candidate, body: Body, seen: int, by: User) -> Candidate:
    """A person says it otherwise; what was said stays beside it."""
    candidate, proposed = _held(candidate, seen, by)
    if body.section is not proposed.body.section:
        raise Invalid(gettext_noop("A correction stays in its section."))
    fact, is_new = _fact_of(candidate, proposed, by)
    event = correction(proposed, body, at=now(), by=by.pk, is_new=is_new)
    candidate.fact = recorder.add(event, fact=fact)
    return _decided(candidate, CandidateState.CORRECTED, by)


@transaction.atomic
def keep_both(*, candidate: Candidate, seen: int, by: User) -> Candidate:
    """It stands beside what it contradicts, both confirmed as said; a professional is asked."""
    candidate, proposed = _held(candidate, seen, by)
    if not (proposed.against or candidate.fact_id):
        raise Invalid(gettext_noop("There is nothing that this contradicts."))
    fact = recorder.begin(first_mention(proposed, at=now(), by=by.pk), patient=candidate.patient)
    event = confirmation(proposed, at=now(), by=by.pk, is_new=True)
    candidate.fact = recorder.add(event, fact=fact)
    return _decided(candidate, CandidateState.KEPT_BOTH, by)


@transaction.atomic
def reject(*, candidate: Candidate, reason: str, seen: int, by: User) -> Candidate:
    """It is no fact. The reason is one of the list, and need not be typed."""
    candidate, _ = _held(candidate, seen, by)
    candidate.reason = reason if reason in REASONS else "unsaid"
    return _decided(candidate, CandidateState.REJECTED, by)


@transaction.atomic
def put_off(*, candidate: Candidate, seen: int, by: User) -> Candidate:
    """Look at it later: it waits behind the others."""
    candidate, _ = _held(candidate, seen, by)
    CANDIDATE.check(candidate.state, CandidateState.LATER)
    candidate.state, candidate.version = CandidateState.LATER, candidate.version + 1
    candidate.save(update_fields=["state", "version"])
    _told(candidate, by)
    return candidate


@transaction.atomic
def confirm_many(*, candidates: list[Candidate], seen: dict[str, int], by: User) -> int:
    """Plain confirmations at once: all of them, or none where one is not plain."""
    for candidate in candidates:
        if not may_be_in_bulk(candidate):
            raise NotForBulk(
                gettext_noop(
                    "Only what says again what is remembered is confirmed at once, and never an "
                    "allergy, a condition or a stopped medicine."
                )
            )
    for candidate in sorted(candidates, key=lambda one: one.pk):
        confirm(candidate=candidate, seen=seen[candidate.pk], by=by)
    return len(candidates)


def may_be_in_bulk(candidate: Candidate) -> bool:
    """Whether it may be confirmed together with others."""
    section = section_of(SectionKey(candidate.section))
    return section.bulk and is_plain_confirmation(
        proposal_of(candidate, open_seal(candidate.patient))
    )


def _held(candidate: Candidate, seen: int, by: User) -> tuple[Candidate, Proposed]:
    """The candidate, held and still as this person saw it."""
    check_can(by, Permission.MEMORY_DECIDE)
    recorder.lock(candidate.patient)
    held = (
        Candidate.objects.select_for_update(of=("self",))
        .select_related("patient", "fact", "source")
        .get(pk=candidate.pk)
    )
    stale = held.version != seen or held.state not in OPEN
    if stale or (held.fact is not None and held.fact.version != held.fact_version):
        raise CandidateStale(
            gettext_noop("This was decided or its fact changed after your page was made.")
        )
    return held, proposal_of(held, open_seal(held.patient))


def _fact_of(candidate: Candidate, proposed: Proposed, by: User) -> tuple[Fact, bool]:
    if candidate.fact is not None:
        return candidate.fact, False
    mention = first_mention(proposed, at=now(), by=by.pk)
    return recorder.begin(mention, patient=candidate.patient), True


def _decided(candidate: Candidate, state: CandidateState, by: User) -> Candidate:
    CANDIDATE.check(candidate.state, state)
    candidate.state, candidate.version = state, candidate.version + 1
    candidate.decided_by, candidate.decided_at = by, now()
    if candidate.fact is not None:
        candidate.fact_version = candidate.fact.version
    candidate.save()
    _told(candidate, by)
    return candidate


def _told(candidate: Candidate, by: User) -> None:
    audit.record(
        EventType.MEMORY_CANDIDATE_DECIDED,
        thing=candidate,
        by=by,
        patient=candidate.patient,
        detail={
            "state": candidate.state,
            "section": candidate.section,
            "change": candidate.change,
        },
    )
