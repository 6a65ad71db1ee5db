"""Where the related items of a result come from: its own entry, its domain, or nowhere."""

from collections.abc import Iterable, Mapping

from analysis.pipeline.contracts import (
    EvidenceTier,
    LabResult,
    ParameterAssessment,
    PatientContext,
)
from analysis.pipeline.wording import shown_name
from graphcurate.contracts import (
    LookupHow,
    Miss,
    RelatedItem,
    RelationKind,
    Snapshot,
)
from graphcurate.lookup import Lookup
from medreview.common.text import normalise_name
from medreview.fhir.codes import loinc_of
from medreview.fhir.record import LabRecord


def assess(result: LabResult, snapshot: Snapshot) -> ParameterAssessment:
    """What the graph asks beside one abnormal result, and by which tier."""
    entry = snapshot.biomarkers.get(result.biomarker or "")
    if entry is not None and entry.relations:
        return assessment_of(
            result,
            EvidenceTier.ALGORITHM,
            entry.relations,
            key=entry.key,
            domain=entry.domain,
            reasoning=f"The graph has an entry of its own for {entry.name}."
            + _named_by_unit(result, snapshot),
        )
    key = entry.domain if entry is not None else result.domain
    domain = snapshot.domains.get(key or "")
    if domain is not None and domain.relations:
        name = domain.names.get("en", domain.key)
        return assessment_of(
            result,
            EvidenceTier.DOMAIN_INFERENCE,
            tuple(item for item in domain.relations if not _is_itself(item, result)),
            domain=domain.key,
            reasoning=f"The graph relates nothing to this test itself; its domain, {name}, does.",
        )
    return assessment_of(
        result,
        EvidenceTier.UNCOVERED,
        (),
        domain=key,
        reasoning="The graph knows neither this test nor its domain: nothing was asked.",
    )


def misses_of(
    patient: PatientContext,
    lookup: Lookup,
    assessments: Iterable[ParameterAssessment] = (),
    labs: Iterable[LabRecord] = (),
    proposed: Mapping[str, str] | None = None,
) -> tuple[Miss, ...]:
    """What this patient's results looked for in the graph and did not find, each once.

    ``proposed`` is the biomarker that a model took a result for. The graph has missed it all the
    same, until a curator says so.
    """
    snapshot = lookup.snapshot
    made = {one.result: one for one in assessments}
    sent = {lab.id: lab for lab in labs}
    missing: dict[tuple[str | None, str], Miss] = {}
    for item in patient.unmapped:
        codes = loinc_of(item.codings)
        answer = lookup.find(codes=codes, name=item.name)
        code = codes[0] if codes else None
        miss = Miss(
            code=code,
            name=item.name,
            domain=answer.domain,
            how=answer.how,
            proposed=(proposed or {}).get(item.id),
        )
        missing[code, item.name] = _as_sent(miss, item.id, sent, made.get(item.id))
    for result in patient.abnormal:
        entry = snapshot.biomarkers.get(result.biomarker or "")
        if entry is not None and entry.relations:
            continue
        domain = entry.domain if entry is not None else result.domain
        how = LookupHow.DOMAIN if domain else LookupHow.NONE
        miss = Miss(code=result.loinc, name=shown_name(result), domain=domain, how=how)
        miss = miss.model_copy(update={"biomarker": entry.key if entry is not None else None})
        said = _as_sent(miss, result.id, sent, made.get(result.id))
        missing.setdefault((miss.code, miss.name), said)
    return tuple(missing.values())


def _as_sent(
    miss: Miss,
    result: str,
    sent: Mapping[str, LabRecord],
    assessment: ParameterAssessment | None,
) -> Miss:
    """The miss with what the record says of the result, so that a curator knows what it is."""
    lab = sent.get(result)
    return miss.model_copy(
        update={
            "tier": assessment.evidence_tier.value if assessment else None,
            "domain": miss.domain or (assessment.clinical_domain if assessment else None),
            "unit": (lab.value.ucum or lab.value.unit) if lab else None,
            "specimen": lab.specimen.type if lab and lab.specimen else None,
            "laboratory": lab.laboratory if lab else None,
        }
    )


def _named_by_unit(result: LabResult, snapshot: Snapshot) -> str:
    """A note where the name alone would have been ambiguous and the unit decided."""
    shared = snapshot.ambiguous_names.get(normalise_name(result.name), ())
    others = [key for key in shared if key != result.biomarker]
    if result.loinc is not None or not others:
        return ""
    names = " or ".join(snapshot.biomarkers[key].name for key in others)
    return f" The name “{result.name}” alone could also mean {names}; the unit decided."


def _is_itself(item: RelatedItem, result: LabResult) -> bool:
    return item.kind is RelationKind.PARAMETER and item.key == result.biomarker


def assessment_of(
    result: LabResult,
    tier: EvidenceTier,
    items: tuple[RelatedItem, ...],
    *,
    reasoning: str,
    domain: str | None = None,
    key: str | None = None,
) -> ParameterAssessment:
    """The assessment of one result with these items, each under its kind."""
    return ParameterAssessment(
        result=result.id,
        parameter_name=shown_name(result),
        interpretation=result.interpretation,
        clinical_domain=domain,
        evidence_tier=tier,
        graph_biomarker_key=key,
        graph_domain=domain if tier is EvidenceTier.DOMAIN_INFERENCE else None,
        related_parameters=_of(items, RelationKind.PARAMETER),
        related_conditions=_of(items, RelationKind.CONDITION),
        related_medications=_of(items, RelationKind.MEDICATION),
        preanalytical_factors=_of(items, RelationKind.PREANALYTICAL),
        reasoning=reasoning,
    )


def _of(items: tuple[RelatedItem, ...], kind: RelationKind) -> tuple[RelatedItem, ...]:
    return tuple(item for item in items if item.kind is kind)
