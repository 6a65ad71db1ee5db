"""What a worker does with a planned release's content: the checks, then the vignettes."""

from typing import Any

from django.db import transaction

from graphcurate import ports, snapshot
from graphcurate.checks.whole import problems_of_whole
from graphcurate.models import Appraisal, PlannedRelease
from graphcurate.queries import planned_releases as queries
from graphcurate.queries.planned_releases import Candidate
from graphcurate.queries.release_gates import standings_of_quotes
from graphcurate.releasing.states import APPRAISAL, AppraisalState
from graphcurate.vocabulary import Origin
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import WrongState

STEPS = 2


def run_appraisal(appraisal_id: str) -> None:
    """Appraise one content. A second delivery finds it no longer queued and stops."""
    found = _claim(appraisal_id)
    if found is None:
        return
    try:
        _appraise(found)
    except Exception:
        _ended(found, AppraisalState.FAILED)
        raise
    _ended(found, AppraisalState.DONE)


@transaction.atomic
def _claim(appraisal_id: str) -> Appraisal | None:
    rows = Appraisal.objects.select_for_update(of=("self",)).select_related("planned", "base")
    found = rows.filter(pk=appraisal_id).first()
    if found is None or found.state != AppraisalState.QUEUED:
        return None
    APPRAISAL.check(found.state, AppraisalState.RUNNING)
    found.state, found.touched_at = AppraisalState.RUNNING, now()
    found.done, found.total = 1, STEPS
    found.save()
    return found


def _appraise(found: Appraisal) -> None:
    plan = queries.planned_release(found.planned_id)
    candidate = queries.candidate_of(plan)
    if (candidate.content_hash, candidate.base.pk) != (found.candidate_hash, found.base_id):
        raise WrongState("The plan changed before it was appraised.")
    found.problems = problems_found(plan, candidate)
    found.done, found.touched_at = STEPS, now()
    found.save()
    outcomes = ports.vignettes()(
        snapshot.build(candidate.content, release=plan.number, origin=Origin.CURATED)
    )
    found.cases = len(outcomes)
    found.vignettes = [one.as_json() for one in outcomes if not one.unchanged]


def problems_found(plan: PlannedRelease, candidate: Candidate) -> list[dict[str, Any]]:
    """What the checks say of the whole content, as it is kept.

    What an old release already had when it went out does not keep it from coming back.
    """
    restores = plan.restores is not None
    problems = problems_of_whole(
        candidate.content if restores else candidate.before,
        candidate.applied,
        () if restores else candidate.changes,
        quotes=standings_of_quotes(candidate),
        today=now().date(),
    )
    return [
        {
            "kind": one.kind.value,
            "key": one.key,
            "field": one.field,
            "sentence": one.sentence,
            "values": one.values,
            "blocks": one.blocks,
        }
        for one in problems
    ]


@transaction.atomic
def _ended(found: Appraisal, state: AppraisalState) -> None:
    APPRAISAL.check(found.state, state)
    found.state, found.touched_at = state, now()
    found.save()
    audit.record(
        EventType.RELEASE_APPRAISED,
        thing=found.planned,
        by=None,
        counts={"problems": len(found.problems), "cases_changed": len(found.vignettes)},
        detail={"content": found.candidate_hash, "state": state.value},
    )
