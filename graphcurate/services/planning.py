"""A release on its way out: planned, changed, appraised, signed, let pass, discarded."""

import datetime as dt

from django.db import transaction

from graphcurate import policies, ports
from graphcurate.models import (
    Appraisal,
    ChangeSet,
    GateOverride,
    PlannedRelease,
    Release,
    VignetteSignature,
)
from graphcurate.queries import planned_releases as queries
from graphcurate.queries import release_gates
from graphcurate.queries.releases import content_of_release
from graphcurate.releasing import policies as release_policies
from graphcurate.releasing.gates import Gate
from graphcurate.releasing.states import AT_WORK, PLAN, AppraisalState, PlanState
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import WrongState, gettext_noop
from medreview.common.queue import enqueue_after_commit

JOB = "graphcurate.jobs.appraise"
LONGEST_SILENCE = dt.timedelta(minutes=5)
"""A worker that gave no sign of life for so long is taken for lost."""


@transaction.atomic
def plan(
    *,
    number: str,
    change_sets: list[ChangeSet],
    notes: str,
    code_systems: dict[str, str],
    by: User,
) -> PlannedRelease:
    """Plan a release of these change sets, and have its content appraised."""
    _check(number, notes, code_systems)
    planned = PlannedRelease.objects.create(
        number=number, notes=notes, code_systems=_stated(code_systems), planned_by=by
    )
    planned.change_sets.set(change_sets)
    appraise(planned=planned, by=by)
    _recorded(EventType.RELEASE_PLANNED, planned, by)
    return planned


@transaction.atomic
def plan_roll_back(
    *, release: Release, number: str, reason: str, notes: str, by: User
) -> PlannedRelease:
    """Plan to publish an old release's content as a new release. Somebody else publishes it."""
    content_of_release(release)  # says so where its entries were not kept
    policies.check_text(reason, gettext_noop("Say why it is rolled back."))
    versions = dict(release.code_systems)
    _check(number, notes, versions)
    planned = PlannedRelease.objects.create(
        number=number,
        notes=notes,
        code_systems=versions,
        restores=release,
        reason=reason.strip(),
        planned_by=by,
    )
    appraise(planned=planned, by=by)
    _recorded(EventType.RELEASE_PLANNED, planned, by)
    return planned


@transaction.atomic
def change(
    *,
    planned: PlannedRelease,
    version: int,
    number: str,
    change_sets: list[ChangeSet],
    notes: str,
    code_systems: dict[str, str],
    by: User,
) -> PlannedRelease:
    """Another number, other sets or notes; the page's version must be the one that stands."""
    standing = _locked(planned, version)
    _check(number, notes, code_systems, besides=standing)
    standing.number, standing.notes = number, notes
    standing.code_systems = _stated(code_systems)
    _touch(standing, by)
    if standing.restores is None:
        standing.change_sets.set(change_sets)
    appraise(planned=standing, by=by)
    _recorded(EventType.RELEASE_PLAN_CHANGED, standing, by)
    return standing


@transaction.atomic
def discard(*, planned: PlannedRelease, version: int, by: User) -> PlannedRelease:
    """Give the plan up. Its change sets are free for another."""
    standing = _locked(planned, version)
    PLAN.check(standing.state, PlanState.DISCARDED)
    standing.state = PlanState.DISCARDED
    _touch(standing, by)
    _recorded(EventType.RELEASE_DISCARDED, standing, by)
    return standing


@transaction.atomic
def appraise(*, planned: PlannedRelease, by: User) -> Appraisal | None:
    """Have a worker find out what this content does; what is known or at work is not asked again.

    None where the content can't be built, which its gates say.
    """
    release_policies.check_is_planned(planned.state)
    candidate = queries.candidate_of(planned)
    if candidate.is_broken:
        return None
    found, is_new = Appraisal.objects.select_for_update(of=("self",)).get_or_create(
        candidate_hash=candidate.content_hash,
        base=candidate.base,
        defaults={"planned": planned, "touched_at": now()},
    )
    if not is_new and not _may_be_asked_again(found):
        return found
    found.planned, found.state, found.touched_at = planned, AppraisalState.QUEUED, now()
    found.done = found.total = 0
    found.save()
    enqueue_after_commit(JOB, found.pk)
    ports.impact().ask(candidate.content_hash, candidate.content, by)
    audit.record(
        EventType.RELEASE_APPRAISAL_ASKED,
        thing=planned,
        by=by,
        detail={"content": candidate.content_hash},
    )
    return found


@transaction.atomic
def sign_vignettes(*, planned: PlannedRelease, content_hash: str, by: User) -> None:
    """Stand by how the vignettes change. It holds for exactly the content that was looked at."""
    release_policies.check_is_planned(planned.state)
    candidate = queries.candidate_of(planned)
    found = queries.appraisal_of(candidate)
    release_policies.check_content(latest=candidate.content_hash, seen=content_hash)
    if found is None or found.state != AppraisalState.DONE:
        raise WrongState(gettext_noop("The vignettes were not run yet. Wait for them."))
    _, is_new = VignetteSignature.objects.get_or_create(appraisal=found, by=by)
    if is_new:
        audit.record(
            EventType.RELEASE_VIGNETTES_SIGNED,
            thing=planned,
            by=by,
            counts={"changed": len(found.vignettes)},
            detail={"content": candidate.content_hash},
        )


@transaction.atomic
def override(
    *, planned: PlannedRelease, gate: Gate, content_hash: str, reason: str, by: User
) -> None:
    """Let exactly this content pass one gate that failed, with a reason."""
    release_policies.check_is_planned(planned.state)
    policies.check_text(reason, gettext_noop("Say why this gate may be passed."))
    candidate = queries.candidate_of(planned)
    release_policies.check_content(latest=candidate.content_hash, seen=content_hash)
    release_policies.check_can_override(
        release_gates.gates_of(planned, candidate, publisher=None), gate
    )
    made = GateOverride.objects.create(
        planned=planned,
        candidate_hash=candidate.content_hash,
        gate=gate.value,
        reason=reason.strip(),
        by=by,
    )
    audit.record(
        EventType.RELEASE_GATE_OVERRIDDEN,
        thing=planned,
        by=by,
        detail={"gate": gate.value, "content": made.candidate_hash},
    )


def _may_be_asked_again(found: Appraisal) -> bool:
    """What broke may, and what a lost worker left behind."""
    if found.state in AT_WORK:
        return now() - found.touched_at > LONGEST_SILENCE
    return found.state == AppraisalState.FAILED


def _check(
    number: str,
    notes: str,
    code_systems: dict[str, str],
    besides: PlannedRelease | None = None,
) -> None:
    release_policies.check_number(number, is_taken=queries.is_taken(number, besides=besides))
    policies.check_length(notes)
    release_policies.check_code_systems(code_systems)


def _stated(code_systems: dict[str, str]) -> dict[str, str]:
    return {system: version for system, version in code_systems.items() if version}


def _locked(planned: PlannedRelease, version: int) -> PlannedRelease:
    standing = PlannedRelease.objects.select_for_update(of=("self",)).get(pk=planned.pk)
    release_policies.check_is_planned(standing.state)
    release_policies.check_version(now=standing.version, seen=version)
    return standing


def _touch(planned: PlannedRelease, by: User) -> None:
    planned.version += 1
    planned.changed_by, planned.changed_at = by, now()
    planned.save()


def _recorded(event: EventType, planned: PlannedRelease, by: User) -> None:
    audit.record(
        event,
        thing=planned,
        by=by,
        counts={"sets": planned.change_sets.count()},
        detail={"release": planned.number}
        | ({"restores": planned.restores.name} if planned.restores else {}),
    )
