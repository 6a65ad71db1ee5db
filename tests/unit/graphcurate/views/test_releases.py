"""The history, one release, what differs between two, and bringing an old one back."""

import csv
import io

import pytest
from django.urls import reverse

from graphcurate import queries
from graphcurate.models import PlannedRelease, Publication, Release
from graphcurate.ports import ImpactState, ImpactSummary
from tests.factories.curation import make_curator
from tests.factories.releases import KNOWN_IMPACT, PORT, approved, make_plan, published

pytestmark = pytest.mark.django_db

STARTER = "starter-2026.11"


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT


@pytest.fixture
def lee():
    return make_curator()


@pytest.fixture
def december(kim, lee):
    return published(make_plan(approved(kim, lee), by=kim), by=kim)


def url(name, *args):
    return reverse(f"graphcurate:{name}", args=args)


def test_the_history_says_who_sent_what_out(december, ada, signed_in):
    page = signed_in(ada).get(url("release-list"))

    first, second = page.context["releases"]
    assert (first["name"], first["by"], first["is_current"]) == (
        "2026.12-1",
        "Kim Castellanos",
        True,
    )
    assert first["deltas"] == {"added": 0, "changed": 1, "removed": 0}
    assert second["name"] == STARTER
    assert "starter content, not clinically reviewed" in page.content.decode()


def test_a_release_shows_its_sets_its_gates_as_they_stood_and_its_hash(december, nell, signed_in):
    page = signed_in(nell).get(url("release-detail", december.name))

    text = page.content.decode()
    assert {row["state"] for row in page.context["gates"]} == {"passed"}
    assert [row["label"] for row in page.context["sets"]] == ["CS-1"]
    assert december.content_hash in text
    assert "2 of 7 analyses would come out differently." in text


def test_a_release_leads_to_the_analyses_it_changed_as_they_stood_before_it(
    december, nell, signed_in, monkeypatch
):
    asked = []

    def summary(candidate_hash, base=None):
        asked.append((candidate_hash, base and base.name))
        return ImpactSummary(state=ImpactState.DONE, url="/graph/impact/imp_1/")

    monkeypatch.setattr(KNOWN_IMPACT, "summary", summary)

    text = signed_in(nell).get(url("release-detail", december.name)).content.decode()

    publication = Publication.objects.get(release=december)
    assert asked == [(publication.candidate_hash, publication.base.name)]
    assert 'id="see-impact" href="/graph/impact/imp_1/"' in text


def test_the_starter_says_what_it_holds_and_that_nobody_reviewed_it(ada, signed_in):
    page = signed_in(ada).get(url("release-detail", STARTER))

    assert page.context["tallies"]
    assert "starter content, not clinically reviewed" in page.content.decode()


def test_page_table_and_json_of_a_difference_say_the_same(december, ada, signed_in):
    client = signed_in(ada)
    pair = (STARTER, december.name)

    page = client.get(url("release-diff", *pair)).content.decode()
    rows = list(
        csv.DictReader(
            io.StringIO(client.get(url("release-diff-csv", *pair)).content.decode("utf-8-sig"))
        )
    )
    found = client.get(url("release-diff-json", *pair)).json()

    [change] = found["changes"]
    [field] = change["fields"]
    [row] = rows
    assert (row["field"], row["new"]) == ("comparability_note", "Read with care.")
    assert (field["field"], field["new"]) == (row["field"], row["new"])
    assert "Read with care." in page
    assert change["key"] == "potassium"


def test_a_difference_the_other_way_round_takes_it_back(december, ada, signed_in):
    found = signed_in(ada).get(url("release-diff-json", december.name, STARTER)).json()

    assert found["changes"][0]["fields"][0]["new"] == ""


def test_two_of_the_same_differ_in_nothing(ada, signed_in):
    page = signed_in(ada).get(url("release-diff", STARTER, STARTER))

    assert "Both hold the same." in page.content.decode()


def test_comparing_leads_to_the_difference(december, ada, signed_in):
    answer = signed_in(ada).get(url("release-compare"), {"before": STARTER, "after": december.name})

    assert answer.url == url("release-diff", STARTER, december.name)


def test_a_release_from_before_entries_were_kept_says_what_can_not_be_done(kim, signed_in):
    Release.objects.create(
        name="older", origin="curated", snapshot="{}", content_hash="0" * 64, content=""
    )
    Release.objects.create(
        name="newer",
        origin="curated",
        snapshot=Release.objects.get(name=STARTER).snapshot,
        content_hash="1" * 64,
        content=queries.content().as_text(),
    )
    client = signed_in(kim)
    sentence = "It can be read and run, not compared or restored."

    detail = client.get(url("release-detail", "older"))
    diff = client.get(url("release-diff", "older", "newer"))
    back = client.get(url("roll-back", "older"))

    assert detail.status_code == 200
    assert 'id="roll-back"' not in detail.content.decode()
    assert (diff.status_code, back.status_code) == (409, 409)
    assert all(sentence in page.content.decode() for page in (detail, diff, back))


def test_a_roll_back_is_planned_with_a_reason_and_shows_what_it_would_change(
    december, kim, signed_in
):
    client = signed_in(kim)

    page = client.get(url("roll-back", STARTER))
    empty = client.post(url("roll-back", STARTER), {"number": "2026.12-2", "reason": ""})
    answer = client.post(url("roll-back", STARTER), {"number": "2026.12-2", "reason": "Wrong."})

    assert sum(row.changed for row in page.context["tallies"]) == 1
    assert empty.status_code == 422
    plan = PlannedRelease.objects.get(number="2026.12-2")
    assert answer.url == url("plan", plan.pk)
    text = client.get(answer.url).content.decode()
    assert f"Brings back the content of {STARTER} as a new release." in text
    assert "You planned this roll-back yourself. A second person publishes it." in text


@pytest.mark.parametrize("who", ["ada", "nell", "root", "oleg"])
def test_others_do_not_roll_back(who, request, signed_in):
    client = signed_in(request.getfixturevalue(who))

    assert client.get(url("roll-back", STARTER)).status_code == 403
    assert client.post(url("roll-back", STARTER)).status_code == 403
    assert 'id="roll-back"' not in client.get(url("release-detail", STARTER)).content.decode()


def test_a_release_nobody_knows_is_not_found(ada, signed_in):
    assert signed_in(ada).get(url("release-detail", "1999.01-1")).status_code == 404
