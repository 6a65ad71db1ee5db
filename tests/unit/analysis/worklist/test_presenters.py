import datetime as dt

import pytest

from analysis.worklist.presenters import due_text

NOW = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (dt.timedelta(seconds=30), "due now"),
        (dt.timedelta(minutes=1), "due in 1 minute"),
        (dt.timedelta(minutes=119, seconds=59), "due in 119 minutes"),
        (dt.timedelta(hours=2), "due in 2 hours"),
        (dt.timedelta(hours=47, minutes=59), "due in 47 hours"),
        (dt.timedelta(days=2), "due in 2 days"),
    ],
)
def test_the_time_left_is_never_said_longer_than_it_is(left, said):
    assert due_text(NOW + left, NOW) == said


@pytest.mark.parametrize("passed", [dt.timedelta(), dt.timedelta(hours=3)])
def test_what_is_due_has_its_time_named(passed):
    assert due_text(NOW - passed, NOW).startswith("overdue since 30-Nov-2026")
