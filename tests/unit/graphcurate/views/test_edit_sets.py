"""A curator chooses the change set they work in, and what it is called."""

import pytest
from django.urls import reverse

from graphcurate.models import ChangeSet
from graphcurate.queries.editing import set_in_work
from tests.factories.curation import make_curator, make_set

pytestmark = pytest.mark.django_db

HERE = "/graph/edit/biomarker/potassium/"


def ask(client, **data):
    return client.post(reverse("graphcurate:edit-set"), {"back": HERE} | data)


def in_work(client):
    return client.get(HERE).context["change_set"]


def test_ones_own_newest_draft_is_in_work(kim, signed_in):
    make_set(kim, title="Older")
    newer = make_set(kim, title="Newer")

    assert in_work(signed_in(kim)) == newer


def test_nobody_elses_draft_is_in_work_unasked(kim, signed_in):
    make_set(make_curator(hospital=kim.hospital))

    assert in_work(signed_in(kim)) is None


def test_another_draft_is_chosen(kim, signed_in):
    theirs = make_set(make_curator(hospital=kim.hospital))
    client = signed_in(kim)

    response = ask(client, choose=theirs.pk)

    assert response["Location"] == HERE
    assert in_work(client) == theirs


def test_a_new_one_is_opened(kim, signed_in):
    client = signed_in(kim)
    make_set(kim)

    ask(client, open="yes", new_title="Iron, again")

    assert in_work(client).title == "Iron, again"


def test_the_proposed_title_is_edited(kim, signed_in):
    made = make_set(kim, title="Ferritin")

    ask(signed_in(kim), title="Ferritin and gout", reason="A reader asked", version=made.version)

    made.refresh_from_db()
    assert (made.title, made.reason) == ("Ferritin and gout", "A reader asked")


@pytest.mark.parametrize("data", [{"title": " "}, {"title": "New", "version": 99}])
def test_a_title_that_cannot_be_saved_is_asked_for_again(kim, signed_in, data):
    made = make_set(kim)

    response = ask(signed_in(kim), **{"version": made.version} | data)

    assert response.status_code == 422
    assert ChangeSet.objects.get().title == made.title


def test_one_that_went_on_its_way_is_no_longer_in_work(kim):
    made = make_set(kim)
    ChangeSet.objects.filter(pk=made.pk).update(state="in_review")

    assert set_in_work(made.pk, "draft", kim) is None
    assert set_in_work(made.pk, "in_review", kim) == made


def test_nobody_is_led_to_another_site(kim, signed_in):
    made = make_set(kim)
    data = {"back": "https://elsewhere.example/", "choose": made.pk}

    response = signed_in(kim).post(reverse("graphcurate:edit-set"), data)

    assert response["Location"] == "/graph/edit/"
