"""The guided review in pages: accept, edit, leave; the second reader; progress."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, PassedOver
from graphcurate.queries import guided as queries
from graphcurate.services import decisions
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.gaps import make_sent_set

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]
AS_HTMX = {"HX-Request": "true"}
POTASSIUM = ("biomarker", "potassium")


@pytest.fixture
def lena(north) -> User:
    lena = person("lena", "Lena Li", north, Role.CURATOR)
    decisions.state_interests(interests="", by=lena)
    return lena


def url(verb: str, *args: str) -> str:
    return reverse(f"graphcurate:{verb}", args=args)


def seen_on(client: Client, *place: str) -> str:
    html = client.get(url("guided-item", *place)).content.decode()
    found = re.search(r'name="seen" value="(\w+)"', html)
    assert found is not None
    return found[1]


def test_the_reading_begins_with_what_is_most_urgent(signed_in: SignedIn, kim: User):
    html = signed_in(kim).get(url("guided")).content.decode()

    assert url("guided-item", "biomarker", "sodium") in html
    assert "Accepted by two" in html


def test_an_item_is_shown_whole(signed_in: SignedIn, kim: User):
    html = signed_in(kim).get(url("guided-item", *POTASSIUM)).content.decode()

    assert all(word in html for word in ("Critical limits", "2823-3", "Kalium", "mmol/L"))
    assert "not clinically reviewed" in html


def test_a_link_is_shown_with_its_evidence(signed_in: SignedIn, kim: User):
    key = next(key for kind, key in queries.order() if kind is EntryKind.RELATION)

    html = signed_in(kim).get(url("guided-item", "relation", key)).content.decode()

    assert 'data-testid="links"' in html
    assert "Evidence" in html


def test_accepting_goes_on_to_the_next_item_with_its_address(signed_in: SignedIn, kim: User):
    client = signed_in(kim)

    answer = client.post(
        url("guided-accept", *POTASSIUM), {"seen": seen_on(client, *POTASSIUM)}, headers=AS_HTMX
    )

    assert answer.status_code == 200
    assert "rel:potassium:" in answer["HX-Push-Url"].replace("%3A", ":")
    assert "CS-1" in answer.content.decode()


def test_accepting_what_changed_meanwhile_is_a_conflict(signed_in: SignedIn, kim: User):
    answer = signed_in(kim).post(url("guided-accept", *POTASSIUM), {"seen": "old"})

    assert answer.status_code == 409


def test_editing_opens_the_editor_in_the_set_of_the_reading(signed_in: SignedIn, kim: User):
    client = signed_in(kim)

    answer = client.post(url("guided-edit", *POTASSIUM))

    draft = ChangeSet.objects.get()
    assert answer["Location"] == f"{url('entry-edit', *POTASSIUM)}?set={draft.pk}"
    assert client.get(answer["Location"]).status_code == 200


def test_leaving_an_item_takes_a_reason(signed_in: SignedIn, kim: User):
    client = signed_in(kim)

    without = client.post(url("guided-pass", *POTASSIUM), {"reason": "", "as": "skip"})
    client.post(url("guided-pass", *POTASSIUM), {"reason": "Later.", "as": "skip"})

    assert without.status_code == 422
    assert PassedOver.objects.get().reason == "Later."


def test_progress_counts_a_first_reader_and_two(signed_in: SignedIn, kim: User, lena: User):
    made = make_sent_set("potassium", by=kim)
    first = signed_in(kim).get(url("guided")).context["total"]
    client = signed_in(lena)
    content = queries.reading_of(made.pk, lena).content_hash

    client.post(url("second-agree", made.pk, *POTASSIUM), {"content": content})
    client.post(url("second-approve", made.pk), {"content": content})

    both = client.get(url("guided")).context["total"]
    assert (first.first, first.both) == (1, 0)
    assert (both.first, both.both) == (0, 1)
    made.refresh_from_db()
    assert made.state == ChangeSetState.APPROVED


def test_a_set_waits_for_others_and_never_for_its_author(
    signed_in: SignedIn, kim: User, lena: User
):
    made = make_sent_set("potassium", by=kim)

    assert url("second-set", made.pk) in signed_in(lena).get(url("guided")).content.decode()
    assert url("second-set", made.pk) not in signed_in(kim).get(url("guided")).content.decode()


def test_a_second_reader_reads_the_item_whole_and_can_send_the_set_back(
    signed_in: SignedIn, kim: User, lena: User
):
    made, client = make_sent_set("potassium", by=kim), signed_in(lena)
    content = queries.reading_of(made.pk, lena).content_hash
    html = client.get(url("second-item", made.pk, *POTASSIUM)).content.decode()

    client.post(
        url("second-object", made.pk, *POTASSIUM), {"content": content, "reason": "The limit."}
    )

    made.refresh_from_db()
    assert "Critical limits" in html
    assert made.state == ChangeSetState.CHANGES_REQUESTED


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.AUDITOR, Role.ADMIN])
def test_only_curators_read_in_this_way(signed_in: SignedIn, north, role: Role):
    reader = signed_in(person("someone", "Some One", north, role))

    assert reader.get(url("guided")).status_code == 403
    assert reader.post(url("guided-accept", *POTASSIUM)).status_code == 403


def test_what_the_release_lacks_is_not_found(signed_in: SignedIn, kim: User):
    client = signed_in(kim)

    assert client.get(url("guided-item", "biomarker", "nothing")).status_code == 404
    assert client.get(url("guided-item", "nothing", "potassium")).status_code == 404
