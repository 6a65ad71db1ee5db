"""Many names at once: seen first, then in a change set, and out of it again."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from graphcurate.models import BulkEdit, ChangeSet
from graphcurate.queries import change_sets
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from tests.factories.curation import make_set, set_field
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
URL = reverse("graphcurate:bulk-edit")
LINES = """biomarker,language,synonym
potassium, ru, Калий утренний
Morning potassium → potassium
potassium, en, Kalium
sodium, en, Kalium
kryptonite, en, Green
what is this"""


def preview(client: Client, lines: str = LINES, **sent: Any) -> HttpResponse:
    answer: HttpResponse = client.post(URL, {"lines": lines, "title": "House names", **sent})
    return answer


def seen_in(answer: HttpResponse) -> str:
    found = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert found
    return found[1]


def test_each_line_is_reported_before_anything_is_written(kim: User, signed_in: Visitor) -> None:
    answer = preview(signed_in(kim))

    states = re.findall(r'data-testid="line" data-state="(\w+)"', answer.content.decode())
    assert states == ["new", "new", "known", "clashes", "unknown", "unreadable"]
    assert "Potassium is called so already" in words_of(answer)
    assert (ChangeSet.objects.count(), BulkEdit.objects.count()) == (0, 0)


def test_what_is_new_goes_into_a_new_change_set_and_comes_out_again(
    kim: User, signed_in: Visitor
) -> None:
    client = signed_in(kim)

    answer = preview(client, seen=seen_in(preview(client)))

    made = ChangeSet.objects.get()
    assert answer["Location"] == reverse("graphcurate:change-detail", args=[made.pk])
    fields = [change.field for change in change_sets.changes_of(made)]
    assert fields == ["synonyms/en/Morning potassium", "synonyms/ru/Калий утренний"]
    assert AuditEvent.objects.filter(event="change_set.bulk_edited", actor=kim.pk).count() == 1

    edit = BulkEdit.objects.get()
    undo = reverse("graphcurate:bulk-undo", args=[made.pk, edit.pk])
    assert client.post(undo).status_code == 302
    assert change_sets.changes_of(made) == ()
    assert client.post(undo).status_code == 409


def test_lines_go_into_a_draft_that_is_there_and_its_other_changes_stay(
    kim: User, signed_in: Visitor
) -> None:
    made, client = make_set(kim), signed_in(kim)
    set_field(made, "validity_days", 8, by=kim)
    sent = {"change_set": made.pk, "title": ""}

    preview(client, seen=seen_in(preview(client, **sent)), **sent)
    client.post(reverse("graphcurate:bulk-undo", args=[made.pk, BulkEdit.objects.get().pk]))

    assert [change.field for change in change_sets.changes_of(made)] == ["validity_days"]


def test_what_would_do_something_else_by_now_is_shown_anew(kim: User, signed_in: Visitor) -> None:
    made, client = make_set(kim), signed_in(kim)
    sent = {"change_set": made.pk, "title": ""}
    mark = seen_in(preview(client, **sent))
    set_field(made, "synonyms/ru/Калий утренний", True, by=kim)

    answer = preview(client, seen=mark, **sent)

    assert "The graph changed since you looked." in words_of(answer)
    assert BulkEdit.objects.count() == 0


def test_a_file_is_read_like_pasted_lines(kim: User, signed_in: Visitor) -> None:
    file = SimpleUploadedFile("names.csv", "potassium;en;House K\n".encode("utf-8-sig"))
    odd = SimpleUploadedFile("names.csv", "potassium;ru;Калий".encode("cp1251"))
    client = signed_in(kim)

    assert 'data-state="new"' in preview(client, lines="", file=file).content.decode()
    refused = preview(client, lines="", file=odd)
    assert (refused.status_code, "not UTF-8" in words_of(refused)) == (422, True)


def test_without_lines_a_title_or_anything_new_nothing_is_written(
    kim: User, signed_in: Visitor
) -> None:
    client = signed_in(kim)

    assert preview(client, lines=" ").status_code == 422
    assert preview(client, title=" ").status_code == 422
    known = preview(client, lines="potassium, en, Kalium")
    assert preview(client, "potassium, en, Kalium", seen=seen_in(known)).status_code == 422
    assert preview(client, "\n".join(["potassium, en, K"] * 501)).status_code == 422
    assert ChangeSet.objects.count() == 0


@pytest.mark.parametrize("who", ["ada", "nell", "root"])
def test_only_curators_edit_in_bulk(
    who: str, signed_in: Visitor, request: pytest.FixtureRequest
) -> None:
    client = signed_in(request.getfixturevalue(who))

    assert (client.get(URL).status_code, preview(client).status_code) == (403, 403)
