"""Readers report problems of the graph, curators of their hospital settle them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from graphcurate import jobs
from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, Flag
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from tests.factories.curation import decided
from tests.factories.remarks import make_flag
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
LINK = "rel:potassium:medication:spironolactone"
NEW = reverse("graphcurate:flag-create")


def step(client: Client, name: str, flag: Flag, **sent: Any) -> int:
    flag.refresh_from_db()
    url = reverse(f"graphcurate:flag-{name}", args=[flag.pk])
    status: int = client.post(url, {"version": flag.version, **sent}).status_code
    return status


def test_a_clinician_reports_a_link_and_is_warned_of_patient_details(
    ada: User, kim: User, signed_in: Visitor
) -> None:
    client = signed_in(ada)
    query = {"kind": "relation", "key": LINK}

    page = client.get(NEW, query)
    assert "spironolactone raises Potassium" in words_of(page)
    assert "not about a patient" in words_of(page)
    answer = client.post(f"{NEW}?kind=relation&key={LINK}", {"text": "Day 3 is right."})

    assert answer.status_code == 302
    made = Flag.objects.get()
    assert (made.hospital, made.reported_by, made.release) == (
        ada.hospital,
        ada,
        "starter-2026.11",
    )
    assert AuditEvent.objects.filter(event="flag.raised", actor=ada.pk).count() == 1
    listed = words_of(signed_in(kim).get(reverse("graphcurate:flag-list")))
    assert "Day 3 is right." in listed


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("biomarker", "potassium"),
        ("domain", "electrolytes"),
        ("thing", "condition:ckd"),
        ("source", "KDIGO_CKD24"),
    ],
)
def test_any_entry_of_the_graph_can_be_reported(
    kind: str, key: str, ada: User, signed_in: Visitor
) -> None:
    answer = signed_in(ada).post(f"{NEW}?kind={kind}&key={key}", {"text": "Look again."})

    assert answer.status_code == 302
    assert Flag.objects.get().entry_key == key


def test_what_is_not_in_the_graph_or_says_nothing_is_no_report(
    ada: User, signed_in: Visitor
) -> None:
    client = signed_in(ada)

    assert client.get(NEW, {"kind": "relation", "key": "rel:none"}).status_code == 404
    assert client.get(NEW, {"kind": "magic", "key": "potassium"}).status_code == 404
    assert client.post(f"{NEW}?kind=biomarker&key=potassium", {"text": " "}).status_code == 422
    assert Flag.objects.count() == 0


@pytest.mark.parametrize("who", ["nell", "root"])
def test_auditor_and_admin_neither_report_nor_settle(
    who: str, ada: User, signed_in: Visitor, request: pytest.FixtureRequest
) -> None:
    flag, client = make_flag(by=ada), signed_in(request.getfixturevalue(who))

    assert client.post(f"{NEW}?kind=biomarker&key=potassium", {"text": "x"}).status_code == 403
    assert client.get(reverse("graphcurate:flag-detail", args=[flag.pk])).status_code == 403
    assert step(client, "settle", flag, outcome="no_change", answer="No.") == 403


def test_a_clinician_sees_their_own_reports_only_and_settles_none(
    ada: User, kim: User, signed_in: Visitor
) -> None:
    mine, other = make_flag(by=ada), make_flag(by=kim)
    client = signed_in(ada)

    assert client.get(reverse("graphcurate:flag-detail", args=[mine.pk])).status_code == 200
    assert client.get(reverse("graphcurate:flag-detail", args=[other.pk])).status_code == 404
    assert step(client, "take", mine) == 403
    assert client.get(reverse("graphcurate:flag-list")).status_code == 403


def test_a_curator_of_another_hospital_finds_nothing(
    ada: User, sol: User, signed_in: Visitor
) -> None:
    flag, client = make_flag(by=ada), signed_in(sol)

    assert client.get(reverse("graphcurate:flag-detail", args=[flag.pk])).status_code == 404
    assert [step(client, one, flag) for one in ("take", "hand-back", "link", "settle")] == [404] * 4
    assert "limit looks wrong" not in words_of(client.get(reverse("graphcurate:flag-list")))


def test_a_report_is_taken_handed_back_linked_and_settled_and_the_reporter_hears(
    ada: User, kim: User, yuna: User, waiting: ChangeSet, signed_in: Visitor
) -> None:
    flag, client, reader = make_flag(by=ada), signed_in(kim), signed_in(ada)

    assert step(client, "take", flag) == 302
    assert step(signed_in(yuna), "hand-back", flag) == 403
    assert step(client, "hand-back", flag) == 302
    assert step(client, "link", flag, change_set="chs_none") == 422
    assert step(client, "link", flag, change_set=waiting.pk) == 302
    flag.refresh_from_db()
    assert (flag.state, flag.taken_by, flag.change_set) == ("taken", kim, waiting)

    said = {"outcome": "fixed", "answer": "Eight days now.", "change_set": waiting.pk}
    assert step(client, "settle", flag, **said) == 302
    assert 'data-testid="tile-answers" data-count="1"' in reader.get("/").content.decode()
    new = f"{reverse('graphcurate:flag-mine')}?show=new"
    assert "not published yet" in words_of(reader.get(new))
    shown = words_of(reader.get(reverse("graphcurate:flag-detail", args=[flag.pk])))
    assert "Eight days now." in shown
    assert step(reader, "heard", flag) == 302
    assert "No answer is new." in words_of(reader.get(new))
    assert "Eight days now." in words_of(
        reader.get(reverse("graphcurate:flag-detail", args=[flag.pk]))
    )


def test_a_report_is_settled_by_words_alone_and_stays_settled(
    ada: User, kim: User, signed_in: Visitor
) -> None:
    flag, client = make_flag(by=ada), signed_in(kim)

    assert step(client, "settle", flag, outcome="no_change", answer=" ") == 422
    assert step(client, "settle", flag, outcome="fixed", answer="Done.") == 422
    assert step(client, "settle", flag, outcome="no_change", answer="The label says so.") == 302
    assert step(client, "settle", flag, outcome="no_change", answer="Again.") == 409
    assert step(client, "take", flag) == 409


def test_who_works_from_an_older_page_is_refused(ada: User, kim: User, signed_in: Visitor) -> None:
    flag, client = make_flag(by=ada), signed_in(kim)
    assert step(client, "take", flag) == 302

    assert step(client, "take", flag, version=1) == 409


def test_a_change_set_that_was_given_up_answers_nothing(
    ada: User, yuna: User, kim: User, waiting: ChangeSet, signed_in: Visitor
) -> None:
    decided(waiting, yuna, Verdict.REJECT)
    flag = make_flag(by=ada)

    said = {"outcome": "fixed", "answer": "Done.", "change_set": waiting.pk}
    assert step(signed_in(kim), "settle", flag, **said) == 422


def test_the_answer_is_mailed_as_a_link_without_its_words(
    ada: User, kim: User, signed_in: Visitor, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.BASE_URL = "https://review.example"
    User.objects.filter(pk=ada.pk).update(email="ada@review.example")
    flag = make_flag(by=ada)
    step(signed_in(kim), "settle", flag, outcome="no_change", answer="Secret words.")

    jobs.mail_settled(flag.pk)

    (letter,) = mail.outbox
    assert f"https://review.example/graph/flags/{flag.pk}/" in letter.body
    assert "Secret" not in letter.subject + letter.body
    assert "limit" not in letter.subject + letter.body
