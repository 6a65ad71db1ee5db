"""A running analysis shows every step once, and silence for what it is."""

from decimal import Decimal
from typing import Any

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.contracts import StageReport, StageStatus
from analysis.pipeline.queries import Progress
from analysis.review.presenters.progress import progress_of

NAMES = ("record", "context", "critical")


def progress(**changed: Any) -> Progress:
    said: dict[str, Any] = {
        "state": AnalysisState.RUNNING,
        "names": NAMES,
        "done": (StageReport(name="record", status=StageStatus.DONE, seconds=0.25),),
        "current": "context",
        "elapsed": Decimal("1.2"),
        "silent_for": Decimal("0.4"),
        "no_signal": False,
        "waiting_long": False,
        "attempts": 1,
    }
    return Progress(**(said | changed))


def test_steps_are_done_running_or_to_come_in_their_order() -> None:
    seen = progress_of(progress())

    assert [(step.name, step.state) for step in seen.steps] == [
        ("record", "done"),
        ("context", "running"),
        ("critical", "waiting"),
    ]
    assert (seen.done, seen.steps[0].took) == (1, "0.25 s")


def test_the_current_step_is_said_aloud_by_its_number() -> None:
    said = progress_of(progress()).said

    assert said.startswith("Step 2 of 3: ")


def test_a_silent_worker_is_said_with_its_seconds() -> None:
    seen = progress_of(progress(no_signal=True, silent_for=Decimal("31.7")))

    assert seen.signal == "No signal for 31 seconds"


def test_a_request_nobody_took_up_waits_for_a_worker() -> None:
    seen = progress_of(
        progress(state=AnalysisState.QUEUED, current=None, done=(), waiting_long=True)
    )

    assert "Waiting for a worker" in seen.signal


def test_a_failed_step_keeps_its_reason() -> None:
    broken = StageReport(name="context", status=StageStatus.FAILED, error="The key is gone.")

    seen = progress_of(
        progress(state=AnalysisState.FAILED, done=(broken,), current=None, silent_for=None)
    )

    assert seen.failed
    assert not seen.at_work
    assert seen.steps[1].error == "The key is gone."
