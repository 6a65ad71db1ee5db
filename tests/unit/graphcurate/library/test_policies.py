"""When a document may change, and when it may not."""

import pytest

from graphcurate.library import policies
from graphcurate.library.document_states import DocumentState
from graphcurate.library.errors import StaleDocument
from medreview.common.errors import Invalid, WrongState


def test_a_step_names_the_version_that_stands() -> None:
    policies.check_version(latest=2, seen=2)
    with pytest.raises(StaleDocument):
        policies.check_version(latest=2, seen=1)


@pytest.mark.parametrize(
    ("state", "target", "may"),
    [
        ("current", DocumentState.WITHDRAWN, True),
        ("current", DocumentState.SUPERSEDED, True),
        ("current", DocumentState.CURRENT, False),
        ("superseded", DocumentState.WITHDRAWN, True),
        ("superseded", DocumentState.CURRENT, True),
        ("withdrawn", DocumentState.SUPERSEDED, False),
        ("withdrawn", DocumentState.CURRENT, True),
    ],
)
def test_a_document_moves_from_where_it_stands(
    state: str, target: DocumentState, may: bool
) -> None:
    assert policies.can_move(state, target) is may
    if may:
        policies.check_can_move(state, target)
    else:
        with pytest.raises(WrongState):
            policies.check_can_move(state, target)


def test_a_reason_is_asked_for_and_is_not_too_long() -> None:
    policies.check_reason("It was retracted.")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Invalid):
            policies.check_reason(reason)


def test_a_successor_is_another_and_current() -> None:
    policies.check_successor(document="doc_1", successor="doc_2", state="current")
    with pytest.raises(Invalid):
        policies.check_successor(document="doc_1", successor="doc_1", state="current")
    with pytest.raises(WrongState):
        policies.check_successor(document="doc_1", successor="doc_2", state="withdrawn")
