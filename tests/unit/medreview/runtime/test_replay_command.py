"""A run replayed from a shell."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from medreview.runtime.models import Run
from tests.factories.runtime import make_run

pytestmark = pytest.mark.django_db


def replay(run, **options):
    out = StringIO()
    call_command("replay_run", run, stdout=out, **options)
    return out.getvalue()


def test_a_sound_run_adds_up():
    run = make_run()

    assert replay(run.pk) == "1 events add up to the run as it stands.\n"
    assert json.loads(replay(run.pk, json=True)) == {
        "run": run.pk,
        "events": 1,
        "differences": [],
    }


def test_a_run_whose_row_was_changed_is_named_and_exits_1():
    run = make_run()
    Run.objects.filter(pk=run.pk).update(state="done")
    out = StringIO()

    with pytest.raises(SystemExit):
        call_command("replay_run", run.pk, stdout=out)

    assert "state: the run says done, its events say queued" in out.getvalue()


def test_no_run_is_one_sentence():
    with pytest.raises(CommandError):
        replay("run_none")
