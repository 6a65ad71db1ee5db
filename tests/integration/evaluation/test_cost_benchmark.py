"""The benchmark of the cost page walks the real page and keeps nothing."""

import pytest

from analysis.evaluation.cost_benchmark import page_of_many_calls
from medreview.llm.models import LLMCall


@pytest.mark.django_db
def test_the_page_is_measured_with_its_questions_to_the_database_and_nothing_is_kept():
    figures = page_of_many_calls(calls=200, rounds=1).as_json()

    assert figures["calls"] == 200
    assert figures["page_worst_ms"] >= figures["database_p50_ms"] >= 0
    assert page_of_many_calls(calls=400, rounds=1).as_json()["queries"] == figures["queries"]
    assert not LLMCall.objects.exists()
