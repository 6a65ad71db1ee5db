"""The run pages: a list that is narrowed, a timeline that adds up, and walls between hospitals."""

import datetime as dt
import json
import re

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import Unavailable
from medreview.patients import sealing
from medreview.runtime import queries
from medreview.runtime.events import CriticalsRaised, MissesNoted
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.pages import PAGE_SIZE
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.runtime import append, make_run, record

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}
MARK = CriticalsRaised(count=1)
LIST = "/runs/"


@pytest.fixture
def run(north, ada):
    """A run of North whose plan broke."""
    plan = small_plan(Reads(), Plans(broken_by=KeyError("canary")))
    analysis = make_finished(
        patient=make_patient(hospital=north, family="Canaryman"), by=ada, plan=plan
    )
    return analysis.run


@pytest.fixture
def finished(north, ada):
    """A run of North that went through and waits for a person."""
    return make_finished(patient=make_patient(hospital=north), by=ada).run


def detail(run, **asked):
    return reverse("front:run-detail", args=[run.pk], query=asked)


def event(run, seq):
    return reverse("front:run-event", args=[run.pk, seq])


def readings(run, kind):
    return AuditEvent.objects.filter(thing_id=run.pk, event=kind).count()


def long_run(north, events):
    """A run with so many events, no two of which in a row say the same."""
    run = make_run(patient=make_patient(hospital=north))
    return append(run, (MissesNoted(count=1) if n % 2 else MARK for n in range(1, events)))


# Who sees what


@pytest.mark.parametrize("who", ["ada", "nell", "root"])
def test_a_clinician_an_auditor_and_an_admin_read_the_runs_of_their_hospital(
    who, run, request, signed_in
):
    client = signed_in(request.getfixturevalue(who))

    listed = client.get(LIST)
    shown = client.get(detail(run))

    assert run.pk in listed.content.decode()
    page = shown.content.decode()
    assert 'data-state="verified"' in page
    assert page.count('data-testid="event"') == run.last_seq
    assert readings(run, EventType.RUN_READ) == 1


def test_a_curator_reads_no_run(run, kim, signed_in):
    assert signed_in(kim).get(detail(run)).status_code == 403


def test_another_hospitals_run_is_the_same_as_none(run, oleg, signed_in):
    client = signed_in(oleg)

    answers = {
        client.get(path).status_code
        for path in (detail(run), event(run, 1), "/runs/run_none/", "/runs/run_none/events/1/")
    }

    assert answers == {404}
    assert run.pk not in client.get(LIST).content.decode()


def test_only_who_may_read_patients_sees_a_patients_name(run, ada, nell, signed_in):
    assert "CANARYMAN" in signed_in(ada).get(detail(run)).content.decode()
    assert "canaryman" not in signed_in(nell).get(detail(run)).content.decode().lower()


def test_who_viewed_is_told_to_those_who_read_the_trail(run, ada, nell, root, signed_in):
    signed_in(ada).get(detail(run))
    signed_in(ada).get(event(run, 1))
    url = reverse("front:run-viewed", args=[run.pk])

    page = signed_in(nell).get(url)

    assert signed_in(ada).get(url).status_code == 403
    assert "Who viewed" not in signed_in(ada).get(detail(run)).content.decode()
    assert signed_in(root).get(url).status_code == 200
    assert [(row.name, row.times) for row in page.context["lookers"]] == [
        ("Nell Audley", 1),
        ("Ada Albrecht", 2),
    ]
    assert [row.event for row in page.context["rows"]] == [
        "run.read",
        "run.payload_read",
        "run.read",
    ]


# The head, the steps and the sum


def test_the_head_says_who_started_it_when_on_which_release_and_that_no_model_was_used(
    run, nell, signed_in
):
    page = signed_in(nell).get(detail(run)).content.decode()

    assert "Ada Albrecht" in page
    assert run.graph_release[:12] in page
    assert "No model was used." in page
    assert "An unexpected fault (KeyError) ended this stage." in page
    main = page[page.index("<main") : page.index("</main>")]
    assert not re.search(r"tokens|cost\b", main, re.I)


def test_the_durations_of_all_rows_add_up_to_the_total_in_the_head(finished, nell, signed_in):
    response = signed_in(nell).get(detail(finished))

    page = response.context["page"]
    head, foot = re.findall(r'data-testid="(?:total-time|totals)" data-ms="(\d+)"', response.text)
    rows = re.findall(r'data-testid="event"[^>]* data-ms="(\d+)"', response.text)
    assert sum(map(int, rows)) == int(head) == int(foot) == page.total_ms


def test_steps_lie_in_order_and_within_the_scale(finished, nell, signed_in):
    groups = signed_in(nell).get(detail(finished)).context["page"].groups

    titles = [group.title for group in groups]
    bars = [bar for group in groups for bar in group.bars if bar.width]
    assert titles == ["Queue", "Attempt 1", "Review"]
    assert [bar.name for bar in groups[1].bars] == [
        "record",
        "context",
        "critical",
        "diagnostician",
    ]
    assert all(0 <= float(bar.x) <= 100 for bar in bars)
    assert all(float(bar.x) + float(bar.width) <= 100.01 for bar in bars)
    assert groups[2].bars[0].width == ""


def test_numbers_of_a_picture_keep_their_point_in_every_language(finished, nell, signed_in):
    nell.language = "ru"
    nell.save()

    page = signed_in(nell).get(detail(finished)).content.decode()

    assert re.search(r'<rect x="\d+\.\d\d" y="0" width="\d+\.\d\d"', page)


def test_a_changed_event_shows_on_the_page(run, nell, signed_in):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE runtime_runevent DISABLE TRIGGER USER")
        cursor.execute("UPDATE runtime_runevent SET actor = 'x' WHERE seq = 2")
        cursor.execute("ALTER TABLE runtime_runevent ENABLE TRIGGER USER")

    page = signed_in(nell).get(detail(run)).content.decode()

    assert 'data-state="broken"' in page


def test_numbers_of_events_have_no_hole_and_nothing_can_be_edited(finished, nell, signed_in):
    page = signed_in(nell).get(detail(finished)).content.decode()

    main = page[page.index("<main") : page.index("</main>")]
    assert list(map(int, re.findall(r'data-seq="(\d+)"', main))) == list(
        range(1, finished.last_seq + 1)
    )
    assert 'method="post"' not in main
    assert "hx-post" not in main
    assert "hx-delete" not in main


# One event


def test_no_payload_is_on_the_page_before_it_is_opened(run, nell, signed_in):
    page = signed_in(nell).get(detail(run)).content.decode()

    rows = page[page.index('id="event-rows"') :]
    assert "An unexpected fault" not in rows
    assert readings(run, EventType.RUN_PAYLOAD_READ) == 0


def test_opening_a_payload_shows_it_and_is_recorded(run, nell, signed_in):
    broke = run.events.get(kind="stage.broke")

    part = signed_in(nell).get(event(run, broke.seq), headers=AS_HTMX)

    assert "An unexpected fault (KeyError) ended this stage." in part.content.decode()
    assert "<html" not in part.content.decode()
    looked = AuditEvent.objects.get(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ)
    assert (looked.actor, looked.patient) == (nell.pk, run.patient_id)
    assert looked.counts == {"event": broke.seq}


def test_an_event_without_a_payload_is_a_reading_of_the_run_only(run, nell, signed_in):
    plain = run.events.filter(payload=None).first()

    signed_in(nell).get(event(run, plain.seq))

    assert readings(run, EventType.RUN_PAYLOAD_READ) == 0
    assert readings(run, EventType.RUN_READ) == 1


def test_an_opened_event_says_input_output_reason_and_what_it_changed(finished, nell, signed_in):
    browser = signed_in(nell)
    done = finished.events.get(kind="stage.finished", header__stage="context")
    claimed = finished.events.get(kind="run.claimed")

    stage = browser.get(event(finished, done.seq)).context["detail"]
    claim = browser.get(event(finished, claimed.seq)).context["detail"]

    assert dict(stage.inputs)["input hash"] == done.header["input_hash"]
    assert dict(stage.outputs)["abnormal"] == "1"
    assert stage.changes == [("stages finished", "1", "2")]
    assert ("state", "queued", "running") in claim.changes
    raw = json.loads(stage.raw)
    assert (raw["seq"], raw["hash"]) == (done.seq, done.hash)
    assert raw["payload"]["summary"]["abnormal"] == 1


def test_a_payload_has_a_page_of_its_own_without_scripts(run, nell, signed_in):
    page = signed_in(nell).get(event(run, 1)).content.decode()

    assert "<html" in page


def test_a_payload_whose_key_is_gone_says_so(run, nell, signed_in):
    sealing.destroy_key(run.patient, by=None)

    page = signed_in(nell).get(event(run, 1))

    assert page.status_code == 200
    assert "can&#x27;t be read" in page.content.decode()


def test_no_secret_is_in_any_event(run, finished, ada):
    secrets = (
        settings.SECRET_KEY,
        settings.SEALING_ROOT_KEY.decode(),
        ada.password,
        "canary",
    )

    said = [
        json.dumps([row.header, queries.payload_of(row, run), row.actor])
        for run in Run.objects.all()
        for row in run.events.all()
    ]

    assert said
    assert not [secret for secret in secrets for text in said if secret in text]


# Where it opens, pages, filters


def test_a_failed_run_opens_at_its_first_error_and_another_at_its_end(
    run, finished, nell, signed_in
):
    browser = signed_in(nell)

    failed, ended = browser.get(detail(run)), browser.get(detail(finished))

    broke = run.events.get(kind="stage.broke")
    assert failed.context["page"].begins == broke.seq
    assert ended.context["page"].begins == finished.last_seq
    assert failed.content.decode().count("data-begins") == 1
    assert "oldest first" in failed.content.decode().lower()


def test_a_long_run_is_shown_200_events_to_a_page(north, nell, signed_in):
    run = long_run(north, PAGE_SIZE + 5)
    client = signed_in(nell)

    first = client.get(detail(run, after=0))
    last = client.get(detail(run))

    assert first.content.decode().count('data-testid="event"') == PAGE_SIZE
    assert last.content.decode().count('data-testid="event"') == 5
    assert first.context["page"].links["later"].endswith("?after=200")
    assert last.context["page"].links["earlier"].endswith("?after=0")
    assert last.context["page"].links["later"] == ""


def test_an_error_on_another_page_is_a_press_away(north, nell, signed_in, run):
    append(run, (MissesNoted(count=1) if n % 2 else MARK for n in range(PAGE_SIZE)))

    page = signed_in(nell).get(detail(run, after=0, kind="stage")).context["page"]
    behind = signed_in(nell).get(detail(run, after=run.last_seq)).context["page"]

    failed = run.events.get(kind="run.failed")
    assert page.links["next_error"] == f"{detail(run, after=failed.seq - 1)}#event-{failed.seq}"
    assert behind.links["next_error"] == ""


@pytest.mark.parametrize(
    ("kind", "kinds"),
    [
        ("error", ["stage.broke", "run.failed"]),
        ("human", ["run.opened"]),
        ("state", ["run.opened", "run.claimed", "run.failed"]),
        ("rule", []),
    ],
)
def test_events_are_narrowed_by_kind_in_the_address(kind, kinds, run, nell, signed_in):
    page = signed_in(nell).get(detail(run, kind=kind)).context["page"]

    assert [row.kind for row in page.rows] == kinds
    counts = {choice.url.partition("kind=")[2]: choice.count for choice in page.kinds}
    assert counts[kind] == len(kinds)
    assert counts[""] == run.last_seq


def test_events_are_searched_by_name_stage_and_hash(finished, nell, signed_in):
    browser = signed_in(nell)
    done = finished.events.get(kind="stage.finished", header__stage="critical")

    by_stage = browser.get(detail(finished, q="critical")).context["page"]
    by_hash = browser.get(detail(finished, q=done.header["output_hash"])).context["page"]
    nothing = browser.get(detail(finished, q="nowhere"))

    assert {row.kind for row in by_stage.rows} >= {"stage.started", "criticals.raised"}
    assert [row.seq for row in by_hash.rows] == [done.seq]
    assert "No event meets this filter" in nothing.content.decode()


def test_times_are_shown_of_day_or_since_the_start(finished, nell, signed_in):
    browser = signed_in(nell)

    absolute, relative = (
        browser.get(detail(finished, **asked)).content.decode()
        for asked in ({}, {"time": "relative"})
    )

    assert "+0 ms" in relative
    assert "+0 ms" not in absolute
    assert f"{detail(finished)}?after=0" in relative


def test_repeated_events_are_one_row_that_can_be_shown_one_by_one(north, nell, signed_in):
    run = make_run(patient=make_patient(hospital=north))
    for number in range(38):
        record(run, MissesNoted(count=number))
    browser = signed_in(nell)

    folded = browser.get(detail(run))
    unfolded = browser.get(detail(run, folded="no")).context["page"]

    row = folded.context["page"].rows[-1]
    assert (row.times, row.seq, row.last) == (38, 2, 39)
    assert "×38" in folded.content.decode()
    assert len(unfolded.rows) == 39
    assert sum(one.took_ms for one in unfolded.rows) == folded.context["page"].total_ms


@pytest.mark.parametrize(
    "nonsense",
    [
        {"after": "²x"},
        {"after": "-1"},
        {"kind": "no"},
        {"q": "a b"},
        {"time": "x"},
        {"q": "x" * 99},
    ],
)
def test_nonsense_in_the_address_is_no_crash(nonsense, run, nell, signed_in):
    assert signed_in(nell).get(detail(run, **nonsense)).status_code == 200


def test_a_run_of_ten_thousand_events_asks_no_more_than_a_short_one(north, nell, signed_in):
    short, long = make_run(patient=make_patient(hospital=north)), long_run(north, 10_000)
    browser = signed_in(nell)
    browser.get(detail(short))

    with CaptureQueriesContext(connection) as few:
        browser.get(detail(short))
    with CaptureQueriesContext(connection) as many:
        page = browser.get(detail(long)).context["page"]

    assert page.events == 10_000
    assert page.problems == []
    assert len(many) <= len(few)


# A run that goes on


def test_a_run_that_goes_on_counts_what_is_new_and_moves_nothing(north, nell, signed_in):
    run = make_run(patient=make_patient(hospital=north))
    browser = signed_in(nell)
    page = browser.get(detail(run)).content.decode()
    for number in range(3):
        record(run, MissesNoted(count=number))
    news = reverse("front:run-news", args=[run.pk], query={"after": 1})
    rows = reverse("front:run-rows", args=[run.pk], query={"after": 1})

    chip = browser.get(news, headers=AS_HTMX).content.decode()
    appended = browser.get(rows, headers=AS_HTMX).content.decode()

    assert 'hx-trigger="every 2s"' in page
    assert "3 new" in chip
    assert 'data-testid="event"' not in chip
    assert re.findall(r'data-seq="(\d+)" data-last="(\d+)"', appended) == [("2", "4")]
    assert 'data-seq="1"' not in appended
    assert 'data-new="0"' in appended


def test_a_run_that_ended_is_asked_for_no_more(run, nell, signed_in):
    news = reverse("front:run-news", args=[run.pk], query={"after": run.last_seq})

    part = signed_in(nell).get(news, headers=AS_HTMX).content.decode()

    assert "has come to its end" in part
    assert "hx-trigger" not in part


# Replay


def test_the_replay_ends_in_the_state_the_run_is_in(finished, nell, signed_in):
    url = reverse("front:run-replay", args=[finished.pk])

    response = signed_in(nell).get(url, headers=AS_HTMX)

    replay = response.context["replay"]
    assert replay.state == finished.state == "awaiting_review"
    assert replay.problems == []
    assert [row.state for row in replay.rows][:2] == ["queued", "running"]
    assert 'data-state="agrees"' in response.content.decode()


def test_the_replay_says_where_it_disagrees(finished, nell, signed_in):
    Run.objects.filter(pk=finished.pk).update(state="done")

    response = signed_in(nell).get(reverse("front:run-replay", args=[finished.pk]))

    assert response.context["replay"].problems == [
        "state: the run says done, its events say awaiting_review"
    ]
    assert 'data-state="differs"' in response.content.decode()


# The list


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
