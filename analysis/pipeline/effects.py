"""What saving a stage's output brings about, in the same transaction: alerts and misses."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from analysis.pipeline.contracts import Criticals, DiagnosticPlan
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.pipeline.since import asked_before
from analysis.pipeline.stage import StageContext
from graphcurate.services import demand, misses
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.contract import Contract
from medreview.fhir.record import LabRecord, words_of_person
from medreview.runtime import recorder
from medreview.runtime.events import CriticalsRaised, MissesNoted
from medreview.runtime.models import Run

Effect = Callable[[Analysis, Run, StageContext], None]


def effect_of(output: Contract) -> Effect | None:
    """What this output brings about, if anything."""
    if isinstance(output, Criticals) and output.items:
        return lambda analysis, run, context: _raise_alerts(output, analysis, run, context)
    if isinstance(output, DiagnosticPlan):
        return lambda analysis, run, context: _note_demand(output, analysis, run, context)
    return None


def _raise_alerts(
    criticals: Criticals, analysis: Analysis, run: Run, context: StageContext
) -> None:
    labs = {lab.id: lab for lab in context.record.labs}
    kept = []
    for critical in criticals.items:
        lab: LabRecord | None = labs.get(critical.result)
        answered = _answer_to(lab, analysis) if lab else None
        alert, made = CriticalAlert.objects.get_or_create(
            analysis=analysis,
            result=critical.result,
            defaults={
                "result_version": lab.version if lab else 0,
                "hospital_id": analysis.hospital_id,
                "patient": analysis.patient,
                "name": lab.name if lab else critical.result,
                "value_text": lab.value.text if lab else "",
                "effective_text": lab.effective.text if lab else "",
                "limit": critical.limit,
                "population": critical.population,
                "source": critical.source,
                "doubt": critical.doubt or "",
                **_as_answered(answered),
            },
        )
        if made and answered is not None:
            kept.append(alert)
    count = len(criticals.items)
    recorder.record(CriticalsRaised(count=count), run=run, by=None)
    audit.record(
        EventType.CRITICALS_RAISED,
        thing=analysis,
        by=None,
        patient=analysis.patient,
        counts={"criticals": count},
    )
    for alert in kept:
        audit.record(
            EventType.CRITICAL_ANSWER_KEPT,
            thing=alert,
            by=None,
            patient=analysis.patient,
            detail={"from": str(alert.answered_in_id)},
        )


def _answer_to(lab: LabRecord, analysis: Analysis) -> CriticalAlert | None:
    """The alert of what this asks again, under which somebody answered for this very version."""
    return (
        CriticalAlert.objects.filter(
            analysis__in=asked_before(analysis),
            result=lab.id,
            result_version=lab.version,
            value_text=lab.value.text,
            state=AlertState.ACKNOWLEDGED,
        )
        .order_by("acknowledged_at")
        .last()
    )


def _as_answered(answered: CriticalAlert | None) -> dict[str, Any]:
    """Nobody is asked again for what a re-run only repeats: the answer stands, and says where."""
    if answered is None:
        return {}
    return {
        "state": AlertState.ACKNOWLEDGED,
        "acknowledged_by_id": answered.acknowledged_by_id,
        "acknowledged_at": answered.acknowledged_at,
        "read_back": answered.read_back,
        "answered_in_id": answered.answered_in_id or answered.pk,
    }


def _note_demand(plan: DiagnosticPlan, analysis: Analysis, run: Run, context: StageContext) -> None:
    """What the graph was asked and could not answer, for its curators: no word of the patient."""
    demand.note(
        run.pk,
        release=analysis.release,
        tiers=Counter(one.evidence_tier.value for one in plan.assessments),
        biomarkers=(one.graph_biomarker_key for one in plan.assessments),
    )
    if plan.misses:
        never = words_of_person(context.record.person)
        misses.note(plan.misses, run.pk, release=analysis.release, never=never)
        recorder.record(MissesNoted(count=len(plan.misses)), run=run, by=None)
