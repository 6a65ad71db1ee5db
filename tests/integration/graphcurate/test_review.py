"""A reviewer's steps on a change set, and who may take which."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet, ConflictStatement
from graphcurate.queries import change_sets, review
from graphcurate.services import change_sets as drafting
from graphcurate.services import remarks
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from tests.factories.curation import decided, make_set, sent, set_field
from tests.factories.remarks import changed_entry, diffs_of
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
REMOVED = "rel:potassium:preanalytical:fist"


def step(client: Client, name: str, change_set: ChangeSet, *more: str, **sent: Any) -> HttpResponse:
    url = reverse(f"graphcurate:change-{name}", args=[change_set.pk, *more])
    answer: HttpResponse = client.post(url, sent)
    return answer


def decide(
    client: Client, change_set: ChangeSet, name: str = "approve", **sent: Any
) -> HttpResponse:
    said = {"content_hash": change_sets.content_hash(change_set), **sent}
    return step(client, name, change_set, **said)


def state_of(change_set: ChangeSet) -> str:
    change_set.refresh_from_db()
    return change_set.state


def with_removal(author: User) -> ChangeSet:
    made = make_set(author)
    drafting.remove_entry(
        change_set=made, kind=EntryKind.RELATION, key=REMOVED, reason="Not ours.", by=author
    )
    return sent(made, author)


# Who may


VERBS = ("approve", "request", "reject", "comment", "assign", "hand-back", "take-back", "withdraw")


@pytest.mark.parametrize("who", ["ada", "nell", "root"])
def test_clinician_auditor_and_admin_read_a_change_set_and_take_no_step(
    who: str, waiting: ChangeSet, signed_in: Visitor, request: pytest.FixtureRequest
) -> None:
    client = signed_in(request.getfixturevalue(who))

    assert client.get(reverse("graphcurate:change-detail", args=[waiting.pk])).status_code == 200
    answers = [decide(client, waiting, verb, comment="No.", to="me") for verb in VERBS]
    assert {answer.status_code for answer in answers} == {403}
    assert state_of(waiting) == "in_review"


@pytest.mark.parametrize("verb", ["approve", "request", "reject"])
def test_whoever_wrote_any_of_it_is_refused_by_post(
    verb: str, waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    set_field(waiting, "specimen", "Plasma", by=yuna)

    for author in (kim, yuna):
        answer = decide(signed_in(author), waiting, verb, comment="Fine.")
        assert answer.status_code == 403
        assert "second person" in words_of(answer)
    assert state_of(waiting) == "in_review"


@pytest.mark.parametrize("who", ["yuna", "sol"])
def test_another_curator_approves_whichever_hospital_they_are_of(
    who: str, waiting: ChangeSet, signed_in: Visitor, request: pytest.FixtureRequest
) -> None:
    reviewer = request.getfixturevalue(who)

    answer = decide(signed_in(reviewer), waiting)

    assert answer.status_code == 302
    assert state_of(waiting) == "approved"
    assert AuditEvent.objects.filter(event="change_set.decided", actor=reviewer.pk).count() == 1


def test_an_approved_set_leads_who_may_publish_to_the_plan_of_a_release(
    waiting: ChangeSet, kim: User, yuna: User, nell: User, signed_in: Visitor
) -> None:
    page = reverse("graphcurate:change-detail", args=[waiting.pk])
    assert "Plan a release" not in words_of(signed_in(kim).get(page))

    decide(signed_in(yuna), waiting)

    assert "Plan a release" in words_of(signed_in(kim).get(page))
    assert "Plan a release" not in words_of(signed_in(nell).get(page))


@pytest.mark.parametrize("verb", ["take-back", "withdraw"])
def test_only_an_author_takes_a_set_back_or_withdraws_it(
    verb: str, waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    version = {"version": waiting.version}

    assert step(signed_in(yuna), verb, waiting, **version).status_code == 403
    assert step(signed_in(kim), verb, waiting, **version).status_code == 302
    assert state_of(waiting) == {"take-back": "draft", "withdraw": "withdrawn"}[verb]


def test_an_author_sends_a_draft_and_an_older_page_is_refused(
    kim: User, signed_in: Visitor
) -> None:
    made = make_set(kim)
    set_field(made, "validity_days", 8, by=kim)
    made.refresh_from_db()
    client = signed_in(kim)

    assert step(client, "send", made, version=made.version - 1).status_code == 409
    assert step(client, "send", made, version=made.version).status_code == 302
    assert state_of(made) == "in_review"


# Deciding


@pytest.mark.parametrize(
    ("verb", "state"), [("request", "changes_requested"), ("reject", "rejected")]
)
def test_sending_back_and_rejecting_need_words(
    verb: str, state: str, waiting: ChangeSet, yuna: User, signed_in: Visitor
) -> None:
    client = signed_in(yuna)

    silent = decide(client, waiting, verb, comment=" ")
    assert silent.status_code == 422
    assert "Say why" in words_of(silent)
    assert state_of(waiting) == "in_review"

    assert decide(client, waiting, verb, comment="Cite it.").status_code == 302
    assert state_of(waiting) == state
    shown = client.get(reverse("graphcurate:change-detail", args=[waiting.pk]))
    assert "Cite it." in words_of(shown)


def test_what_was_edited_while_it_was_read_is_not_approved(
    waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    read = change_sets.content_hash(waiting)
    set_field(waiting, "validity_days", 9, by=kim)

    answer = decide(signed_in(yuna), waiting, content_hash=read, comment="I had read 8.")

    assert answer.status_code == 409
    assert "somebody edited them" in words_of(answer)
    assert "I had read 8." in answer.content.decode()
    assert state_of(waiting) == "in_review"


def test_of_two_reviewers_at_once_the_second_sees_what_the_first_did(
    waiting: ChangeSet, yuna: User, sol: User, signed_in: Visitor
) -> None:
    first, second = signed_in(yuna), signed_in(sol)
    assert decide(first, waiting, "reject", comment="Too short.").status_code == 302

    answer = decide(second, waiting, comment="Looks right.")

    assert answer.status_code == 409
    assert "Yuna Sato decided while you were reading." in words_of(answer)
    assert "Too short." in words_of(answer)
    assert state_of(waiting) == "rejected"


def test_a_set_of_which_nothing_counts_any_more_says_so_when_it_is_approved(
    waiting: ChangeSet, yuna: User, sol: User, signed_in: Visitor
) -> None:
    rival = make_set(sol)
    set_field(rival, "validity_days", 9, by=sol)
    sent(rival, sol)
    decided(waiting, yuna)

    answer = decide(signed_in(yuna), rival)

    assert answer.status_code == 409
    assert "Nothing in this change set counts any more" in words_of(answer)
    assert state_of(rival) == "in_review"


def test_an_approval_of_an_older_version_says_so_and_shows_what_changed_since(
    waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    decided(waiting, yuna)
    set_field(waiting, "validity_days", 9, by=kim)
    client = signed_in(yuna)

    page = client.get(reverse("graphcurate:change-detail", args=[waiting.pk]))

    assert state_of(waiting) == "in_review"
    assert "Approved an older version" in words_of(page)
    made = waiting.decisions.get()
    since = client.get(reverse("graphcurate:change-since", args=[waiting.pk, made.pk]))
    assert "“9”, was “8”" in words_of(since)


def test_a_reviewer_who_left_stays_named(
    waiting: ChangeSet, yuna: User, kim: User, signed_in: Visitor
) -> None:
    decided(waiting, yuna)
    User.objects.filter(pk=yuna.pk).update(is_active=False)

    page = signed_in(kim).get(reverse("graphcurate:change-detail", args=[waiting.pk]))

    assert "Yuna Sato (no longer here)" in words_of(page)


def test_an_unviewed_removal_is_asked_about_and_a_viewed_one_is_not(
    kim: User, yuna: User, sol: User, signed_in: Visitor
) -> None:
    made, client = with_removal(kim), signed_in(yuna)

    asked = decide(client, made)
    assert asked.status_code == 422
    assert "Approve although 1 removal is not viewed" in words_of(asked)
    assert state_of(made) == "in_review"

    (diff,) = diffs_of(made)
    step(client, "viewed", made, diff.id, hash=diff.content_hash)
    assert decide(client, made).status_code == 302

    other = with_removal(kim)
    assert decide(signed_in(sol), other, confirmed="1").status_code == 302


def test_more_than_a_hundred_changes_are_paged_and_approved_only_when_all_were_viewed(
    kim: User, yuna: User, signed_in: Visitor
) -> None:
    made = make_set(kim)
    content = change_sets.working_content([])
    edits = [
        drafting.Edit(EntryKind.BIOMARKER, one.key, "synonyms/en/House name " + one.key, True, None)
        for one in content.biomarkers[:101]
    ]
    drafting.save_edits(change_set=made, edits=edits, by=kim)
    made = sent(made, kim)
    client = signed_in(yuna)

    first = client.get(reverse("graphcurate:change-detail", args=[made.pk]))
    last = client.get(reverse("graphcurate:change-detail", args=[made.pk]), {"page": 3})
    assert first.content.decode().count('data-testid="change"') == 50
    assert last.content.decode().count('data-testid="change"') == 1
    assert decide(client, made, confirmed="1").status_code == 422

    for diff in diffs_of(made):
        remarks.mark_viewed(
            change_set=made,
            kind=diff.kind,
            key=diff.key,
            content_hash=diff.content_hash,
            by=yuna,
        )
    assert decide(client, made).status_code == 302


# Viewed


def test_a_mark_is_bound_to_what_was_seen_and_an_edit_takes_it_off(
    waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    client, name = signed_in(yuna), changed_entry(waiting)
    (diff,) = diffs_of(waiting)

    step(client, "viewed", waiting, name, hash=diff.content_hash)
    url = reverse("graphcurate:change-detail", args=[waiting.pk])
    assert 'data-viewed="yes"' in client.get(url).content.decode()

    set_field(waiting, "validity_days", 9, by=kim)
    page = client.get(url)
    assert 'data-viewed="no"' in page.content.decode()
    assert "Edited since you viewed it." in words_of(page)

    # A page that still shows the older content marks nothing.
    step(client, "viewed", waiting, name, hash=diff.content_hash)
    assert 'data-viewed="no"' in client.get(url).content.decode()


def test_a_mark_is_taken_off_again_and_belongs_to_one_person(
    waiting: ChangeSet, yuna: User, sol: User, signed_in: Visitor
) -> None:
    (diff,) = diffs_of(waiting)
    client = signed_in(yuna)

    step(client, "viewed", waiting, diff.id, hash=diff.content_hash)
    assert review.marks_of(waiting, sol).marks == {}
    step(client, "viewed", waiting, diff.id, off="1")

    assert review.marks_of(waiting, yuna).marks == {}
    events = list(AuditEvent.objects.filter(actor=yuna.pk).values_list("event", flat=True))
    assert {"change.viewed", "change.unviewed"} <= set(events)


# Statements


def test_the_statement_is_asked_for_at_the_decision_and_made_with_it(
    waiting: ChangeSet, yuna: User, signed_in: Visitor
) -> None:
    client = signed_in(yuna)
    with time_machine.travel(now() + timedelta(days=366)):
        client.force_login(yuna, backend="django.contrib.auth.backends.ModelBackend")
        asked = decide(client, waiting, comment="Good.")
        assert asked.status_code == 422
        assert "statement on conflicts of interest" in words_of(asked)
        assert "Good." in asked.content.decode()
        vague = decide(client, waiting, has_interests="yes", which="")
        assert vague.status_code == 422

        answer = decide(client, waiting, has_interests="yes", which="A grant of Acme.")

    assert answer.status_code == 302
    assert state_of(waiting) == "approved"
    kept = ConflictStatement.objects.filter(by=yuna).order_by("created_at")
    assert [one.interests for one in kept] == ["", "A grant of Acme."]


def test_every_statement_stays_and_the_newest_one_holds(yuna: User, signed_in: Visitor) -> None:
    client, url = signed_in(yuna), reverse("graphcurate:interests")

    assert client.post(url, {}).status_code == 422
    client.post(url, {"has_interests": "yes", "which": "Shares of Acme."})
    page = words_of(client.get(url))

    assert page.count("None that I know of.") == 1
    assert page.index("holds") < page.index("Shares of Acme.") < page.index("past")
