"""Whose words a text is in."""

import pytest

from analysis.pipeline.contracts import Section, Statement, StatementList, WordedBy, Wording
from analysis.pipeline.writer.worded import worded_by

RULE, MODEL, FALLBACK = WordedBy.RULE, WordedBy.MODEL, WordedBy.FALLBACK


@pytest.mark.parametrize(
    ("whole", "sentence", "order", "is_by"),
    [
        (RULE, RULE, (), RULE),
        (FALLBACK, RULE, (), FALLBACK),
        (MODEL, MODEL, (), MODEL),
        (MODEL, RULE, (), RULE),
        (MODEL, RULE, (0,), MODEL),
    ],
)
def test_a_text_is_a_models_where_a_sentence_or_the_order_is(
    whole: WordedBy, sentence: WordedBy, order: tuple[int, ...], is_by: WordedBy
) -> None:
    said = Statement(text="x", about=None, rests_on=("o",), worded_by=sentence)
    listed = StatementList(items=(said,), order=order, wording=Wording(by=whole))

    assert worded_by(listed, [Section(title="t", statements=(said,))]) is is_by
