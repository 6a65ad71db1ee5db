import pytest
from django.db import DatabaseError
from django.urls import reverse

from medreview.accounts.roles import Role
from tests.conftest import person


def tiles_of(response) -> list[str]:
    return [tile.name for tile in response.context["tiles"]]


def test_a_clinician_sees_criticals_reviews_and_drafts(signed_in, ada):
    response = signed_in(ada).get("/")

    assert response.status_code == 200
    assert tiles_of(response) == ["criticals", "reviews", "drafts"]
    assert "Nothing waits." in response.content.decode()


@pytest.mark.parametrize(
    ("role", "tiles"),
    [
        (Role.CURATOR, ["gaps"]),
        (Role.AUDITOR, ["failed-runs", "health"]),
        (Role.ADMIN, ["failed-runs", "health"]),
    ],
)
def test_every_role_has_a_start_page_of_its_own(signed_in, north, role, tiles):
    response = signed_in(person("someone", "Some One", north, role)).get("/")

    assert tiles_of(response) == tiles


def test_two_roles_have_the_tiles_of_both(signed_in, north):
    response = signed_in(person("both", "Both", north, Role.CLINICIAN, Role.CURATOR)).get("/")

    assert tiles_of(response) == ["criticals", "reviews", "drafts", "gaps"]


def test_a_person_without_a_role_is_told_whom_to_ask(signed_in, north):
    response = signed_in(person("nobody", "No Body", north)).get("/")

    assert response.status_code == 200
    assert "Ask an admin" in response.content.decode()


def test_all_tiles_come_again_in_one_request_every_minute(signed_in, ada):
    browser = signed_in(ada)

    page = browser.get("/").content.decode()
    part = browser.get(reverse("front:tiles"), headers={"HX-Request": "true"}).content.decode()

    assert 'hx-get="/home/tiles"' in page
    assert 'hx-trigger="every 60s"' in page
    assert part.count("<li>") == 3
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
    assert [tile.failed for tile in response.context["tiles"]] == [True, False, False]


def test_a_stranger_signs_in_first(client, db):
    assert client.get("/")["Location"] == "/login?next=/"


def test_the_menu_has_what_a_person_may_go_to(signed_in, ada, nell):
    menus = {
        user.username: [str(entry["label"]) for entry in signed_in(user).get("/").context["nav"]]
        for user in (ada, nell)
    }

    assert "Audit trail" not in menus["ada"]
    assert "Runs" in menus["ada"]
    assert "Patients" not in menus["nell"]
