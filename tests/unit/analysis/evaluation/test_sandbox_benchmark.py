"""The benchmark of snippets runs them for real, over a record of the size asked for."""

from analysis.evaluation.sandbox_benchmark import snippets_over_a_large_record


def test_a_process_s_first_snippet_and_further_ones_are_measured():
    figures = snippets_over_a_large_record(size=200_000).as_json()

    assert 200_000 <= figures["size"] < 400_000
    assert figures["entries"] > 0
    assert 0 < figures["warm_p50_ms"] <= figures["warm_p95_ms"]
    assert figures["cold_to_parse"] > 0
    assert figures["warm_to_parse"] > 0
    assert figures["worker_memory_mb"] is None or figures["worker_memory_mb"] < 100
