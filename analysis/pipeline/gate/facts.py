"""The facts about a result, counted from what its stages returned. Pure."""

from collections import Counter
from collections.abc import Iterable

from analysis.pipeline.contracts import (
    DiagnosticPlan,
    EvidenceTier,
    GenerationReadyPackage,
    MatchMethod,
    MissingWhy,
    NamedBy,
    PatientContext,
    StageReport,
)
from analysis.pipeline.gate.contracts import ResultFacts
from analysis.pipeline.stage import StageContext
from medreview.fhir.record import StatementState

TRACED = (EvidenceTier.ALGORITHM, EvidenceTier.DOMAIN_INFERENCE)


def result_facts(made: StageContext, stages: Iterable[StageReport]) -> ResultFacts:
    """What is to be known of the result when all its stages are through."""
    statements = made.statements.items if made.statements else ()
    criticals = made.criticals.items if made.criticals else ()
    values: dict[str, int | bool] = {
        "criticals": len(criticals),
        "criticals_in_doubt": sum(bool(one.doubt) for one in criticals),
        "unsupported_statements": sum(said.cut is not None for said in statements),
        "wordings_refused": len(made.statements.wording.refused) if made.statements else 0,
        "stages_without_model": sum(stage.lacks_model for stage in stages),
        "found_by_model": made.package.summary.by_method.get(MatchMethod.MODEL, 0)
        if made.package
        else 0,
        **_of_plan(made.plan),
        **_of_patient(made.context),
    }
    if made.context:
        values["sources_unavailable"] = _unavailable(made.context, made.package)
    return ResultFacts.model_validate(values)


def _of_plan(plan: DiagnosticPlan | None) -> dict[str, int | bool]:
    tiers = Counter(one.evidence_tier for one in plan.assessments) if plan else Counter()
    untraced = tiers[EvidenceTier.MODEL_KNOWLEDGE]
    assessments = plan.assessments if plan else ()
    return {
        "model_knowledge": untraced,
        "named_by_model": sum(one.named_by is NamedBy.MODEL for one in assessments),
        "uncovered": tiers[EvidenceTier.UNCOVERED],
        "model_knowledge_only": untraced > 0 and not any(tiers[tier] for tier in TRACED),
    }


def _of_patient(patient: PatientContext | None) -> dict[str, int | bool]:
    if patient is None:
        return {}
    about = patient.demographics
    unjudged = patient.undecidable
    return {
        "abnormal": len(patient.abnormal),
        "age_unknown": about.age_days_min is None,
        "sex_unknown": about.sex not in ("male", "female"),
        "undated_results": sum(one.undated for one in unjudged),
        "unreadable_units": sum(not one.unit_known for one in patient.abnormal),
        "contradicting_evidence": sum(bool(one.flag_conflict) for one in patient.abnormal)
        + sum(one.flag_conflict for one in unjudged),
        "incomplete_read": not patient.receipt.complete,
    }


def _unavailable(patient: PatientContext, package: GenerationReadyPackage | None) -> int:
    """Lists that were not handed out, and kinds of things looked for there in vain."""
    lists = (patient.active_conditions, patient.active_medications, patient.allergies)
    closed = sum(one.state is StatementState.UNAVAILABLE for one in lists)
    parameters = package.per_parameter if package else ()
    kinds = {
        missing.item.kind
        for parameter in parameters
        for missing in parameter.missing.all()
        if missing.why is MissingWhy.SOURCE_UNAVAILABLE
    }
    return max(closed, len(kinds))
