"""How far an impact is computed, which analyses it is about, and what was found of them."""

import datetime as dt
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from analysis.impact.contracts import Differences
from analysis.impact.impact_states import AT_WORK, ImpactState
from analysis.impact.models import ImpactDifference, ImpactRun
from analysis.impact.outcome import Graph
from analysis.pipeline.analysis_states import READ
from analysis.pipeline.models import Analysis, StageOutput
from analysis.pipeline.outputs import opened_output
from analysis.pipeline.queries import RECORD_STAGE
from analysis.pipeline.since import replaced_by
from graphcurate import snapshot
from graphcurate.contracts import GraphContent
from graphcurate.errors import NoRelease
from graphcurate.models import ChangeSet, Release
from graphcurate.queries import current_release, lookup_of, snapshot_of
from graphcurate.queries.change_sets import content_hash
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound, gettext_noop
from medreview.common.keyset import Slice, slice_or_first
from medreview.patients.errors import SealBroken
from medreview.patients.sealing import OpenSeal, open_seals
from medreview.runtime.leases import database_now

CALLED_LATELY = dt.timedelta(minutes=1)
TRIED_AGAIN_AFTER = dt.timedelta(hours=1)
"""So long after it broke, what a release changes is computed once more."""

DIFFERENCES = "impact"
"""In whose place the differences of an analysis are sealed."""


def runs() -> QuerySet[ImpactRun]:
    """Every impact, the newest first, without its candidate's content."""
    return ImpactRun.objects.select_related("change_set", "asked_by", "release", "base").defer(
        "content", *_contents("release"), *_contents("base")
    )


def run_of(pk: str) -> ImpactRun:
    """One impact by its id."""
    found = runs().filter(pk=pk).first()
    if found is None:
        raise NotFound(gettext_noop("There is no such impact."))
    return found


def latest(candidate_hash: str, base: Release | None = None) -> ImpactRun | None:
    """The newest impact of a content on what the current release says; cancelled ones left out."""
    of_content = runs().filter(candidate_hash=candidate_hash, release=None)
    of_content = of_content.filter(base=base or current_release())
    return of_content.exclude(state=ImpactState.CANCELLED).first()


def latest_of_set(change_set: ChangeSet) -> ImpactRun | None:
    """The newest impact asked for of a change set, whatever it has become since."""
    return runs().filter(change_set=change_set).exclude(state=ImpactState.CANCELLED).first()


def is_of_now(run: ImpactRun) -> bool:
    """Whether it is about its change set as it stands, beside the release that is current."""
    if run.change_set is None:
        return run.base_id in (None, current_release().pk)
    return run.base_id == current_release().pk and run.set_hash == content_hash(run.change_set)


def finished_since(run: ImpactRun) -> int:
    """How many analyses were finished since, which it says nothing of."""
    return _standing().filter(finished_at__gt=run.upto).count()


def analyses_in(run: ImpactRun) -> QuerySet[Analysis]:
    """The analyses it is about: somebody relies on them, and no re-run has taken their place."""
    found = _standing().filter(finished_at__lte=run.upto)
    if run.since is not None:
        found = found.filter(finished_at__gt=run.since)
    if run.release_id is not None:
        found = found.exclude(release=run.release_id)
    return found.order_by("id")


def _standing() -> QuerySet[Analysis]:
    return Analysis.objects.filter(state__in=sorted(READ)).exclude(
        pk__in=Analysis.objects.filter(state__in=sorted(READ), rerun_of__isnull=False).values(
            "rerun_of"
        )
    )


@dataclass(frozen=True)
class Stored:
    """One analysis with what it had read, still sealed."""

    analysis: Analysis
    sealed: bytes
    seal: OpenSeal | None
    """None where the patient's key was destroyed."""


def batch_of(run: ImpactRun, size: int) -> list[Stored]:
    """The next analyses that nobody has done."""
    rows = list(
        analyses_in(run)
        .filter(pk__gt=run.last)
        .only(
            "patient_id", "hospital_id", "run_id", "release_id", "as_of", "report", "all_results"
        )[:size]
    )
    records = StageOutput.objects.filter(
        stage=RECORD_STAGE, run__in=[row.run_id for row in rows]
    ).values_list("analysis_id", "sealed")
    sealed = {analysis_id: bytes(blob) for analysis_id, blob in records}
    seals = open_seals(row.patient_id for row in rows)
    return [Stored(row, sealed.get(row.pk, b""), seals.get(row.patient_id)) for row in rows]


def graph_of(release: Release) -> Graph:
    """A release, ready to be asked."""
    return Graph(snapshot_of(release), lookup_of(release))


def candidate_of(run: ImpactRun) -> Graph:
    """What the analyses are compared with, ready to be asked."""
    if run.release is not None:
        return graph_of(run.release)
    packed = ImpactRun.objects.values_list("content", flat=True).get(pk=run.pk)
    content = GraphContent.model_validate_json(zlib.decompress(bytes(packed or b"")))
    return Graph.of(snapshot.build(content, release="candidate", origin="curated"))


def packed(content: GraphContent) -> bytes:
    """A candidate's content as it is kept."""
    return zlib.compress(content.as_text().encode())


# What was found


@dataclass(frozen=True)
class Listed:
    """One analysis of the list; ``differences`` is None where its patient's key is gone."""

    row: ImpactDifference
    differences: Differences | None


def sees_every_hospital(user: User) -> bool:
    """Who keeps the graph for all hospitals sees what changes in all, and no patient of any."""
    return can(user, Permission.GRAPH_CURATE)


def rows_for(user: User, run: ImpactRun) -> QuerySet[ImpactDifference]:
    """The differing analyses this person is shown: a curator all, others their hospital's."""
    rows = run.differences.select_related("analysis", "hospital")
    return rows if sees_every_hospital(user) else rows.filter(hospital=user.hospital_id)


def page_of_rows(
    user: User, run: ImpactRun, *, kind: str, after: str | None, size: int
) -> Slice[ImpactDifference]:
    """A page of the list, the gravest first; of one kind of difference where one is named."""
    rows = rows_for(user, run)
    rows = rows.filter(kinds__contains=[kind]) if kind else rows
    return slice_or_first(rows, order=("rank", "pk"), after=after, size=size)


def elsewhere(user: User, run: ImpactRun) -> int:
    """How many differ in hospitals whose analyses this person is not shown."""
    if sees_every_hospital(user):
        return 0
    return run.differences.exclude(hospital=user.hospital_id).count()


def seconds_at_work(run: ImpactRun) -> float:
    """How long it has been worked on."""
    if run.began_at is None:
        return 0.0
    return ((run.finished_at or database_now()) - run.began_at).total_seconds()


def listed(rows: Iterable[ImpactDifference]) -> list[Listed]:
    """These rows opened, each with its own patient's key. The caller records the reading."""
    kept = list(rows)
    seals = open_seals(row.analysis.patient_id for row in kept)
    return [Listed(row, _opened(row, seals.get(row.analysis.patient_id))) for row in kept]


def _opened(row: ImpactDifference, seal: OpenSeal | None) -> Differences | None:
    if seal is None:
        return None
    try:
        return opened_output(
            bytes(row.sealed),
            Differences,
            seal=seal,
            analysis_id=row.analysis_id,
            stage=place_of(row.run_id),
        )
    except SealBroken:
        return None


def place_of(run_id: str) -> str:
    """Where the differences that one run found of an analysis are sealed."""
    return f"{DIFFERENCES}|{run_id}"


# What came out since an analysis


@dataclass(frozen=True)
class NewerRelease:
    """What the current release would make of an analysis that was made with an older one."""

    release: str
    found: Differences | None
    """None while nobody has computed it: then nobody can say that it is the same."""
    failed: bool = False
    """Computing it broke; it is tried again."""

    @property
    def known(self) -> bool:
        """Whether somebody has computed it."""
        return self.found is not None

    @property
    def differences(self) -> Differences:
        """What is known to differ."""
        return self.found or Differences()


def newer_release(analysis: Analysis) -> NewerRelease | None:
    """What the current release would change in it; None where that is nothing.

    The caller has recorded the read.
    """
    current = current_release()
    if analysis.release_id == current.pk or analysis.state not in READ:
        return None
    if replaced_by(analysis) is not None:
        return None
    row = (
        ImpactDifference.objects.filter(analysis=analysis, run__release=current)
        .order_by("-created_at", "-id")
        .first()
    )
    if row is not None:
        opened = _opened(row, open_seals([analysis.patient_id]).get(analysis.patient_id))
        return NewerRelease(current.name, opened or Differences())
    if _was_looked_at(analysis, current):
        return None
    last = _last_look(current)
    failed = last is not None and last.state == ImpactState.FAILED
    return NewerRelease(current.name, None, failed=failed)


def _was_looked_at(analysis: Analysis, current: Release) -> bool:
    finished = analysis.finished_at
    looked = ImpactRun.objects.filter(release=current, upto__gte=finished).filter(
        Q(since=None) | Q(since__lt=finished)
    )
    # One that still runs has looked at all it has left behind.
    return looked.filter(
        Q(state=ImpactState.DONE) | Q(state=ImpactState.RUNNING, last__gte=analysis.pk)
    ).exists()


def current_or_none() -> Release | None:
    """The current release; None where there is none yet."""
    with suppress(NoRelease):
        return current_release()
    return None


def release_runs(release: Release) -> QuerySet[ImpactRun]:
    """What was computed of a release that came out, the latest time first."""
    return runs().filter(release=release).order_by("-upto", "-id")


def not_looked_at(release: Release, upto: dt.datetime) -> bool:
    """Whether an analysis of an older release was finished that nobody compared with this one."""
    last = _last_look(release)
    if last is not None and last.state == ImpactState.FAILED:
        return last.finished_at is None or last.finished_at < upto - TRIED_AGAIN_AFTER
    since = last.upto if last else None
    found = _standing().exclude(release=release).filter(finished_at__lte=upto)
    return (found.filter(finished_at__gt=since) if since else found).exists()


def _last_look(release: Release) -> ImpactRun | None:
    return release_runs(release).first()


def lost(moment: dt.datetime) -> QuerySet[ImpactRun]:
    """Impacts at work that no worker holds, and for which none was called lately."""
    free = Q(leased_until=None) | Q(leased_until__lt=moment)
    at_work = ImpactRun.objects.filter(free, state__in=sorted(AT_WORK))
    return at_work.filter(woken_at__lt=moment - CALLED_LATELY).defer("content")


def _contents(of: str) -> tuple[str, str]:
    return f"{of}__snapshot", f"{of}__content"
