"""What runs from before asked, counted afterwards from their sealed plans."""

from collections import Counter
from dataclasses import dataclass

from django.db import transaction

from analysis.pipeline import queries
from analysis.pipeline.contracts import DiagnosticPlan
from analysis.pipeline.models import StageOutput
from graphcurate.models import TierCount
from graphcurate.services import demand
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.patients.errors import KeyDestroyed
from medreview.patients.sealing import open_seal

STAGE = "diagnostician"


@dataclass(frozen=True)
class Counted:
    """How many runs were counted, and of how many nothing is known."""

    done: int
    closed: int


def count_plans(*, limit: int = 0) -> Counted:
    """Count each run's plan once. A plan is opened for that, and its opening is in the trail."""
    rows = StageOutput.objects.filter(stage=STAGE).exclude(
        run_id__in=TierCount.objects.values("run")
    )
    rows = rows.select_related("analysis__patient", "analysis__release").order_by("created_at")
    done = closed = 0
    for pk in list(rows.values_list("pk", flat=True)[: limit or None]):
        if _count(rows.get(pk=pk)):
            done += 1
        else:
            closed += 1
    return Counted(done, closed)


@transaction.atomic
def _count(row: StageOutput) -> bool:
    analysis = row.analysis
    try:
        plan = queries.opened_output(row, DiagnosticPlan, open_seal(analysis.patient))
    except KeyDestroyed:
        return False
    demand.note(
        row.run_id,
        release=analysis.release,
        tiers=Counter(one.evidence_tier.value for one in plan.assessments),
        biomarkers=(one.graph_biomarker_key for one in plan.assessments),
        asked_at=row.created_at,
    )
    audit.record(EventType.COVERAGE_COUNTED, thing=analysis, by=None, patient=analysis.patient)
    return True
