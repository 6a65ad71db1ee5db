"""Two findings have one hash exactly when a reviewer sees the same, resting on the same."""

import datetime as dt
from functools import cache
from typing import Any

import pytest

from analysis.pipeline.queries import AnalysisResult, result_of
from analysis.pipeline.stage import StageContext, needed
from analysis.review.comparison import differences_of
from analysis.review.content import content_hash
from analysis.review.findings import Finding, findings_of
from tests.factories.stages import AS_OF, analysed_labs, condition, lab, medicine

LABS = (lab(), lab("l2", "2160-0", name="Creatinine", value=142, unit="umol/L", ref_high=84))


def result(*labs: dict[str, Any], **sent: Any) -> AnalysisResult:
    found: StageContext = analysed_labs(*(labs or LABS), **sent)
    return result_of(
        (
            found.record,
            needed(found.context),
            needed(found.criticals),
            needed(found.plan),
            needed(found.package),
            needed(found.actuality),
            needed(found.statements),
        )
    )


def potassium(of: AnalysisResult) -> Finding:
    return next(one for one in findings_of(of) if one.name == "Potassium")


def same(one: AnalysisResult, other: AnalysisResult) -> bool:
    return content_hash(potassium(one), one) == content_hash(potassium(other), other)


def test_the_same_record_read_a_day_later_is_the_same_finding() -> None:
    today, tomorrow = result(), result(as_of=AS_OF + dt.timedelta(days=1))

    assert same(today, tomorrow)
    assert potassium(today).actuality != potassium(tomorrow).actuality


def test_a_finding_that_became_too_old_is_another() -> None:
    years_old = lab(date="2023-11-20")
    beside = lab("l2", "2160-0", name="Creatinine", value=142, unit="umol/L", flag="H")

    fresh, old = result(LABS[0], beside), result(LABS[0], {**beside, "date": years_old["date"]})

    assert not same(fresh, old)


def test_whoever_answered_for_a_critical_is_no_part_of_it() -> None:
    critical = result(lab(value=6.9, flag="HH"))
    (one,) = critical.criticals
    answered = one.model_copy(update={"state": "acknowledged", "acknowledged_by": "usr_1"})
    finding = potassium(critical)

    again = Finding(**{**vars(finding), "critical": answered})

    assert content_hash(finding, critical) == content_hash(again, critical)


CHANGES: dict[str, Any] = {
    "value": (lab(value=5.8), LABS[1]),
    "flag": (lab(flag=None), LABS[1]),
    "range": (lab(ref_high=5.2), LABS[1]),
    "date": (lab(date="2026-11-21"), LABS[1]),
    "another": (LABS[0], lab("l2", "2160-0", name="Creatinine", value=150, unit="umol/L")),
    "gone": (LABS[0],),
    "before": (*LABS, lab("l0", value=4.1, flag=None, date="2026-05-01")),
}
SENT: dict[str, Any] = {
    "medicine": {"medications": [medicine("spironolactone", "C03DA01")]},
    "condition": {"conditions": [condition("Chronic kidney disease, stage 3", "N18.3")]},
}


NAMES = ("none", *CHANGES, *SENT)


@cache
def named(name: str) -> AnalysisResult:
    return result(*CHANGES.get(name, LABS), **SENT.get(name, {}))


@pytest.mark.parametrize("one", NAMES)
@pytest.mark.parametrize("other", NAMES)
def test_a_finding_differs_exactly_where_its_hash_does(one: str, other: str) -> None:
    before, after = named(one), named(other)
    old, new = potassium(before), potassium(after)

    differences = differences_of(old, new, before, after)

    assert bool(differences) != same(before, after)
    assert bool(differences) == (one != other)
