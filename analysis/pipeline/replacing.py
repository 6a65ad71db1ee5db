"""What ends when a re-run is done: the open analysis it asks again, and criticals that fell away.

A signed analysis stays signed, whatever was asked again since.
"""

from collections.abc import Iterable

from django.conf import settings
from django.utils.module_loading import import_string

from analysis.pipeline.analysis_states import ANALYSIS, DECIDABLE, AnalysisState
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.runtime import recorder
from medreview.runtime import services as runs
from medreview.runtime.models import Run


def take_its_place(rerun: Analysis) -> None:
    """End what this re-run asked again, within the transaction that finishes the re-run.

    Call it before anything is written to the trail: who signs the old one at the same moment
    holds its run first, and then waits for the trail.
    """
    if rerun.rerun_of_id is None:
        return
    run = recorder.lock(Analysis.objects.values_list("run_id", flat=True).get(pk=rerun.rerun_of_id))
    old = Analysis.objects.select_related("patient").get(pk=rerun.rerun_of_id)
    # Before the trail too: who answers for one of these holds its alert, and waits for the trail.
    unanswered = list(old.alerts.filter(state=AlertState.RAISED).select_for_update(of=("self",)))
    if old.state in DECIDABLE:
        _end(old, run, rerun)
    _withdraw(unanswered, old, rerun)
    for path in settings.AFTER_RERUN:
        import_string(path)(rerun)


def _end(old: Analysis, run: Run, rerun: Analysis) -> None:
    ANALYSIS.check(old.state, AnalysisState.REPLACED)
    old.state = AnalysisState.REPLACED
    old.version += 1
    old.save(update_fields=["state", "version"])
    runs.end_review(run=run, outcome=AnalysisState.REPLACED.value, version=old.edition, by=None)
    audit.record(
        EventType.ANALYSIS_REPLACED,
        thing=old,
        by=None,
        patient=old.patient,
        detail={"by": rerun.pk},
    )


def _withdraw(unanswered: Iterable[CriticalAlert], old: Analysis, rerun: Analysis) -> None:
    """Nobody is chased for a value the record no longer holds.

    One that it holds still waits for its answer, by the clock it was raised with.
    """
    raised = set(rerun.alerts.values_list("result", "value_text"))
    for alert in unanswered:
        if (alert.result, alert.value_text) in raised:
            continue
        alert.state = AlertState.WITHDRAWN
        alert.version += 1
        alert.save(update_fields=["state", "version"])
        audit.record(
            EventType.CRITICAL_WITHDRAWN,
            thing=alert,
            by=None,
            patient=old.patient,
            detail={"rerun": rerun.pk},
        )
