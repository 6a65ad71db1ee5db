"""The list of runs: narrowed in the address, counted, paged, and why each failed."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from medreview.common.clock import now
from medreview.common.errors import Unavailable
from medreview.llm.double.script import Mode, ScriptedCall, Turn
from medreview.runtime.models import RunEvent
from medreview.runtime.skills.read import read_skill
from tests.factories.asked_runs import ask_a_model
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.runtime import make_run
from tests.factories.skills import allow, write_skill

pytestmark = pytest.mark.django_db

LIST = "/runs/"
DONE = Turn(calls=(ScriptedCall(name="submit_plan", arguments={"keys": ["718-7"]}),))


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


def test_runs_are_narrowed_by_their_last_day_and_by_what_models_did(
    north, ada, nell, signed_in, llm_double, tmp_path, settings
):
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)
    with time_machine.travel(now() - dt.timedelta(days=5)):
        old = broken(north)
    two_days_ago = (now() - dt.timedelta(days=2)).date().isoformat()
    good, fallen = (make_run(patient=make_patient(hospital=north), by=ada) for _ in range(2))
    ask_a_model(good, skill, llm_double(DONE))
    ask_a_model(fallen, skill, llm_double(Turn(mode=Mode.REFUSAL, times=0)))
    browser = signed_in(nell)

    def found(**asked):
        return [row.run.pk for row in browser.get(LIST, asked).context["rows"]]

    assert found(until=two_days_ago) == [old.pk]
    assert found(models="none") == [old.pk]
    assert found(models="asked") == [fallen.pk, good.pk]
    assert found(models="fallback") == [fallen.pk]
    rows = {row.run.pk: row for row in browser.get(LIST).context["rows"]}
    assert (rows[good.pk].questions, rows[good.pk].fallbacks) == ("1 question", "")
    assert rows[fallen.pk].fallbacks == "1 fallback"
    assert (rows[old.pk].questions, rows[old.pk].spent) == ("", "")


def test_a_list_of_many_runs_asks_no_more_than_one_of_few(north, nell, signed_in):
    browser, patient = signed_in(nell), make_patient(hospital=north)
    make_run(patient=patient)
    browser.get(LIST)

    with CaptureQueriesContext(connection) as few:
        browser.get(LIST)
    for _ in range(10):
        make_run(patient=patient)
    with CaptureQueriesContext(connection) as many:
        browser.get(LIST)

    assert len(many) == len(few)
