"""An analysis that was handed off to a person."""

from django.db import transaction

from analysis.pipeline.models import Analysis
from analysis.pipeline.working import RESULT_GATE
from medreview.runtime import handoffs, recorder
from medreview.runtime.models import Handoff


@transaction.atomic
def make_handoff(analysis: Analysis, *reasons: str) -> Handoff:
    """As the gate hands it off, for the reasons given."""
    run = recorder.lock(analysis.run_id)
    return handoffs.hand_off(run=run, cause=RESULT_GATE, reasons=reasons or ("critical_in_doubt",))
