import pytest

from medreview.fhir.record import StatementState
from medreview.fhir.states import is_list_of_ours, state_of, stated_states


@pytest.mark.parametrize(
    ("items", "denied", "stated", "state"),
    [
        (True, True, StatementState.NONE_KNOWN, "known"),
        (False, True, None, "none_known"),
        (False, False, StatementState.UNAVAILABLE, "unavailable"),
        (False, False, None, "not_recorded"),
    ],
)
def test_an_empty_list_is_only_empty_when_somebody_says_so(items, denied, stated, state):
    assert state_of(items=items, denied=denied, stated=stated) == state


def empty(code: str, reason: str) -> dict:
    return {
        "code": {"coding": [{"code": code}]},
        "emptyReason": {"coding": [{"code": reason}]},
    }


def test_lists_and_sections_say_why_they_are_empty():
    composition = {
        "section": [empty("48765-2", "unavailable"), empty("10160-0", "nilknown"), empty("x", "y")]
    }

    assert stated_states([composition, empty("11450-4", "notasked")]) == {
        "allergies": StatementState.UNAVAILABLE,
        "medications": StatementState.NONE_KNOWN,
        "conditions": StatementState.NOT_RECORDED,
    }
    assert is_list_of_ours(composition)
    assert not is_list_of_ours(empty("48765-2", "because"))
