"""Left over is what neither a code nor a known name tells, beside what was looked for in vain."""

from analysis.pipeline.results import ResultReader
from analysis.pipeline.retriever.leftover import Leftover, left_over
from analysis.pipeline.retriever.record_index import RecordIndex
from tests.factories.retrieval import CREATININE, DIURETIC, KIDNEY, POTASSIUM, left_over_case
from tests.factories.stages import (
    analysed,
    case_of,
    condition,
    context_of,
    lab,
    medicine,
    package_of,
)


def left(case) -> Leftover:
    made = analysed(case)
    index = RecordIndex.of(made, ResultReader.of(made))
    results = {result.id: result for result in context_of(made).abnormal}
    return left_over(package_of(made).per_parameter, results, index)


def test_entries_in_words_only_and_notes_on_the_results_in_question_are_left_over():
    found = left(left_over_case())

    assert found.entries == {CREATININE, KIDNEY, DIURETIC, POTASSIUM}
    assert found.given().entries == {"lab": 1, "condition": 1, "medication": 1, "note": 1}
    assert {"parameter:creatinine", "condition:ckd"} <= set(found.asked)


def test_a_code_of_a_system_that_is_read_says_what_the_entry_is():
    coded = left(
        case_of(
            lab(),
            lab("l2", "99999-9", name="Kreat."),
            conditions=[condition("Chr. renal insuff.", "Q99.9")],
            medications=[medicine("Aldactone", "V03AX99")],
        )
    )

    assert coded.entries == frozenset()
    assert coded.asked == {}


def test_a_local_code_says_nothing():
    found = left(case_of(lab(), lab("l2", None, name="Kreat.", local_code="KREA")))

    assert found.entries == {CREATININE}


def test_what_is_not_true_now_is_not_left_over():
    found = left(
        left_over_case(
            conditions=[
                {"id": "c1", "name": "Odd one", "clinical": "active", "onset": "2027-01-01"}
            ],
            medications=[medicine("Odd two", status="entered-in-error")],
        )
    )

    assert not found.conditions
    assert not found.medications


def test_a_note_that_code_reads_and_a_note_without_words_are_not_left_over():
    assert not left(left_over_case(note="Haemolysed specimen")).notes
    assert not left(left_over_case(note="-- 12")).notes
