"""What a worker changes about an impact: taking it up, each batch of analyses, its end.

A batch and the place it came to are one transaction, under the lock of the impact: a worker
that dies loses its batch and nothing else, and the next goes on where it stopped.
"""

import datetime as dt
import time
from collections import Counter
from dataclasses import dataclass, field

from django.db import transaction

from analysis.impact import queries
from analysis.impact.contracts import RANK, Difference, Differences
from analysis.impact.dependence import Dependence
from analysis.impact.differences import differences
from analysis.impact.impact_states import IMPACT, ImpactState
from analysis.impact.models import ImpactDifference, ImpactRun
from analysis.impact.outcome import Asked
from analysis.impact.queries import Stored
from analysis.pipeline.contracts import Scope
from analysis.pipeline.models import Analysis
from analysis.pipeline.outputs import opened_output, sealed_output
from analysis.pipeline.queries import RECORD_STAGE
from graphcurate.models import Release
from graphcurate.queries import all_releases
from medreview.accounts.models import Hospital
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.collector import collector_paused
from medreview.common.ids import new_id
from medreview.fhir.record import PatientRecord
from medreview.patients.errors import SealBroken
from medreview.runtime.leases import database_now

BATCH = 50
BATCH_SECONDS = 5.0
"""Thick records take long: a batch ends after so much time, and what was done is kept."""
LEASE = dt.timedelta(seconds=90)
SLICE_SECONDS = 20.0
"""For so long one task works, so that an analysis somebody waits for gets its turn."""
MAX_ATTEMPTS = 3
"""After so many workers died at the same place nobody tries it once more by themselves."""


class TakenOver(Exception):
    """Cancelled, or another worker has it: nothing of ours may be written any more."""


@transaction.atomic
def claim(run_id: str) -> ImpactRun | None:
    """The impact, ours for a while; None when somebody works on it or it has ended."""
    row = ImpactRun.objects.select_for_update().filter(pk=run_id).defer("content").first()
    if row is None or not row.at_work:
        return None
    moment = database_now()
    if row.leased_until is not None and row.leased_until > moment:
        return None
    if row.attempts >= MAX_ATTEMPTS:
        _end(row, ImpactState.FAILED, reason="attempts_spent")
        return None
    if row.state == ImpactState.QUEUED:
        IMPACT.check(row.state, ImpactState.RUNNING)
        row.state, row.began_at = ImpactState.RUNNING, moment
        row.total = queries.analyses_in(row).count()
    row.fence += 1
    row.attempts += 1
    row.leased_until = moment + LEASE
    row.save(update_fields=["state", "began_at", "total", "fence", "attempts", "leased_until"])
    return queries.run_of(run_id)


def work_on(run: ImpactRun, *, seconds: float = SLICE_SECONDS) -> bool:
    """Do batches for a while; whether all is done. The impact is ours by ``claim``."""
    began = time.monotonic()
    comparing = Comparing(run)
    while time.monotonic() - began < seconds:
        with collector_paused():
            found = comparing.next_batch()
        if not found.ids:
            finish(run)
            return True
        keep(run, found)
    let_go(run)
    return False


@dataclass
class Batch:
    """What was found of the next analyses."""

    ids: list[str] = field(default_factory=list)
    rows: list[tuple[Analysis, Differences, bytes]] = field(default_factory=list)
    recomputed: int = 0
    unread: int = 0


class Comparing:
    """The stored analyses under two states of the graph, batch by batch."""

    def __init__(self, run: ImpactRun) -> None:
        self.run = run
        self.candidate = queries.candidate_of(run)
        self._bases: dict[str, Dependence] = {}

    def next_batch(self) -> Batch:
        """The next analyses compared; an empty one is the end."""
        found, began = Batch(), time.monotonic()
        for stored in queries.batch_of(self.run, BATCH):
            found.ids.append(stored.analysis.pk)
            self._compare(stored, found)
            if time.monotonic() - began > BATCH_SECONDS:
                break
        return found

    def _compare(self, stored: Stored, found: Batch) -> None:
        record = _record_of(stored)
        if record is None or stored.seal is None:
            found.unread += 1
            return
        dependence = self._dependence(stored.analysis)
        if not dependence.can_differ(record):
            return
        found.recomputed += 1
        differing = differences(*dependence.outcomes(asked_of(stored.analysis, record)))
        if differing.items:
            kept = sealed_output(
                differing,
                seal=stored.seal,
                analysis_id=stored.analysis.pk,
                stage=queries.place_of(self.run.pk),
            )
            found.rows.append((stored.analysis, differing, kept.sealed))

    def _dependence(self, analysis: Analysis) -> Dependence:
        release_id = self.run.base_id or analysis.release_id
        if release_id not in self._bases:
            graph = queries.graph_of(_release(release_id))
            self._bases[release_id] = Dependence(graph, self.candidate)
        return self._bases[release_id]


def asked_of(analysis: Analysis, record: PatientRecord) -> Asked:
    """What an analysis was asked, of the record as it read it."""
    scope = Scope(report=analysis.report or None, all_results=analysis.all_results)
    return Asked(record, analysis.as_of, scope)


def _record_of(stored: Stored) -> PatientRecord | None:
    if stored.seal is None or not stored.sealed:
        return None
    try:
        return opened_output(
            stored.sealed,
            PatientRecord,
            seal=stored.seal,
            analysis_id=stored.analysis.pk,
            stage=RECORD_STAGE,
        )
    except SealBroken:
        return None


def _release(release_id: str) -> Release:
    return all_releases().get(pk=release_id)


@transaction.atomic
def keep(run: ImpactRun, found: Batch) -> None:
    """Keep what was found of a batch, together with the place it came to."""
    _lock(run)
    ImpactDifference.objects.bulk_create(
        [
            ImpactDifference(
                id=_id(),
                run=run,
                analysis=analysis,
                hospital_id=analysis.hospital_id,
                rank=RANK[differing.items[0].kind],
                kinds=differing.kinds(),
                sealed=sealed,
            )
            for analysis, differing, sealed in found.rows
        ]
    )
    run.last = found.ids[-1]
    run.done += len(found.ids)
    run.total = max(run.total, run.done)
    run.recomputed += found.recomputed
    run.unread += found.unread
    run.differing += len(found.rows)
    run.tally = tallied(run.tally, [differing for _, differing, _ in found.rows])
    run.attempts = 0
    run.leased_until = database_now() + LEASE
    _save(run)


@transaction.atomic
def let_go(run: ImpactRun) -> None:
    """Give it back with work left, for the next task to take up."""
    _lock(run)
    run.leased_until, run.woken_at = None, database_now()
    _save(run)


@transaction.atomic
def finish(run: ImpactRun) -> None:
    """All analyses are done; each hospital's trail says how many were looked at."""
    _lock(run)
    _end(run, ImpactState.DONE)
    for hospital, counts in _by_hospital(run).items():
        audit.record(
            EventType.IMPACT_COMPUTED, thing=run, by=run.asked_by, hospital=hospital, counts=counts
        )


@transaction.atomic
def fail(run_id: str, fence: int, *, reason: str) -> None:
    """End it as failed, unless somebody else has it meanwhile."""
    row = ImpactRun.objects.select_for_update().filter(pk=run_id, fence=fence).first()
    if row is not None and row.at_work:
        _end(row, ImpactState.FAILED, reason=reason)


def tallied(known: list[list[object]], found: list[Differences]) -> list[list[object]]:
    """Each difference once with its number of analyses, the gravest and commonest first."""
    counts: Counter[Difference] = Counter()
    for words, number in known:
        counts[Difference.model_validate(words)] += int(str(number))
    for differing in found:
        counts.update(set(differing.items))
    order = sorted(
        counts, key=lambda one: (RANK[one.kind], -counts[one], one.about, one.thing, one.after)
    )
    return [[one.as_json(), counts[one]] for one in order]


def _lock(run: ImpactRun) -> None:
    row = ImpactRun.objects.select_for_update().filter(pk=run.pk).values("fence", "state").get()
    if row["fence"] != run.fence or row["state"] != ImpactState.RUNNING:
        raise TakenOver


WORKERS_FIELDS = (
    "state",
    "last",
    "done",
    "total",
    "recomputed",
    "unread",
    "differing",
    "tally",
    "attempts",
    "leased_until",
    "woken_at",
    "reason",
    "finished_at",
)


def _save(run: ImpactRun) -> None:
    run.save(update_fields=WORKERS_FIELDS)


def _end(run: ImpactRun, state: ImpactState, *, reason: str = "") -> None:
    IMPACT.check(run.state, state)
    run.state, run.reason = state, reason
    run.finished_at, run.leased_until = database_now(), None
    _save(run)


def _by_hospital(run: ImpactRun) -> dict[Hospital, dict[str, int]]:
    looked = Counter(queries.analyses_in(run).values_list("hospital", flat=True))
    differ = Counter(run.differences.values_list("hospital", flat=True))
    hospitals = Hospital.objects.filter(pk__in=looked).order_by("pk")
    return {
        hospital: {"analyses": looked[hospital.pk], "differing": differ[hospital.pk]}
        for hospital in hospitals
    }


def _id() -> str:
    # Rows that are made many at once are not saved one by one, where each is given its id.
    return new_id(ImpactDifference.id_prefix)
