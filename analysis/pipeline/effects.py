"""What saving a stage's output brings about, in the same transaction: alerts and misses."""

from collections.abc import Callable

from analysis.pipeline.contracts import Criticals, DiagnosticPlan
from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.pipeline.stage import StageContext
from graphcurate.services import misses
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.contract import Contract
from medreview.fhir.record import LabRecord
from medreview.runtime import recorder
from medreview.runtime.events import CriticalsRaised, MissesNoted
from medreview.runtime.models import Run

Effect = Callable[[Analysis, Run, StageContext], None]


def effect_of(output: Contract) -> Effect | None:
    """What this output brings about, if anything."""
    if isinstance(output, Criticals) and output.items:
        return lambda analysis, run, context: _raise_alerts(output, analysis, run, context)
    if isinstance(output, DiagnosticPlan) and output.misses:
        return lambda analysis, run, _: _note_misses(output, analysis, run)
    return None


def _raise_alerts(
    criticals: Criticals, analysis: Analysis, run: Run, context: StageContext
) -> None:
    labs = {lab.id: lab for lab in context.record.labs}
    for critical in criticals.items:
        lab: LabRecord | None = labs.get(critical.result)
        CriticalAlert.objects.get_or_create(
            analysis=analysis,
            result=critical.result,
            defaults={
                "hospital_id": analysis.hospital_id,
                "patient": analysis.patient,
                "name": lab.name if lab else critical.result,
                "value_text": lab.value.text if lab else "",
                "effective_text": lab.effective.text if lab else "",
                "limit": critical.limit,
                "population": critical.population,
                "source": critical.source,
                "doubt": critical.doubt or "",
            },
        )
    count = len(criticals.items)
    recorder.record(CriticalsRaised(count=count), run=run, by=None)
    audit.record(
        EventType.CRITICALS_RAISED,
        thing=analysis,
        by=None,
        patient=analysis.patient,
        counts={"criticals": count},
    )


def _note_misses(plan: DiagnosticPlan, analysis: Analysis, run: Run) -> None:
    misses.note(plan.misses, run.pk, release=analysis.release)
    recorder.record(MissesNoted(count=len(plan.misses)), run=run, by=None)
