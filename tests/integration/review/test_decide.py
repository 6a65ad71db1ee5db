"""Deciding in a browser: what was said is announced, undone, and never lost to a colleague."""

from collections.abc import Callable
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.models import Draft, ProblemReport
from graphcurate.models import Flag
from medreview.accounts.lockout import PER_ACCOUNT
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from tests.conftest import PASSWORD, person
from tests.factories.review import accept_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def send(
    client: Client, name: str, analysis: Analysis, *place: object, **said: object
) -> HttpResponse:
    url = reverse(f"review:{name}", args=[analysis.pk, *place])
    return client.post(url, said, headers={"HX-Request": "true"})


def kinds(analysis: Analysis, number: int = 1) -> list[str]:
    key = queries.finding_keys(analysis)[number - 1]
    return [row.kind for row in queries.decisions_on(analysis, key)]


def test_accepting_says_so_and_offers_undo(client: Client, analysis: Analysis) -> None:
    response = send(client, "accept", analysis, 1, version=0)

    html = response.content.decode()
    assert '<div id="live" hx-swap-oob="innerHTML">Potassium accepted</div>' in html
    assert 'id="toast-undo"' in html
    assert 'data-version="1" data-state="accepted"' in html
    assert kinds(analysis) == ["accepted"]


def test_undo_keeps_both_events(client: Client, analysis: Analysis) -> None:
    send(client, "accept", analysis, 1, version=0)

    response = send(client, "undo", analysis, 1, version=1)

    assert response.status_code == 200
    assert kinds(analysis) == ["accepted", "undone"]
    assert 'data-version="2" data-state="open"' in response.content.decode()


def test_a_rejection_without_a_reason_is_422_and_keeps_the_comment(
    client: Client, analysis: Analysis
) -> None:
    response = send(client, "reject", analysis, 1, version=0, comment="Haemolysed, I think.")

    assert response.status_code == 422
    assert response["HX-Retarget"] == "#dialog-place"
    assert "Haemolysed, I think." in response.content.decode()
    assert kinds(analysis) == []


def test_the_slower_of_two_reviewers_gets_both_texts(
    client: Client, analysis: Analysis, north: object, signed_in: Callable[[User], Client]
) -> None:
    ben = person("ben", "Ben Osei", analysis.hospital, Role.CLINICIAN)
    send(signed_in(ben), "edit", analysis, 1, version=0, text="Repeat at once.")

    response = send(client, "edit", analysis, 1, version=0, text="Repeat tomorrow.")

    html = response.content.decode()
    assert response.status_code == 409
    assert "Ben Osei" in html
    assert "Repeat at once." in html
    assert "Repeat tomorrow." in html
    assert "<del>" in html
    assert all(f'id="{way}"' in html for way in ("keep-theirs", "use-mine", "merge-text"))
    assert kinds(analysis) == ["edited"]


def test_use_mine_after_a_conflict_is_taken(client: Client, analysis: Analysis) -> None:
    send(client, "accept", analysis, 1, version=0)
    send(client, "edit", analysis, 1, version=0, text="Repeat tomorrow.")

    response = send(client, "edit", analysis, 1, version=1, text="Repeat tomorrow.")

    assert response.status_code == 200
    assert kinds(analysis) == ["accepted", "edited"]


def test_an_edit_shows_what_was_changed_and_keeps_its_citations(
    client: Client, analysis: Analysis
) -> None:
    form = client.get(
        reverse("review:edit", args=[analysis.pk, 1]), headers={"HX-Request": "true"}
    ).content.decode()
    assert "[1]" in form

    response = send(client, "edit", analysis, 1, version=0, text="Give calcium now [1].")

    html = response.content.decode()
    assert "<ins>" in html
    assert 'class="cite"' in html


def test_a_text_with_markup_is_shown_as_text(client: Client, analysis: Analysis) -> None:
    response = send(client, "edit", analysis, 1, version=0, text="<img src=x onerror=alert(1)>")

    html = response.content.decode()
    assert "<img src=x" not in html
    assert "&lt;img src=x" in html


def test_a_draft_survives_the_session_and_goes_once_it_is_sent(
    client: Client, analysis: Analysis, ada: User, signed_in: Callable[[User], Client]
) -> None:
    send(client, "draft", analysis, 1, kind="edit", text="Half a sent")
    client.logout()

    again = signed_in(ada)
    form = again.get(
        reverse("review:edit", args=[analysis.pk, 1]), headers={"HX-Request": "true"}
    ).content.decode()
    send(again, "edit", analysis, 1, version=0, text="Half a sentence more.")

    assert "Half a sent</textarea>" in form
    assert not Draft.objects.exists()


def test_a_comment_decides_nothing(client: Client, analysis: Analysis) -> None:
    response = send(client, "comment", analysis, 1, text="Asked the ward.")

    assert "Asked the ward." in response.content.decode()
    assert kinds(analysis) == []


def test_a_finding_of_ones_own_is_listed_and_printed(client: Client, analysis: Analysis) -> None:
    response = send(client, "add", analysis, title="Weight loss", text="6 kg since spring.")
    page = client.get(response["HX-Redirect"]).content.decode()
    paper = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    assert "Weight loss" in page
    assert "6 kg since spring." in paper


def test_a_problem_of_the_graph_reaches_its_curators(client: Client, analysis: Analysis) -> None:
    said = {"relation": "rel:potassium:medication:acei", "text": "The dose matters."}

    response = send(client, "problem", analysis, 1, **said)

    assert response.status_code == 200
    assert ProblemReport.objects.get().relation == "rel:potassium:medication:acei"
    task = Flag.objects.get()
    assert (task.entry_kind, task.entry_key) == ("relation", "rel:potassium:medication:acei")
    assert (task.reported_by, task.release) == (analysis.requested_by, "starter-2026.11")


def test_the_server_refuses_a_signature_whatever_the_button_says(
    client: Client, analysis: Analysis
) -> None:
    response = send(client, "sign", analysis, version=analysis.version, password=PASSWORD)

    analysis.refresh_from_db()
    assert response.status_code == 409
    assert "still needs a decision" in response.content.decode()
    assert analysis.state == "in_review"


def test_a_critical_is_acknowledged_with_who_was_told_and_what_came_back(
    client: Client, analysis: Analysis
) -> None:
    alert = analysis.alerts.get()
    told_at = timezone.localtime(now(), ZoneInfo("Europe/Vienna")).strftime("%Y-%m-%d %H:%M")
    said = {"told": "Dr Orlov, ward 3", "read_back": "Hargreaves, potassium 6.8"}
    wrong = {"told": " ", "told_at": "soon", "read_back": "ok"}
    whole = said | {"version": 1, "told_at": told_at}

    refused = {
        field: send(client, "acknowledge", analysis, alert.pk, **(whole | {field: text}))
        for field, text in wrong.items()
    }
    future = send(
        client, "acknowledge", analysis, alert.pk, **whole | {"told_at": "2099-01-01 00:00"}
    )
    stale = send(client, "acknowledge", analysis, alert.pk, **whole | {"version": 7})
    response = send(client, "acknowledge", analysis, alert.pk, **whole)
    again = send(client, "acknowledge", analysis, alert.pk, **whole | {"version": 2})

    page = client.get(response["HX-Redirect"], follow=True).content.decode()
    assert {field: answer.status_code for field, answer in refused.items()} == dict.fromkeys(
        refused, 422
    )
    for field, place in (
        ("told", "told-error"),
        ("told_at", "at-error"),
        ("read_back", "back-error"),
    ):
        assert f'id="{place}"' in refused[field].content.decode()
        assert refused[field].content.decode().count("-error") == 2  # the line, and what names it
    assert (future.status_code, stale.status_code, again.status_code) == (422, 409, 409)
    assert "has not come yet" in future.content.decode()
    assert "Ada Albrecht answered for it: Dr Orlov, ward 3 was told" in again.content.decode()
    assert "Dr Orlov, ward 3 was told and read back “Hargreaves, potassium 6.8”" in page
    assert "Not acknowledged." not in page


def test_signed_is_read_only_and_amended_is_version_two(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)

    wrong = send(client, "sign", analysis, version=analysis.version, password="guess")
    signed = send(client, "sign", analysis, version=analysis.version, password=PASSWORD)

    page = client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()
    paper = client.get(reverse("review:print", args=[analysis.pk])).content.decode()
    assert wrong.status_code == 422
    assert signed.has_header("HX-Redirect")
    assert 'id="accept"' not in page
    assert "Version 1 signed by" in paper

    analysis.refresh_from_db()
    send(client, "amend", analysis, version=analysis.version, text="The unit was wrong.")

    page = client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()
    assert 'id="accept"' in page
    assert "Version 2" in page


def test_wrong_passwords_for_a_signature_lock_like_wrong_sign_ins(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)

    answers = [
        send(client, "sign", analysis, version=analysis.version, password="guess")
        for _ in range(PER_ACCOUNT)
    ]
    right = send(client, "sign", analysis, version=analysis.version, password=PASSWORD)
    elsewhere = Client().post("/login/", {"username": "ada", "password": PASSWORD})

    said = [answer.content.decode() for answer in answers]
    assert all("This is not your password." in text for text in said[:-1])
    assert "Wait 15 minutes" in said[-1]
    assert "Wait 15 minutes" in right.content.decode()
    assert elsewhere.status_code == 429
    analysis.refresh_from_db()
    assert analysis.state == "in_review"


def test_every_refused_signature_stands_in_the_trail(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)

    send(client, "sign", analysis, version=analysis.version, password="guess")

    event = AuditEvent.objects.get(event="session.refused")
    assert (event.thing_id, event.detail) == (ada.pk, {"for": "signature"})


def test_a_right_password_forgets_the_wrong_ones_before_it(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)

    for _ in range(PER_ACCOUNT - 1):
        send(client, "sign", analysis, version=analysis.version, password="guess")
    signed = send(client, "sign", analysis, version=analysis.version, password=PASSWORD)

    assert signed.has_header("HX-Redirect")


def test_a_refusal_is_said_in_the_readers_language(client: Client, analysis: Analysis) -> None:
    with patch("medreview.common.display.gettext", lambda text: f"<{text}>"):
        response = send(client, "reject", analysis, 1, version=0, reason="")

    assert "&lt;Choose why you reject this finding.&gt;" in response.content.decode()


def test_the_next_open_finding_is_shown_to_who_wishes_it(
    client: Client, analysis: Analysis, ada: User
) -> None:
    ada.opens_next = True
    ada.save()
    send(client, "accept", analysis, 2, version=0)

    response = send(client, "accept", analysis, 1, version=0)

    html = response.content.decode()
    assert 'id="finding-3"' in html
    assert response["HX-Push-Url"] == reverse("review:finding", args=[analysis.pk, 3])
    assert reverse("review:undo", args=[analysis.pk, 1]) in html
    assert '<div id="live" hx-swap-oob="innerHTML">Potassium accepted</div>' in html


def test_a_decided_finding_stays_in_view_unless_one_wishes_otherwise(
    client: Client, analysis: Analysis
) -> None:
    response = send(client, "accept", analysis, 1, version=0)

    assert 'id="finding-1"' in response.content.decode()
    assert not response.has_header("HX-Push-Url")


def test_the_last_decision_stays_in_view(client: Client, analysis: Analysis, ada: User) -> None:
    ada.opens_next = True
    ada.save()
    accept_all(analysis, by=ada)
    send(client, "undo", analysis, 9, version=1)

    response = send(client, "accept", analysis, 9, version=2)

    assert 'id="finding-9"' in response.content.decode()
