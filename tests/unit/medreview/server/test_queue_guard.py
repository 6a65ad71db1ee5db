"""The steps of a beat are each taken, whatever another one meets."""

import pytest

from medreview.server import queue_guard

pytestmark = pytest.mark.django_db

HERE = "tests.unit.medreview.server.test_queue_guard"

taken: list[str] = []


def broken() -> None:
    raise RuntimeError("a step broke")


def chase() -> None:
    taken.append("chase")


def test_a_step_that_breaks_keeps_no_critical_value_from_being_chased(settings):
    taken.clear()
    settings.AT_EVERY_BEAT = [f"{HERE}.broken", f"{HERE}.chase"]

    queue_guard.take_steps()

    assert taken == ["chase"]
