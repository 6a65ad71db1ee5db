"""The list of runs: narrowed in the address, counted, paged, and why each failed."""

import datetime as dt

import pytest
import time_machine

from medreview.common.clock import now
from medreview.common.errors import Unavailable
from medreview.runtime.models import RunEvent
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.runtime import make_run

pytestmark = pytest.mark.django_db

LIST = "/runs/"


def broken(hospital, by=None):
    return make_finished(
        patient=make_patient(hospital=hospital),
        by=by,
        plan=small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("The store is away."))),
    ).run


def test_runs_are_narrowed_by_state_starter_and_day(north, ada, nell, signed_in):
    with time_machine.travel(now() - dt.timedelta(days=5)):
        old = broken(north)
    new, own = broken(north), make_finished(patient=make_patient(hospital=north), by=ada).run
    browser = signed_in(nell)
    today = now().date().isoformat()

    def found(**asked):
        return [row.run.pk for row in browser.get(LIST, asked).context["rows"]]

    assert found() == [own.pk, new.pk, old.pk]
    assert found(state="failed") == [new.pk, old.pk]
    assert found(who=ada.pk) == [own.pk]
    assert found(who="system") == [new.pk, old.pk]
    assert found(since=today) == [own.pk, new.pk]
    assert found(state="failed", since=today) == [new.pk]
    assert found(state="nonsense", who="nobody", since="x") == [own.pk, new.pk, old.pk]


def test_the_list_says_why_a_run_failed_and_how_many_there_are(north, nell, signed_in):
    broken(north)

    response = signed_in(nell).get(LIST, {"state": "failed"})

    assert "The store is away." in response.content.decode()
    assert response.context["count"] == 1


def test_pages_of_runs_go_back_without_hole_or_repeat(north, nell, signed_in, monkeypatch):
    monkeypatch.setattr("medreview.front.views.runs.RUNS_PER_PAGE", 2)
    patient = make_patient(hospital=north)
    made = [make_run(patient=patient).pk for _ in range(5)]
    browser, url, seen = signed_in(nell), LIST, []

    while url:
        page = browser.get(url)
        seen += [row.run.pk for row in page.context["rows"]]
        url = page.context["older_url"]

    assert seen == sorted(made, reverse=True)


def test_an_empty_list_and_a_filter_that_meets_nothing_are_told_apart(nell, signed_in, north):
    browser = signed_in(nell)

    empty = browser.get(LIST).content.decode()
    make_run(patient=make_patient(hospital=north))
    unmet = browser.get(LIST, {"state": "done"}).content.decode()

    assert "No run yet." in empty
    assert "No run meets this filter." in unmet
    assert RunEvent.objects.exists()
