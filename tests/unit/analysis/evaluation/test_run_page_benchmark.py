"""The page that is measured is that of a run whose events add up, and nothing is left behind."""

from itertools import islice

import pytest

from analysis.evaluation.run_page_benchmark import page_of_a_long_run, talks
from medreview.accounts.models import User
from medreview.runtime.models import Run
from medreview.runtime.talk_check import talk_problems

pytestmark = pytest.mark.django_db


def test_the_events_are_those_of_real_work_with_a_model():
    assert list(talk_problems(islice(talks(), 200))) == []


def test_the_real_page_is_measured_and_nothing_is_kept():
    figures = page_of_a_long_run(events=250, rounds=1).as_json()

    assert figures["events"] == 250
    assert figures["queries"] > 0
    assert figures["p50_milliseconds"] > 0
    assert not Run.objects.exists()
    assert not User.objects.exists()
