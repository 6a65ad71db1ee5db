"""What follows on an import happens although its worker dies, its call is lost or a part breaks."""

import datetime as dt

import pytest
import time_machine

from medreview.common.clock import now
from medreview.common.queue import TaskBroke
from medreview.fhir import after_import, jobs
from medreview.fhir.models import Import
from tests.factories.fhir import a_patient, make_import

pytestmark = pytest.mark.django_db

HERE = "tests.unit.medreview.fhir.test_after_import"
LATER = after_import.PATIENCE + dt.timedelta(seconds=1)

told: list[tuple[str, str]] = []


def first(import_id: str) -> None:
    told.append(("first", import_id))


def second(import_id: str) -> None:
    told.append(("second", import_id))


def broken(import_id: str) -> None:
    raise TaskBroke("it broke")


@pytest.fixture(autouse=True)
def waiting(settings):
    """Two who wait for imports."""
    told.clear()
    settings.AFTER_IMPORT = (f"{HERE}.first", f"{HERE}.second")


@pytest.fixture
def made(north):
    """An import whose call was lost with the process that should have sent it."""
    return make_import([a_patient()], hospital=north)


def test_all_who_wait_are_told_once(made):
    jobs.follow(made.pk)
    jobs.follow(made.pk)

    assert told == [("first", made.pk), ("second", made.pk)]


def test_a_lost_call_is_made_again_after_a_while(made, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as calls:
        assert jobs.call_again() == 0
        with time_machine.travel(now() + LATER):
            assert jobs.call_again() == 1
            # It was called just now: the next beat leaves it in peace.
            assert jobs.call_again() == 0

    assert len(calls) == 1


def test_what_was_followed_up_is_never_called_again(made):
    jobs.follow(made.pk)

    with time_machine.travel(now() + LATER):
        assert jobs.call_again() == 0


def test_one_that_breaks_keeps_nobody_from_being_told_and_is_tried_again(made, settings):
    settings.AFTER_IMPORT = (f"{HERE}.broken", f"{HERE}.second")

    with pytest.raises(TaskBroke):
        jobs.follow(made.pk)

    assert told == [("second", made.pk)]
    with time_machine.travel(now() + LATER):
        assert jobs.call_again() == 1


def test_what_breaks_for_a_week_is_let_be(made):
    with time_machine.travel(now() + after_import.FOR + LATER):
        assert jobs.call_again() == 0


def test_an_import_of_before_this_was_kept_is_not_called_for(made):
    Import.objects.update(called_at=None)

    with time_machine.travel(now() + LATER):
        assert jobs.call_again() == 0
