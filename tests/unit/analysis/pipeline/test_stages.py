"""The stages in their order, over every vignette."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from analysis.evaluation.cases import Case
from analysis.evaluation.checks import reasons_to_fail
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import STAGES
from graphcurate.contracts import RelatedItem
from medreview.common.contract import Contract
from tests.factories.stages import analysed, case_of, lab, medicine, outcome_of, vignettes

ALL = [*vignettes("starter.jsonl"), *vignettes("own.jsonl")]

QUOTED = re.compile("“[^”]*”")
"""Words of the source, which are not ours."""

ADVICE = re.compile(
    r"\b(consider\w*|start(?!er)\w*|stop\w*|should|must|recommend\w*|advise\w*|prescrib\w*"
    r"|diagnosed|treat(s|ed|ment)?|refer(red)?|increase the|reduce the|dose of|rule out|suggests?"
    r"|you have|indicates?|suffers?)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)
def test_every_vignette_passes(case: Case) -> None:
    found = analysed(case)

    assert reasons_to_fail(case, outcome_of(found)) == []


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)
def test_no_sentence_of_ours_advises_prescribes_or_names_a_diagnosis(case: Case) -> None:
    found = analysed(case)

    said = [text for text in _own_texts(found) if ADVICE.search(QUOTED.sub("", text))]
    assert said == []


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.id)
def test_nothing_that_code_states_needs_to_be_cut(case: Case) -> None:
    found = analysed(case)

    assert [one.cut for one in needed(found.statements).items if one.cut] == []


def test_history_superseded_by_a_normal_value_is_said_uncut() -> None:
    case = case_of(lab("old", date="2026-11-01"), lab("new", value=4.2, flag="N"))

    statements = needed(analysed(case, all_results=True).statements)

    assert "A newer result of this test is dated 20-Nov-2026." in [
        one.text for one in statements.shown()
    ]


@pytest.mark.parametrize("case", ALL[::5], ids=lambda case: case.id)
def test_the_same_input_gives_the_same_hashes(case: Case) -> None:
    first, second = analysed(case), analysed(case)

    assert _hashes(first) == _hashes(second)


def test_the_order_in_which_a_record_came_changes_nothing_but_ties() -> None:
    labs = [lab("l1"), lab("l2", "2160-0", name="Creatinine", value=2, unit="mg/dL")]
    medicines = [medicine("ramipril", "C09AA05"), medicine("ibuprofen", "M01AE01", id="m2")]

    one = analysed(case_of(*labs, medications=medicines))
    other = analysed(case_of(*reversed(labs), medications=list(reversed(medicines))))

    assert needed(one.plan) == needed(other.plan)
    assert needed(one.package).summary == needed(other.package).summary


def test_every_stage_has_its_own_name_and_place() -> None:
    names = [stage.name for stage in STAGES]

    assert names == [
        "gather",
        "critical",
        "diagnostician",
        "retriever",
        "actuality",
        "reasoner",
        "writer",
    ]
    assert len({stage.field for stage in STAGES}) == len(STAGES)


def _hashes(found: StageContext) -> list[str]:
    return [getattr(found, stage.field).content_hash() for stage in STAGES]


def _own_texts(found: StageContext) -> Iterator[str]:
    """Every text that a stage wrote; the graph's own rationale is not one."""
    for stage in STAGES:
        yield from _texts(getattr(found, stage.field))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Contract) and not isinstance(value, RelatedItem):
        for name in type(value).model_fields:
            yield from _texts(getattr(value, name))
