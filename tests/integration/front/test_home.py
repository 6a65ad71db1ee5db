from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError
from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.review.models import Draft
from analysis.review.vocabulary import DraftKind
from analysis.worklist import services
from graphcurate.contracts import Miss
from graphcurate.services import flags, remarks
from graphcurate.services.misses import note
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import Unavailable
from medreview.front.presenters.home import COUNTERS
from medreview.server.health import State
from medreview.server.queries import health
from tests.conftest import person
from tests.factories.curation import make_set
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.remarks import in_review, make_flag

OF_CLINICIANS = ["criticals", "overdue", "reviews", "mine", "drafts"]
OF_CURATORS = ["changes", "my-changes", "mentions", "flags", "answers", "gaps"]


def tiles_of(response: Any) -> list[str]:
    return [tile.name for tile in response.context["tiles"]]


def test_a_clinician_sees_criticals_reviews_and_drafts(signed_in, ada):
    response = signed_in(ada).get("/")

    assert response.status_code == 200
    assert tiles_of(response) == [*OF_CLINICIANS, "mentions", "answers"]
    assert "Nothing waits." in response.content.decode()


@pytest.mark.parametrize(
    ("role", "tiles"),
    [
        (Role.CURATOR, OF_CURATORS),
        (Role.AUDITOR, ["failed-runs", "alerts", "weeks", "health"]),
        (Role.ADMIN, ["failed-runs", "alerts", "health"]),
    ],
)
def test_every_role_has_a_start_page_of_its_own(signed_in, north, role, tiles):
    response = signed_in(person("someone", "Some One", north, role)).get("/")

    assert tiles_of(response) == tiles


def test_two_roles_have_the_tiles_of_both(signed_in, north):
    response = signed_in(person("both", "Both", north, Role.CLINICIAN, Role.CURATOR)).get("/")

    assert tiles_of(response) == [*OF_CLINICIANS, *OF_CURATORS]


def test_a_person_without_a_role_is_told_whom_to_ask(signed_in, north):
    response = signed_in(person("nobody", "No Body", north)).get("/")

    assert response.status_code == 200
    assert "Ask an admin" in response.content.decode()


def test_all_tiles_come_again_in_one_request_every_minute(signed_in, ada):
    browser = signed_in(ada)

    page = browser.get("/").content.decode()
    part = browser.get(reverse("front:tiles"), headers={"HX-Request": "true"}).content.decode()

    assert 'hx-get="/home/tiles/"' in page
    assert 'hx-trigger="every 60s"' in page
    assert part.count("<li>") == 7
    assert "<html" not in part


def test_one_tile_that_fails_leaves_the_rest(signed_in, ada, monkeypatch):
    def broken(user):
        raise DatabaseError("Maren Lindqvist")

    monkeypatch.setattr("analysis.pipeline.queries.open_alerts", broken)

    response = signed_in(ada).get("/")

    content = response.content.decode()
    assert response.status_code == 200
    assert "could not be counted" in content
    assert "Lindqvist" not in content
    assert [tile.failed for tile in response.context["tiles"]] == [True] + [False] * 6


def test_each_count_is_the_number_of_rows_of_the_list_it_leads_to(signed_in, ada, north, south):
    for hospital in (north, north, south):
        analysis = make_finished(patient=make_patient(hospital=hospital))
    own = Analysis.objects.filter(hospital=north).first()
    assert own is not None
    Draft.objects.create(analysis=own, kind=DraftKind.EDIT, text="…", by=ada, saved_at=now())
    browser = signed_in(ada)

    tiles = browser.get("/").context["tiles"]

    counts = {tile.name: tile.count for tile in tiles}
    rows = {tile.name: len(browser.get(tile.url).context["rows"]) for tile in tiles}
    assert analysis.hospital == south
    on_menu = {entry["key"]: entry["count"] for entry in browser.get("/").context["nav"]}
    assert on_menu["go-reviews"] == 2
    expected = {"criticals": 2, "overdue": 0, "reviews": 2, "mine": 0, "drafts": 1}
    expected |= {"mentions": 0, "answers": 0}
    assert counts == rows == expected
    assert [tile.alarms for tile in tiles] == [True] + [False] * 6
    assert tiles[2].detail.startswith("oldest: ")


def test_failed_runs_are_counted_for_who_looks_after_them(signed_in, nell, north, south):
    for hospital in (north, south):
        make_finished(
            patient=make_patient(hospital=hospital),
            plan=small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("Gone."))),
        )
    browser = signed_in(nell)

    tile = browser.get("/").context["tiles"][0]

    assert (tile.name, tile.count, tile.alarms) == ("failed-runs", 1, True)
    assert len(browser.get(tile.url).context["rows"]) == 1


def test_gaps_are_counted_for_a_curator(signed_in, kim):
    analysis = make_finished()
    for code in ("1-1", "2-2"):
        note([Miss(name="Unknown", how="none", code=code)], run_id=analysis.run_id)
    browser = signed_in(kim)

    tile = browser.get("/").context["tiles"][-1]

    assert (tile.name, tile.count) == ("gaps", 2)
    assert len(browser.get(tile.url).context["rows"]) == 2


def test_the_lists_show_names_and_the_trail_counts_them(signed_in, ada, north):
    make_finished(patient=make_patient(hospital=north))

    content = signed_in(ada).get(reverse("front:criticals")).content.decode()

    assert "LINDQVIST, Maren" in content
    assert "6.9\xa0mmol/L" in content
    listed = AuditEvent.objects.filter(event=EventType.PATIENTS_LISTED, actor=ada.pk)
    assert [event.counts for event in listed] == [{"patients": 1}]


def test_a_stranger_signs_in_first(client, db):
    assert client.get("/")["Location"] == "/login/?next=/"


def test_the_menu_has_what_a_person_may_go_to(signed_in, ada, nell):
    menus = {
        user.username: [str(entry["label"]) for entry in signed_in(user).get("/").context["nav"]]
        for user in (ada, nell)
    }

    assert "Audit trail" not in menus["ada"]
    assert "Runs" in menus["ada"]
    assert "Patients" not in menus["nell"]


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/graph/flags/", "Changes"),
        ("/graph/guided/", "Coverage"),
        ("/graph/exchange/", "Graph"),
        ("/graph/releases/", "Releases"),
        ("/settings/", None),
    ],
)
def test_the_menu_says_where_one_is(path, place, signed_in, kim):
    menu = signed_in(kim).get(path).context["nav"]

    assert [str(entry["label"]) for entry in menu if entry["current"]] == ([place] if place else [])


def test_the_menu_of_who_does_not_curate_has_its_reports_with_the_graph(signed_in, ada):
    menu = signed_in(ada).get("/graph/flags/mine/").context["nav"]

    assert [str(entry["label"]) for entry in menu if entry["current"]] == ["Graph"]


ILL = {"degraded", "down"}
ROWS_OF = {
    "health": lambda page: [row for row in page.context["rows"] if row.state in ILL],
}
"""What a tile counts where its page shows more than that; on every other page, all rows."""


def curate_for(user: User, colleague: User) -> None:
    """One of everything that waits for a curator and for a reader of the graph."""
    waiting = in_review(by=colleague)
    remarks.comment(change_set=waiting, text=f"@{user.username}, see?", by=colleague)
    make_set(user)
    make_flag(by=user)
    answered = make_flag(by=user)
    flags.settle(
        flag=answered,
        outcome="no_change",
        answer="It is right.",
        change_set=None,
        seen=answered.version,
        by=colleague,
    )


def test_every_tile_of_every_role_counts_the_rows_of_the_list_it_leads_to(
    signed_in, north, south, monkeypatch
):
    for hospital in (north, north, south):
        make_finished(patient=make_patient(hospital=hospital))
        make_finished(
            patient=make_patient(hospital=hospital),
            plan=small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("Gone."))),
        )
    one = Analysis.objects.filter(hospital=north, state="in_review").first()
    assert one is not None
    note([Miss(name="Unknown", how="none", code="1-1")], run_id=one.run_id)
    states = (State.DOWN, State.DEGRADED, State.OK, State.UNKNOWN)
    parts = [replace(part, state=state) for part, state in zip(health(), states, strict=False)]
    monkeypatch.setattr("medreview.front.presenters.home.health", lambda: parts)
    monkeypatch.setattr("medreview.front.views.health.health", lambda: parts)
    browsers = {role: signed_in(person(f"of-{role}", "Some One", north, role)) for role in Role}
    both = person("both", "Bo Th", north, *Role)
    Draft.objects.create(analysis=one, kind=DraftKind.EDIT, text="…", by=both, saved_at=now())
    services.claim(analysis=one, by=both)
    curate_for(both, person("author", "Au Thor", north, Role.CURATOR))
    browsers["all"] = signed_in(both)
    browsers[Role.CURATOR].get(reverse("front:patients"))  # refused, which is an alert

    wrong, seen = [], {}
    for who, browser in browsers.items():
        for tile in browser.get("/").context["tiles"]:
            page = browser.get(tile.url)
            rows = ROWS_OF.get(tile.name, lambda page: page.context["rows"])(page)
            seen[tile.name] = max(seen.get(tile.name, 0), tile.count)
            if tile.failed or tile.count != len(rows):
                wrong.append((who, tile.name, tile.count, len(rows)))

    assert wrong == []
    assert seen.keys() == {counter.name for counter in COUNTERS}
    assert {name for name, count in seen.items() if not count} <= {"overdue", "weeks"}
