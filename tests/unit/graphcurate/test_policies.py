"""What curators may say to one another, and how much of it."""

import pytest

from graphcurate import policies
from medreview.common.errors import Invalid


def test_a_text_says_something_and_not_too_much() -> None:
    policies.check_text("Why?", policies.SAY_SOMETHING)
    for text in ("", "  ", "x" * (policies.LONGEST_TEXT + 1)):
        with pytest.raises(Invalid):
            policies.check_text(text, policies.SAY_SOMETHING)


def test_what_may_be_left_empty_is_not_too_long_either() -> None:
    policies.check_length("")
    with pytest.raises(Invalid):
        policies.check_length("x" * 281, most=policies.LONGEST_REASON)
