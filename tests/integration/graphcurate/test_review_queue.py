"""Who is asked for a review, who is called by a comment, and how they hear of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from graphcurate import jobs
from graphcurate.models import ChangeSet
from graphcurate.queries import review
from graphcurate.services import decisions, remarks
from medreview.accounts.models import User
from tests.factories.remarks import changed_entry, in_review
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]


def step(client: Client, name: str, change_set: ChangeSet, *more: str, **sent: Any) -> HttpResponse:
    url = reverse(f"graphcurate:change-{name}", args=[change_set.pk, *more])
    answer: HttpResponse = client.post(url, sent)
    return answer


# Comments and mentions


@pytest.fixture
def with_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.BASE_URL = "https://review.example"


def test_who_is_mentioned_finds_it_until_it_is_put_away(
    waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    step(
        signed_in(yuna),
        "comment",
        waiting,
        text="@kim, which guideline?",
        on=changed_entry(waiting),
    )

    client = signed_in(kim)
    new = f"{reverse('graphcurate:mention-list')}?show=new"
    assert "which guideline?" in words_of(client.get(new))
    assert 'id="tile-mentions"' in client.get("/").content.decode()
    mention = kim.graph_mentions.get()
    assert client.post(reverse("graphcurate:mention-seen", args=[mention.pk])).status_code == 302

    assert "which guideline?" not in words_of(client.get(new))
    assert review.unseen_mentions(kim).count() == 0


def test_a_mention_is_mailed_as_a_link_and_nothing_else(
    waiting: ChangeSet, kim: User, yuna: User, with_mail: None
) -> None:
    User.objects.filter(pk=kim.pk).update(email="kim@review.example")
    remarks.comment(change_set=waiting, text="@kim, secret words", by=yuna)

    jobs.mail_mention(kim.graph_mentions.get().pk)

    (letter,) = mail.outbox
    assert letter.to == ["kim@review.example"]
    assert f"https://review.example/graph/changes/{waiting.pk}/" in letter.body
    assert "secret" not in letter.subject + letter.body
    assert "Yuna" not in letter.subject + letter.body


def test_a_clinician_of_another_hospital_is_not_called_by_a_comment(
    waiting: ChangeSet, yuna: User, ada: User, sol: User, oleg: User
) -> None:
    remarks.comment(change_set=waiting, text="@ada @sol @oleg @nobody look", by=yuna)

    called = {one.graph_mentions.count() for one in (ada, sol)}
    assert (called, oleg.graph_mentions.count()) == ({1}, 0)


def test_a_comment_on_one_change_stands_beside_it(
    waiting: ChangeSet, yuna: User, signed_in: Visitor
) -> None:
    client, name = signed_in(yuna), changed_entry(waiting)
    url = reverse("graphcurate:change-comment", args=[waiting.pk])

    part = client.post(url, {"text": "Why 8?", "on": name}, headers={"HX-Request": "true"})

    assert "Why 8?" in words_of(part)
    assert f'id="{name}"' in part.content.decode()
    assert client.post(url, {"text": " "}).status_code == 422


# The queue


def test_a_review_is_asked_of_a_colleague_taken_and_handed_back(
    waiting: ChangeSet, kim: User, yuna: User, sol: User, signed_in: Visitor
) -> None:
    assert step(signed_in(kim), "assign", waiting, to=yuna.pk).status_code == 302
    assert review.reviewer_of(waiting) == yuna
    assert (review.waiting_count(yuna), review.waiting_count(sol)) == (1, 0)

    assert step(signed_in(sol), "hand-back", waiting).status_code == 403
    assert step(signed_in(yuna), "hand-back", waiting).status_code == 302
    assert (review.waiting_count(yuna), review.waiting_count(sol)) == (1, 1)

    assert step(signed_in(sol), "assign", waiting, to="me").status_code == 302
    assert review.reviewer_of(waiting) == sol


def test_an_author_or_a_clinician_is_not_asked_for_a_review(
    waiting: ChangeSet, kim: User, ada: User, signed_in: Visitor
) -> None:
    client = signed_in(kim)

    for wanted in (kim.pk, "me", ada.pk, "usr_nobody"):
        assert step(client, "assign", waiting, to=wanted).status_code == 422


def test_a_review_of_somebody_who_left_waits_for_anybody_again(
    waiting: ChangeSet, yuna: User, sol: User
) -> None:
    remarks.assign(change_set=waiting, to=yuna, by=yuna)
    User.objects.filter(pk=yuna.pk).update(is_active=False)

    assert review.reviewer_of(waiting) is None
    assert review.waiting_count(sol) == 1


def test_a_reviewer_who_is_asked_hears_of_it_by_mail(
    waiting: ChangeSet, kim: User, yuna: User, with_mail: None
) -> None:
    User.objects.filter(pk=yuna.pk).update(email="yuna@review.example")
    made = remarks.assign(change_set=waiting, to=yuna, by=kim)

    jobs.mail_assigned(made.pk)

    (letter,) = mail.outbox
    assert waiting.title not in letter.subject + letter.body
    assert waiting.pk in letter.body


def test_without_mail_nothing_is_sent_and_nothing_breaks(
    waiting: ChangeSet, kim: User, yuna: User
) -> None:
    made = remarks.assign(change_set=waiting, to=yuna, by=kim)
    decisions.state_interests(interests="", by=kim)

    jobs.mail_assigned(made.pk)
    jobs.mail_mention("mtn_missing")
    jobs.mail_settled("flg_missing")

    assert mail.outbox == []


def test_what_is_assigned_to_me_comes_first(kim: User, yuna: User) -> None:
    older, newer = in_review(by=kim), in_review(by=kim, days=9)
    remarks.assign(change_set=newer, to=yuna, by=yuna)

    found = list(review.listing(yuna, review.Listing.WAITING))

    assert [one.pk for one in found] == [newer.pk, older.pk]
