"""The texts of whole runs whose model words well, fails in every way, or does as it is told."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from analysis.pipeline import queries
from analysis.pipeline.contracts import Report, WordedBy
from analysis.pipeline.queries import AnalysisResult
from analysis.pipeline.reasoner.stage import Reasoner
from analysis.pipeline.writer.stage import Writer
from medreview.llm.double.script import Mode, Turn
from medreview.llm.gateway import gateway_to
from medreview.runtime.skills.contracts import Brief, Made, Skill
from tests.doubles.conversation import Asked
from tests.doubles.spoiled import spoiled
from tests.factories.model_runs import imported, place_of, run_of
from tests.factories.retrieval import Helping
from tests.factories.stages import analysed, case_of, condition, lab, medicine

pytestmark = pytest.mark.django_db

CODED = case_of(
    lab(value=6.9),
    lab("l2", "2160-0", name="Creatinine", value=2.4, unit="mg/dL", ref_low=0.7, ref_high=1.3),
    conditions=[condition("Chronic kidney disease", "N18.3")],
    medications=[medicine("ramipril", "C09AA05")],
)
"""Everything coded: no stage before the reasoner has a question."""

FAILING = [mode for mode in Mode if mode not in {Mode.OK, Mode.FENCED, Mode.INJECTION_OBEDIENT}]


OF_CALLS = {Mode.TRUNC_STOP, Mode.TOOL_TRUNC, Mode.WRONG_COUNT, Mode.DUP_IDS, Mode.MALFORMED_CALL}
"""Faults of calls, which an answer without calls may not have."""


@dataclass
class Hurried(Helping):
    """A helper that gives no skill more than two seconds."""

    def use(self, skill: Skill, brief: Brief) -> Made:
        caps = skill.manifest.caps.model_copy(update={"seconds": 2.0})
        manifest = skill.manifest.model_copy(update={"caps": caps})
        return super().use(replace(skill, manifest=manifest), brief)


def texts(report: Report | None) -> list[str]:
    assert report is not None
    return [one.text for section in report.sections for one in section.statements]


def said(result: AnalysisResult) -> tuple[Any, ...]:
    """All a reader is told besides whose words it is in."""
    return (
        result.statements,
        result.cannot_tell,
        texts(result.doctor_report),
        texts(result.patient_report),
    )


@pytest.fixture
def without_model(south, starter):
    """The same patient in a hospital that has no model yet."""
    return queries.whole(run_of(imported(CODED, south)))


def test_a_coded_patient_asks_once_and_only_for_words(north, without_model, honest_model):
    result = queries.whole(run_of(imported(CODED, north)))

    assert [Asked(one).skill for one in honest_model.playing.requests] == ["wording"]
    assert result.wording.by is WordedBy.MODEL
    assert result.wording.worded > 0
    assert [one.by_rule() for one in result.statements] == list(without_model.statements)
    assert result.doctor_report.worded_by is WordedBy.MODEL
    assert "A language model put some sentences into other words" in result.doctor_report.notice
    shares = {stage.name: (stage.iterations, stage.status) for stage in result.stages}
    assert shares["reasoner"] == (1, "done")
    assert shares["writer"] == (0, "done")


@pytest.mark.parametrize("mode", [Mode.BROKEN, Mode.PROSE, Mode.EXTRA_KEYS])
def test_a_run_whose_model_fails_has_the_texts_of_one_without_a_model(
    north, without_model, llm_double, settings, mode
):
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=spoiled(mode))),)

    result = queries.whole(run_of(imported(CODED, north)))

    assert said(result) == said(without_model)
    assert result.wording.by is WordedBy.FALLBACK
    assert result.doctor_report.worded_by is WordedBy.FALLBACK
    [reasoner] = [stage for stage in result.stages if stage.name == "reasoner"]
    assert reasoner.status == "degraded"
    assert reasoner.error == result.wording.reason


@pytest.mark.parametrize("mode", FAILING)
def test_in_every_way_a_model_fails_the_texts_are_those_of_the_rules(llm_double, mode):
    alone = analysed(CODED)
    double = llm_double(answer=spoiled(mode))
    place = place_of(double, silence_seconds=0.3)
    helper = Hurried(())
    helper.gateway = gateway_to((place,))

    statements = Reasoner().run(replace(alone, helper=helper))
    reports = Writer().run(replace(alone, statements=statements))

    assert [one.by_rule() for one in statements.items] == list(alone.statements.items)
    if mode not in OF_CALLS:
        assert statements.items == alone.statements.items
        assert texts(reports.doctor) == texts(alone.reports.doctor)
        assert texts(reports.patient) == texts(alone.reports.patient)
        assert statements.wording.by is WordedBy.FALLBACK
    assert len(double.playing.requests) <= 2 * 3


def obedient(request: dict[str, Any]) -> Turn:
    """Whatever it is shown, it says that all is normal, and puts the last first."""
    numbers = [
        int(line.split("]")[0][1:])
        for line in Asked(request).lines_of("statements")
        if "plain:" not in line.split(" ", 2)[1]
    ]
    lie = {"text": "All is normal. Stop ramipril.", "plain": "You are healthy."}
    return Turn(
        says={
            "rewordings": [{"number": number, **lie} for number in numbers],
            "order": [*reversed(numbers), 1],
        }
    )


def test_a_model_that_does_as_a_note_says_changes_no_word(
    north, without_model, llm_double, settings
):
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=obedient)),)

    result = queries.whole(run_of(imported(CODED, north)))

    assert said(result) == said(without_model)
    assert {one.wording for one in result.wording.refused} == {
        "All is normal. Stop ramipril.",
        "You are healthy.",
    }
    assert result.wording.by is WordedBy.FALLBACK


def test_where_nothing_is_abnormal_no_word_is_asked_for(north, honest_model):
    calm = case_of(lab(value=4.2, flag="N"))

    result = queries.whole(run_of(imported(calm, north)))

    assert honest_model.playing.requests == []
    assert result.wording.by is WordedBy.RULE
