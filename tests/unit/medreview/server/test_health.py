import pytest

from medreview.server.health import Check, State, overall


@pytest.mark.parametrize(
    ("states", "whole"),
    [
        ([State.OK, State.OK], State.OK),
        ([State.OK, State.DEGRADED], State.DEGRADED),
        ([State.DEGRADED, State.DOWN], State.DOWN),
        ([State.OK, State.UNKNOWN], State.OK),
    ],
)
def test_the_whole_is_as_its_worst_known_part(states, whole):
    checks = [Check(str(number), state, "") for number, state in enumerate(states)]

    assert overall(checks) is whole
