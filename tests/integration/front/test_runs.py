"""The run pages: a list that is narrowed, a timeline that adds up, and walls between hospitals."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.runtime.events import CriticalsRaised, MissesNoted
from medreview.runtime.pages import PAGE_SIZE
from tests.factories.patients import make_patient
from tests.factories.pipeline import Plans, Reads, make_finished, small_plan
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
