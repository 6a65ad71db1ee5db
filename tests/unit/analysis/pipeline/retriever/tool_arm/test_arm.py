"""The tool arm reads one record by kinds, within its caps, and ends in claims."""

import json

import pytest

from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from analysis.pipeline.retriever.tool_arm.arm import CALLS, CHARACTERS, ROWS, RecordDesk
from medreview.runtime.errors import ToolError
from tests.factories.retrieval import (
    CREATININE,
    TRUE_CLAIMS,
    by_model,
    claim,
    helped,
    left_over_case,
    submits,
    unhelped,
)
from tests.factories.scripted_model import SCOPE, calls
from tests.factories.stages import case_of, inputs_of, lab


def finishes(*claims):
    return submits(*claims, tool="finish_retrieval")


def desk_of(*labs) -> RecordDesk:
    context = inputs_of(case_of(*labs))
    return RecordDesk(RecordApi(context.record, context.as_of))


def get(desk: RecordDesk, name: str, **question) -> list[str]:
    tool = next(one for one in desk.tools() if one.name == name)
    answer = tool.act(tool.read(question), SCOPE)
    assert isinstance(answer, str)
    return answer.splitlines()


def test_what_is_claimed_after_reading_is_found():
    look = calls(("get_observations", {}), ("get_conditions", {}), ("get_medications", {}))

    package, helper = helped(look, finishes(*TRUE_CLAIMS), arm="tool_arm")

    assert len(by_model(package)) == len(TRUE_CLAIMS)
    told = helper.gateway.asked[1].messages[-3].text
    assert told.startswith('<data label="get_observations"')
    assert CREATININE in told


def test_what_the_record_does_not_bear_out_is_dropped_here_too():
    wrong = claim("condition:ckd", "Condition/of-another-patient", "kidney")

    package, _ = helped(finishes(wrong), arm="tool_arm")

    assert package.per_parameter == unhelped().per_parameter
    assert package.summary.dropped == {"no_such_entry": 1}


def test_the_first_question_shows_nothing_of_the_record():
    _, helper = helped(finishes(), arm="tool_arm")

    asked = helper.prompts
    assert "parameter:creatinine | Creatinine" in asked
    assert [one for one in ("Kreat.", "5.7", CREATININE) if one in asked] == []


def test_rows_are_capped_and_the_rest_is_counted_and_can_be_skipped_to():
    labs = [
        lab(f"l{n}", date=f"2026-{n % 11 + 1:02}-{n % 27 + 1:02}", value=4 + n / 10)
        for n in range(ROWS + 7)
    ]
    desk = desk_of(*labs)

    first = get(desk, "get_observations")
    rest = get(desk, "get_observations", skip=ROWS)

    assert len(first) == ROWS + 1
    assert first[-1] == f"[{ROWS} entries, 7 more; {CALLS - 1} calls left]"
    assert len(rest) == 8
    ids = {json.loads(line)["id"] for line in (*first[:-1], *rest[:-1])}
    assert len(ids) == len(labs)


def test_words_and_dates_narrow_the_question():
    desk = desk_of(
        lab("l1", date="2026-11-01"), lab("l2", date="2026-09-01"), lab("l3", None, name="Urea")
    )

    found = get(desk, "get_observations", words="potass", since="2026-10", until="2026-11")

    assert [json.loads(line)["id"] for line in found[:-1]] == ["Observation/l1"]


@pytest.mark.parametrize("odd", [{"since": "soon"}, {"words": "--"}])
def test_a_question_that_can_t_be_read_goes_back_in_words(odd):
    with pytest.raises(ToolError):
        get(desk_of(lab()), "get_observations", **odd)


def test_calls_and_characters_are_capped():
    desk = desk_of(*[lab(f"l{n}", value=4 + n / 10, note="x" * 5_000) for n in range(40)])
    for _ in range(3):
        said = get(desk, "get_observations")
    assert desk.characters <= CHARACTERS
    assert said[-1].startswith("[0 entries, 40 more")

    desk = desk_of(lab())
    for _ in range(CALLS):
        get(desk, "get_allergies")
    with pytest.raises(ToolError, match="Nothing more is read"):
        get(desk, "get_allergies")


def test_it_runs_behind_a_setting_only():
    _, helper = helped(finishes(), arm="tool_arm", case=left_over_case())

    [request] = helper.gateway.asked
    assert request.purpose == "retriever_tool_arm"
    assert {tool.name for tool in request.tools} == {
        "get_observations", "get_conditions", "get_medications", "get_allergies",
        "get_procedures", "get_diagnostic_reports", "finish_retrieval",
    }  # fmt: skip
