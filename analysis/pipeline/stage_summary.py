"""One stage's output in a few numbers, for the run's timeline. Pure."""

from collections import Counter
from functools import singledispatch

from analysis.pipeline.contracts import (
    ActualityList,
    Criticals,
    DiagnosticPlan,
    GenerationReadyPackage,
    PatientContext,
    Reports,
    StatementList,
    WordedBy,
)
from medreview.common.contract import Contract
from medreview.fhir.record import PatientRecord

Summary = dict[str, int]


@singledispatch
def summary_of(output: Contract) -> Summary:
    """Counts that tell a reader of the timeline what this stage made."""
    return {}


@summary_of.register
def _(output: PatientRecord) -> Summary:
    return {
        "results": len(output.labs),
        "conditions": len(output.conditions),
        "medications": len(output.medications),
        "allergies": len(output.allergies),
        "excluded": len(output.excluded),
    }


@summary_of.register
def _(output: PatientContext) -> Summary:
    return {
        "abnormal": len(output.abnormal),
        "normal": len(output.normal_names),
        "stale": len(output.stale),
        "undecidable": len(output.undecidable),
        "unmapped": len(output.unmapped),
    }


@summary_of.register
def _(output: Criticals) -> Summary:
    return {"criticals": len(output.items)}


@summary_of.register
def _(output: DiagnosticPlan) -> Summary:
    tiers = Counter(assessment.evidence_tier.value for assessment in output.assessments)
    counted = {"assessments": len(output.assessments), **tiers, "misses": len(output.misses)}
    asked = output.names_asked
    if asked is None:
        return counted
    matched = asked.biomarkers + asked.domains
    return {**counted, "names_asked": asked.names, "names_matched": matched}


@summary_of.register
def _(output: GenerationReadyPackage) -> Summary:
    counted = output.summary
    return {
        "asked": counted.asked,
        "found": counted.found,
        "missing": counted.missing,
        "stale": counted.stale,
        "patterns": len(output.cross_domain_patterns),
        "follow_up_tests": len(output.follow_up_tests),
    }


@summary_of.register
def _(output: ActualityList) -> Summary:
    return dict(Counter(item.state.value for item in output.items))


@summary_of.register
def _(output: StatementList) -> Summary:
    shown = len(output.shown())
    counted = {"statements": shown, "cut": len(output.items) - shown}
    wording = output.wording
    if wording.by is WordedBy.RULE:
        return counted
    return {**counted, "worded": wording.worded, "refused": len(wording.refused)}


@summary_of.register
def _(output: Reports) -> Summary:
    return {"doctor_sections": len(output.doctor.sections)}
