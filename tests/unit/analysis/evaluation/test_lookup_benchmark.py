"""What the benchmark of lookups asks, and that its figures hold their ratios."""

from typing import Any

from analysis.evaluation.lookup_benchmark import lookups_in_a_large_graph, questions_of
from tests.factories.graph import starter_lookup


def test_every_way_of_asking_is_measured():
    figures: dict[str, Any] = lookups_in_a_large_graph(relations=100).as_json()

    assert {"loinc", "alternative_loinc", "name", "synonym", "domain", "none"} <= set(
        figures["questions"]
    )
    assert figures["p95_to_small_graph"] > 0
    assert figures["p95_to_parse"] > 0
    assert figures["p50_ms"] <= figures["p95_ms"]


def test_nothing_is_asked_of_one_biomarker_twice():
    for asked in questions_of(starter_lookup()):
        assert len({str(question) for question in asked}) == len(asked)
