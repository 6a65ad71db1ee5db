"""Work is sent after commit, and only then."""

import tomllib
import traceback
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.db import DatabaseError, transaction
from django_q.models import OrmQ

import analysis.pipeline
from medreview.common import queue
from medreview.common.clock import now


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(queue, "enqueue", lambda *call: calls.append(call))
    return calls


def test_work_is_sent_once_its_transaction_is_committed(
    db, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        queue.enqueue_after_commit("some.function", "ana_1")
        assert sent == []

    assert sent == [("some.function", "ana_1")]


def test_work_of_a_transaction_that_failed_is_never_sent(
    db, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        queue.enqueue_after_commit("some.function", "ana_1")
        transaction.set_rollback(True)

    assert sent == []


def test_the_oldest_task_that_nobody_took_is_known(db, stop_clock):
    moment = stop_clock(2026, 11, 30, 12)
    OrmQ.objects.create(key="medreview", payload="", lock=moment)

    assert queue.waiting_since() == moment


def test_a_task_in_somebodys_hands_does_not_wait(db):
    later = now().replace(year=now().year + 1)
    OrmQ.objects.create(key="medreview", payload="", lock=later)

    assert queue.waiting_since() is None


def test_a_task_is_not_given_out_again_while_it_may_still_run():
    cluster = configured.Q_CLUSTER

    assert cluster["retry"] >= 2 * cluster["timeout"] + 30


def test_a_run_whose_every_stage_waits_for_a_silent_model_is_not_ended():
    longest: dict[str, float] = {}
    pipeline = Path(analysis.pipeline.__file__).parent
    for manifest in pipeline.glob("**/skill/manifest.toml"):
        stage = manifest.relative_to(pipeline).parts[0]
        seconds = tomllib.loads(manifest.read_text())["caps"]["seconds"]
        longest[stage] = max(seconds, longest.get(stage, 0))

    assert {"diagnostician", "retriever", "reasoner"} <= set(longest)
    assert configured.Q_CLUSTER["timeout"] >= sum(longest.values()) + 60


def test_nothing_is_fetched_ahead_and_nothing_is_tried_for_ever():
    cluster = configured.Q_CLUSTER

    assert (cluster["queue_limit"], cluster["bulk"]) == (1, 1)
    assert 1 < cluster["max_attempts"] <= 5
    assert cluster["save_limit"] <= 100


def test_the_queue_hears_the_kind_of_a_fault_and_none_of_its_words(capsys):
    @queue.told_by_kind
    def refused(thing_id: str) -> None:
        raise DatabaseError(f"DETAIL: Failing row contains ({thing_id}, Okafor, 6.9)")

    with pytest.raises(queue.TaskBroke) as found:
        refused("ana_1")

    kept = "".join(traceback.format_exception(found.value))
    assert str(found.value) == "refused broke with DatabaseError"
    assert "Okafor" not in kept
    assert "Okafor" not in capsys.readouterr().err


def test_what_a_job_answers_passes_through():
    assert queue.told_by_kind(str.upper)("ana_1") == "ANA_1"
