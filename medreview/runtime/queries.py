"""Runs, their timelines, and the ones that lost their worker."""

import datetime as dt
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, TextField, Value
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.common.errors import NotFound
from medreview.common.keyset import Slice, capped_count, slice_or_first
from medreview.patients import sealing
from medreview.patients.errors import KeyDestroyed, SealBroken
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.events import Payload
from medreview.runtime.leases import LEASE, database_now
from medreview.runtime.models import Run, RunEvent, StageLease
from medreview.runtime.recorder import SYSTEM, payload_context
from medreview.runtime.run_states import Models, RunState

PAGE_SIZE = 200

QUEUED_TOO_LONG = dt.timedelta(seconds=60)
"""A queued run is called for again after this long, if no worker is at work at all."""


FALLBACKS = RunEvent.objects.filter(kind="skill.ended", header__outcome="fallback")


def runs_for(user: User) -> QuerySet[Run]:
    """The runs of this person's hospital, newest first."""
    return Run.objects.filter(hospital=user.hospital_id).select_related("patient", "started_by")


@dataclass(frozen=True)
class RunFilter:
    """Which runs a list is narrowed to. Ids and states: it stands in an address."""

    state: str = ""
    who: str = ""
    """The id of who started it, or ``system``."""
    since: dt.datetime | None = None
    before: dt.datetime | None = None
    models: Models | None = None


def found_runs(user: User, wanted: RunFilter) -> QuerySet[Run]:
    """The runs of this person's hospital that meet a filter, newest first; ids sort by time."""
    runs = runs_for(user).order_by("-pk")
    if wanted.state:
        runs = runs.filter(state=wanted.state)
    if wanted.who:
        runs = runs.filter(started_by=None if wanted.who == SYSTEM else wanted.who)
    if wanted.since:
        runs = runs.filter(created_at__gte=wanted.since)
    if wanted.before:
        runs = runs.filter(created_at__lt=wanted.before)
    return runs.filter(_part_of_models(wanted.models)) if wanted.models else runs


def _part_of_models(models: Models) -> Q:
    if models is Models.FALLBACK:
        return Q(Exists(FALLBACKS.filter(run=OuterRef("pk"))))
    asked = Q(Exists(RunEvent.objects.filter(run=OuterRef("pk"), kind="skill.used")))
    return asked if models is Models.ASKED else ~asked


def fallbacks_by_run(runs: Collection[str]) -> dict[str, int]:
    """How many uses of a skill ended in the fallback, of these runs; none: left out."""
    rows = FALLBACKS.filter(run__in=runs).order_by().values("run").annotate(times=Count("id"))
    return {row["run"]: row["times"] for row in rows}


def page_of_runs(user: User, wanted: RunFilter, *, after: str | None, size: int) -> Slice[Run]:
    """One page of the hospital's runs, from behind the run ``after``."""
    return slice_or_first(found_runs(user, wanted), order=("-pk",), after=after, size=size)


def count_of_runs(user: User, wanted: RunFilter) -> int:
    """How many runs meet a filter; beyond the cap it only says that there are more."""
    return capped_count(found_runs(user, wanted))


def starters(user: User) -> QuerySet[User]:
    """Who ever started a run in this person's hospital, by name."""
    return (
        User.objects.filter(runs_started__hospital=user.hospital_id)
        .distinct()
        .order_by("full_name", "id")
    )


def run_for(user: User, pk: str) -> Run:
    """One run, or the same NotFound for another hospital's as for none."""
    run = runs_for(user).filter(pk=pk).select_related("patient", "hospital", "started_by").first()
    if run is None:
        raise NotFound(_("There is no such run."))
    return run


def timeline(run: Run, *, after: int = 0, size: int = PAGE_SIZE) -> list[RunEvent]:
    """The events behind number ``after``, oldest first."""
    return list(run.events.filter(seq__gt=after).order_by("seq")[:size])


def event_of(run: Run, seq: int) -> RunEvent:
    """One event of the run."""
    event = run.events.filter(seq=seq).first()
    if event is None:
        raise NotFound(_("There is no such event."))
    return event


def payload_of(event: RunEvent, run: Run) -> Payload:
    """What was sealed with the event; the caller has recorded that it is opened."""
    if event.payload is None:
        return {}
    context = payload_context(run.pk, event.seq)
    try:
        plaintext = sealing.unseal(run.patient, bytes(event.payload), context=context)
    except (KeyDestroyed, SealBroken) as problem:
        raise PayloadUnreadable(str(problem)) from problem
    opened: Payload = json.loads(plaintext)
    return opened


CIPHERTEXT_HASH = Func(
    Func(F("payload"), function="sha256"),
    Value("hex"),
    function="encode",
    output_field=TextField(),
)
"""What a sealed payload counts by in the chain, without carrying it out of the database."""


def events_of(run: Run) -> Iterator[RunEvent]:
    """Every event, in order, a few hundred in memory at a time. Payloads stay in the database."""
    # Not by way of the run: setting it on each of ten thousand rows takes as long as the rest.
    found = RunEvent.objects.filter(run=run.pk)
    rows = found.defer("payload").annotate(ciphertext_hash=CIPHERTEXT_HASH)
    return rows.order_by("seq").iterator(chunk_size=500)


def whole_events_of(run: Run) -> Iterator[RunEvent]:
    """The same with what is sealed in each, for one who opens them all."""
    return run.events.order_by("seq").iterator(chunk_size=500)


def settled_events(run: Run) -> list[RunEvent]:
    """Every event of a run that may go on meanwhile, and the run as it stood with the last one."""
    rows = list(events_of(run))
    for _again in range(3):
        if len(rows) == run.last_seq:
            break
        # An event came between the two readings; what never agrees is for the chain to say.
        run.refresh_from_db()
        rows = list(events_of(run))
    return rows


def abandoned(kind: str) -> list[str]:
    """Ids of the runs nobody works on though somebody should.

    Running ones whose lease ran out; and queued ones that waited long while no worker was at
    work on anything, so that a long queue that moves is left alone.
    """
    moment = database_now()
    live = StageLease.objects.filter(released_at=None, expires_at__gt=moment)
    lost = Q(state=RunState.RUNNING) & ~Q(Exists(live.filter(run=OuterRef("pk"))))
    patience = Q(woken_at=None) | Q(woken_at__lt=moment - LEASE)
    if not live.exists():
        lost |= Q(state=RunState.QUEUED, created_at__lt=moment - QUEUED_TOO_LONG)
    waiting = Run.objects.filter(lost & patience, kind=kind)
    return list(waiting.order_by("created_at").values_list("pk", flat=True))
