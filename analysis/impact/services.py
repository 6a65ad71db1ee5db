"""Ask for an impact, stop it, and see to it that what a release changes is known."""

import datetime as dt

from django.db import IntegrityError, transaction

from analysis.impact import queries
from analysis.impact.impact_states import AT_WORK, IMPACT, ImpactState
from analysis.impact.models import ImpactRun
from graphcurate.contracts import GraphContent
from graphcurate.models import ChangeSet, Release
from graphcurate.policies import check_can_edit
from graphcurate.ports import candidate_hash as hash_of
from graphcurate.queries import all_releases, change_sets, current_release
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import WrongState, gettext_noop
from medreview.common.queue import enqueue_after_commit
from medreview.runtime.leases import database_now

JOB = "analysis.impact.jobs.compute"

SETTLED = dt.timedelta(seconds=5)
"""An analysis that ends this moment may not be seen yet: the next look finds it."""


def ask_for_set(*, change_set: ChangeSet, by: User) -> ImpactRun:
    """Have the impact of a change set computed as it stands."""
    check_can_edit(change_set.state)
    content = change_sets.working_content([change_set])
    return ask(candidate_hash=hash_of(content), content=content, by=by, change_set=change_set)


def ask(
    *,
    candidate_hash: str,
    content: GraphContent,
    by: User | None,
    change_set: ChangeSet | None = None,
    wake: bool = True,
) -> ImpactRun:
    """Have it computed what this content would change; who asks twice finds the first asking.

    One that is done is found too, unless analyses were finished since.
    """
    if by is not None:
        check_can(by, Permission.GRAPH_CURATE)
    base = current_release()
    known = queries.latest(candidate_hash, base)
    if known is not None and (known.at_work or _still_holds(known)):
        return known
    try:
        return _asked(candidate_hash, content, base, by, change_set, wake=wake)
    except IntegrityError:
        # Somebody asked the same at this moment.
        first = queries.latest(candidate_hash, base)
        if first is None:
            raise
        return first


def _still_holds(run: ImpactRun) -> bool:
    return run.state == ImpactState.DONE and not queries.finished_since(run)


@transaction.atomic
def _asked(
    candidate_hash: str,
    content: GraphContent,
    base: Release,
    by: User | None,
    change_set: ChangeSet | None,
    *,
    wake: bool,
) -> ImpactRun:
    if change_set is not None:
        _stop_older(change_set, by)
    run = ImpactRun.objects.create(
        candidate_hash=candidate_hash,
        content=queries.packed(content),
        base=base,
        change_set=change_set,
        set_hash=change_sets.content_hash(change_set) if change_set else "",
        asked_by=by,
        upto=now(),
    )
    if wake:
        enqueue_after_commit(JOB, run.pk)
    audit.record(EventType.IMPACT_ASKED, thing=run, by=by, detail=_about(run))
    return run


def _stop_older(change_set: ChangeSet, by: User | None) -> None:
    """What is computed of an older state of the set is of no use any more."""
    older = ImpactRun.objects.select_for_update().filter(
        change_set=change_set, state__in=sorted(AT_WORK)
    )
    for run in older.defer("content"):
        _stop(run, by)


@transaction.atomic
def cancel(*, run: ImpactRun, by: User) -> None:
    """Stop it between two batches; what is found so far stays readable."""
    check_can(by, Permission.GRAPH_CURATE)
    if run.release_id is not None:
        raise WrongState(gettext_noop("What a release changes is worked out to its end."))
    _stop(ImpactRun.objects.select_for_update().defer("content").get(pk=run.pk), by)


def _stop(run: ImpactRun, by: User | None) -> None:
    IMPACT.check(run.state, ImpactState.CANCELLED)
    run.state, run.finished_at, run.leased_until = ImpactState.CANCELLED, now(), None
    run.save(update_fields=["state", "finished_at", "leased_until"])
    audit.record(EventType.IMPACT_CANCELLED, thing=run, by=by, detail=_about(run))


def _about(run: ImpactRun) -> dict[str, str]:
    said = {"content": run.candidate_hash}
    return said | ({"set": run.change_set.label} if run.change_set else {})


@transaction.atomic
def note_read(*, run: ImpactRun, rows: int, by: User) -> None:
    """That somebody was shown how so many analyses would come out."""
    audit.record(EventType.IMPACT_READ, thing=run, by=by, counts={"analyses": rows})


# After a release


def after_release(release_id: str) -> None:
    """A release came out: find out which stored analyses it would change."""
    look(all_releases().get(pk=release_id), upto=now())


def catch_up() -> None:
    """Look at what was finished since with an older release than the current one."""
    release = queries.current_or_none()
    upto = now() - SETTLED
    if release is not None and queries.not_looked_at(release, upto):
        look(release, upto=upto)


@transaction.atomic
def look(release: Release, *, upto: dt.datetime) -> ImpactRun | None:
    """Compare every analysis nobody has compared with this release; None while that is at work."""
    before = queries.release_runs(release).first()
    if before is not None and before.at_work:
        return None
    failed = before is not None and before.state == ImpactState.FAILED
    run = ImpactRun.objects.create(
        candidate_hash=release.content_hash,
        release=release,
        since=(before.since if failed else before.upto) if before else None,
        upto=upto,
    )
    enqueue_after_commit(JOB, run.pk)
    audit.record(EventType.IMPACT_ASKED, thing=run, by=None, detail=_about(run))
    return run


@transaction.atomic
def rescue() -> int:
    """Call a worker for every impact that lost its own; how many were called for."""
    lost = list(queries.lost(database_now()))
    for run in lost:
        run.woken_at = database_now()
        run.save(update_fields=["woken_at"])
        enqueue_after_commit(JOB, run.pk)
    return len(lost)
