"""The diagnostician: what could be related to each abnormal result, and by what right."""

from dataclasses import dataclass
from typing import ClassVar

from analysis.pipeline.contracts import DiagnosticPlan
from analysis.pipeline.diagnostician.parity import check_parity
from analysis.pipeline.diagnostician.tiers import assess, misses_of
from analysis.pipeline.diagnostician.with_model import with_model
from analysis.pipeline.stage import StageContext, needed


@dataclass(frozen=True)
class Diagnostician:
    """From abnormal results to a plan of what to look for: by graph key, a model for the rest."""

    name: ClassVar[str] = "diagnostician"
    field: ClassVar[str] = "plan"
    output: ClassVar[type[DiagnosticPlan]] = DiagnosticPlan

    def run(self, context: StageContext) -> DiagnosticPlan:
        """One assessment for every abnormal result; what the graph lacks rides along."""
        patient = needed(context.context)
        abnormal = patient.abnormal
        named = with_model(context, tuple(assess(result, context.snapshot) for result in abnormal))
        check_parity(abnormal, named.assessments)
        return DiagnosticPlan(
            graph_release=context.snapshot.release,
            assessments=named.assessments,
            misses=misses_of(
                patient,
                context.lookup,
                named.assessments,
                context.record.labs,
                named.proposed,
            ),
            names_asked=named.asked,
        )
