"""Hand a run to a person, and say how that ended. All of it under the lock of the run."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, NotFound, WrongState, gettext_noop
from medreview.patients import sealing
from medreview.patients.errors import KeyDestroyed, SealBroken
from medreview.runtime import recorder
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.events import HandedOff, HandoffResolved
from medreview.runtime.handoff_states import HANDOFF, HandoffEnd, HandoffState
from medreview.runtime.models import Handoff, Run

LONGEST_NOTE = 1000


@transaction.atomic
def hand_off(*, run: Run, cause: str, reasons: Sequence[str]) -> Handoff:
    """This run needs a person beyond its ordinary review. ``run`` is locked."""
    handoff = Handoff.objects.create(run=run, cause=cause, reasons=list(reasons))
    event = HandedOff(handoff=handoff.pk, cause=cause, reasons=tuple(reasons))
    recorder.record(event, run=run, by=None)
    audit.record(
        EventType.HANDOFF_OPENED,
        thing=handoff,
        by=None,
        patient=run.patient,
        counts={"reasons": len(reasons)},
        detail={"run": run.pk, "cause": cause},
    )
    return handoff


@transaction.atomic
def answer(*, handoff: Handoff, note: str, version: int, by: User) -> Handoff:
    """A person looked at what it names and writes what came of it; the note is sealed."""
    run = recorder.lock(handoff.run_id)
    handoff = Handoff.objects.get(pk=handoff.pk)
    if handoff.version != version or handoff.state != HandoffState.OPEN:
        raise WrongState(
            gettext_noop("Somebody resolved this hand-off meanwhile. Load the page again.")
        )
    note = note.strip()
    if not note:
        raise Invalid(gettext_noop("Write what you looked at and what came of it."))
    if len(note) > LONGEST_NOTE:
        raise Invalid(gettext_noop("This is longer than %(n)d characters."), n=LONGEST_NOTE)
    return _end(handoff, run, HandoffEnd.ANSWERED, note=note, by=by)


@transaction.atomic
def end_all(*, run: Run, end: HandoffEnd, by: User | None) -> None:
    """What ended the review ends every open hand-off of the run with it. ``run`` is locked."""
    for handoff in open_ones(run):
        _end(handoff, run, end, note="", by=by)


def open_ones(run: Run) -> list[Handoff]:
    """The hand-offs of a run that nobody has resolved."""
    return list(run.handoffs.filter(state=HandoffState.OPEN))


def handoff_of(run: Run, pk: str) -> Handoff:
    """One hand-off of this run."""
    handoff = run.handoffs.filter(pk=pk).first()
    if handoff is None:
        raise NotFound(gettext_noop("There is no such hand-off."))
    return handoff


def notes_of(run: Run, handoffs: Iterable[Handoff]) -> dict[str, str]:
    """What was written where they were answered, by their ids. The caller has recorded the read.

    ``PayloadUnreadable`` where the patient's key is gone.
    """
    noted = [(each.pk, bytes(each.note)) for each in handoffs if each.note is not None]
    if not noted:
        return {}
    try:
        seal = sealing.open_seal(run.patient)
        return {pk: seal.unseal(note, context=_place(pk)).decode() for pk, note in noted}
    except (KeyDestroyed, SealBroken) as problem:
        raise PayloadUnreadable(str(problem)) from problem


def _end(handoff: Handoff, run: Run, end: HandoffEnd, *, note: str, by: User | None) -> Handoff:
    HANDOFF.check(handoff.state, HandoffState.RESOLVED)
    handoff.state, handoff.ended_by = HandoffState.RESOLVED, end
    handoff.resolved_by, handoff.resolved_at = by, now()
    handoff.version += 1
    if note:
        place = _place(handoff.pk)
        handoff.note = sealing.seal(run.patient, note.encode(), context=place)
    handoff.save()
    recorder.record(HandoffResolved(handoff=handoff.pk, outcome=end), run=run, by=by)
    audit.record(
        EventType.HANDOFF_RESOLVED,
        thing=handoff,
        by=by,
        patient=run.patient,
        detail={"run": run.pk, "outcome": end.value},
    )
    return handoff


def _place(pk: str) -> str:
    return f"handoff|{pk}"
