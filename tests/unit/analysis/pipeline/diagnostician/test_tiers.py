"""By what right related items are asked: own entry, domain, or nowhere."""

from analysis.pipeline.contracts import DiagnosticPlan, EvidenceTier
from tests.factories.stages import analysed_labs, lab


def _plan(*labs: dict) -> DiagnosticPlan:
    plan = analysed_labs(*labs).plan
    assert plan is not None
    return plan


def test_a_biomarker_with_relations_is_asked_by_its_own_entry() -> None:
    [one] = _plan(lab()).assessments

    assert one.evidence_tier is EvidenceTier.ALGORITHM
    assert (one.graph_biomarker_key, one.graph_domain) == ("potassium", None)
    assert one.interpretation == "H"


def test_a_biomarker_without_relations_is_asked_by_its_domain_and_missed() -> None:
    plan = _plan(lab(loinc="787-2"), lab("l2", "785-6", name="MCH", value=40, unit="pg"))

    tiers = {one.parameter_name: one.evidence_tier for one in plan.assessments}
    assert tiers["Mean corpuscular hemoglobin"] is EvidenceTier.DOMAIN_INFERENCE
    assert [miss.name for miss in plan.misses] == ["Mean corpuscular hemoglobin"]


def test_what_nobody_knows_is_uncovered_and_asks_nothing() -> None:
    plan = _plan(lab(loinc=None, name="Wholly unknown substance"))

    [one] = plan.assessments
    assert one.evidence_tier is EvidenceTier.UNCOVERED
    assert one.items() == ()
    assert [miss.name for miss in plan.misses] == ["Wholly unknown substance"]


def test_a_name_that_the_unit_decided_says_so() -> None:
    [one] = _plan(lab(loinc=None, name="TG", value=2.9, ref_low=0, ref_high=1.7)).assessments

    assert one.graph_biomarker_key == "triglycerides"
    assert "“TG” alone could also mean Thyroglobulin" in one.reasoning


def test_a_miss_says_by_what_tier_it_was_asked_and_what_the_record_says_of_it() -> None:
    plan = _plan(
        lab(loinc=None, name="Wholly unknown substance", unit="ng/mL"),
        lab("l2", "785-6", name="MCH", value=40, unit="pg"),
        lab("l3", None, name="Another unknown substance", flag="N"),
    )

    missed = {miss.name: miss for miss in plan.misses}
    unknown = missed["Wholly unknown substance"]
    assert (unknown.tier, unknown.biomarker, unknown.unit) == ("uncovered", None, "ng/mL")
    without_relations = missed["Mean corpuscular hemoglobin"]
    assert (without_relations.tier, without_relations.biomarker) == ("domain_inference", "mch")
    assert missed["Another unknown substance"].tier is None
