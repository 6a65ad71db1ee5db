"""What a model says of a name is taken only where it fits what is known of the result."""

import pytest

from analysis.pipeline.diagnostician.claims import problems, why_unfit
from analysis.pipeline.diagnostician.contracts import (
    MOST_NAMES,
    NamingPlan,
    UnresolvedName,
    UnresolvedNames,
    nothing_named,
)
from tests.doubles import namer
from tests.factories.graph import starter_biomarker, starter_snapshot


def name(name_id: str = "n1", text: str = "Kallium", **told: object) -> UnresolvedName:
    return UnresolvedName.model_validate({"id": name_id, "name": text, **told})


def refused(*answers: dict[str, object], given: tuple[UnresolvedName, ...] = ()) -> str:
    plan = NamingPlan.model_validate({"answers": answers})
    asked = UnresolvedNames(names=given or (name(),))
    return " ".join(problems(plan, asked, starter_snapshot()))


def answer(name_id: str = "n1", **said: object) -> dict[str, object]:
    return {"id": name_id, **(said or namer.UNKNOWN)}


@pytest.mark.parametrize(
    "said",
    [
        namer.biomarker("potassium"),
        namer.domain("electrolytes"),
        namer.knowledge(("condition", "Addison disease", "raises")),
        namer.UNKNOWN,
    ],
)
def test_every_kind_of_answer_can_be_taken(said):
    assert refused(answer(**said), given=(name(unit="mmol/L", specimen="Serum"),)) == ""


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ((answer("n1"),), "left out: n2."),
        ((answer("n1"), answer("n2"), answer("n9")), "not asked: n9."),
        ((answer("n1"), answer("n2"), answer("n2")), "answered twice: n2."),
    ],
)
def test_a_plan_answers_every_name_exactly_once(answers, reason):
    assert reason in refused(*answers, given=(name("n1"), name("n2")))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (namer.biomarker("kalium"), "no biomarker of this key"),
        (namer.biomarker(""), "no biomarker of this key"),
        (namer.domain("kidneys"), "no domain of this key; there are autoimmune"),
        ({"decision": "unknown", "key": "potassium"}, "only a biomarker or a domain has a key"),
        ({"decision": "model_knowledge"}, "bring related items"),
    ],
)
def test_a_key_that_is_none_and_an_empty_answer_come_back_with_the_reason(said, reason):
    assert reason in refused(answer(**said))


@pytest.mark.parametrize(
    ("key", "told", "reason"),
    [
        ("potassium", {"unit": "ug/L"}, "its unit is none of potassium"),
        ("potassium", {"unit": "furlong"}, "its unit is none of potassium"),
        ("blood_culture", {"unit": "mmol/L"}, "(no unit)"),
        ("potassium", {"specimen": "Urine"}, "its specimen is not that of potassium"),
        ("potassium", {"text": "Kallium in urine"}, "its specimen is not that of potassium"),
        ("potassium", {"text": "Kallium in urine", "specimen": "Serum"}, "its specimen"),
        ("neutrophils_abs", {"text": "Neutr. %"}, "its name says a fraction"),
        ("neutrophils_abs", {"unit": "%"}, "its unit is none of"),
    ],
)
def test_a_key_that_does_not_fit_the_result_is_never_taken(key, told, reason):
    assert reason in (why_unfit(starter_biomarker(key), name(**told)) or "")


def test_a_unit_that_converts_and_one_that_is_not_known_fit():
    potassium = starter_biomarker("potassium")

    assert why_unfit(potassium, name(unit="meq/L")) is None
    assert why_unfit(potassium, name()) is None


def test_an_ambiguous_name_can_only_be_one_of_those_that_share_it():
    given = (name(text="pH", could_be=("ph_arterial", "ph_urine")),)

    said = refused(answer(**namer.biomarker("potassium")), given=given)

    assert "can only be one of ph_arterial, ph_urine" in said


def test_the_reasons_have_an_end():
    given = tuple(name(f"n{n}") for n in range(MOST_NAMES))
    answers = [answer(one.id, **namer.biomarker("none")) for one in given]

    said = refused(*answers, given=given)

    assert "And 160 more." in said
    assert len(said) < 5_000


def test_without_a_model_nothing_is_named_and_parity_holds():
    given = UnresolvedNames(names=(name("n1"), name("n2")))

    plan = nothing_named(given)

    assert problems(plan, given, starter_snapshot()) == ()
    assert {one.decision for one in plan.answers} == {"unknown"}
