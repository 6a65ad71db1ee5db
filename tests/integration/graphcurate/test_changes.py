"""The lists of change sets, one whole, and its diff as files that say the same."""

import csv
import html
import io
import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet
from graphcurate.queries import review
from graphcurate.queries.review import Listing
from graphcurate.services import change_sets as drafting
from medreview.accounts.models import User
from medreview.common.cells import unguarded
from medreview.demo import curating
from tests.factories.curation import decided, make_set, set_field
from tests.factories.remarks import in_review
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
ROW = re.compile(r'<tr data-testid="field".*?</tr>', re.S)
CELL = re.compile(r"<(?:th|td)[^>]*>(.*?)</(?:th|td)>", re.S)
DELETED = re.compile(r"<del>.*?</del>", re.S)
MARKS = re.compile(r'<(ul class="lookalikes|blockquote).*', re.S)
NOTHING = '<span class="muted">nothing</span>'


def listed(user: User) -> dict[str, list[str]]:
    return {
        each.value: [one.label for one in review.listing(user, each)]
        for each in Listing
        if review.listing(user, each)
    }


def plain(cell: str) -> str:
    """What a reader reads in a cell: struck-out words, notes and quotes in context left out."""
    kept = DELETED.sub("", MARKS.sub("", cell.replace(NOTHING, "")))
    return html.unescape(re.sub(r"<[^>]+>", "", kept)).strip()


def test_every_set_stands_in_exactly_one_list_of_each_person(
    kim: User, yuna: User, ada: User
) -> None:
    draft = make_set(kim)
    waits, approved, rejected = (
        in_review(by=kim, key=key) for key in ("potassium", "sodium", "chloride")
    )
    decided(approved, yuna)
    drafting.withdraw(change_set=rejected, version=rejected.version, by=kim)

    assert listed(yuna) == {
        "waiting": [waits.label],
        "others": [draft.label],
        "approved": [approved.label],
        "closed": [rejected.label],
    }
    assert listed(kim)["mine"] == [waits.label, draft.label]
    assert "waiting" not in listed(ada)


def test_the_menu_counts_what_waits_for_me(
    waiting: ChangeSet, kim: User, yuna: User, signed_in: Visitor
) -> None:
    url = reverse("graphcurate:change-list")

    assert f'href="{url}" aria-current="page">Changes <span class="count">1<' in (
        signed_in(yuna).get(url).content.decode()
    )
    own = signed_in(kim).get(url)
    assert "Nothing waits for your review." in words_of(own)


def test_a_page_says_who_why_what_was_checked_and_what_is_changed(
    kim: User, yuna: User, signed_in: Visitor
) -> None:
    curating.load(author=kim, reviewer=yuna, reader=kim)
    made = ChangeSet.objects.get()

    page = signed_in(yuna).get(reverse("graphcurate:change-detail", args=[made.pk]))

    said = words_of(page)
    assert "By Kim Castellanos" in said
    assert made.reason in said
    assert "1 added" in said
    assert "Removes the link “Fist clenching or prolonged tourniquet raises Potassium”." in said
    assert "Our sampling manual covers it" in said
    for check in ("fields", "quotes", "duplicates", "cycles", "fits"):
        assert f'data-testid="check-{check}" data-state="good"' in page.content.decode()
    assert curating.QUOTE in said
    assert "A sample that was hard to draw is repeated" in said
    assert "Stands in Potassium and trimethoprim" in said


def test_what_blocks_a_draft_is_listed_with_the_change_it_is_about(
    kim: User, signed_in: Visitor
) -> None:
    made = make_set(kim)
    set_field(made, "rationale", "", by=kim, kind=EntryKind.RELATION, key=curating.LINK)

    page = signed_in(kim).get(reverse("graphcurate:change-detail", args=[made.pk]))

    assert 'data-testid="check-fields" data-state="bad"' in page.content.decode()
    assert "blocks" in words_of(page)


def test_csv_and_json_of_the_diff_equal_what_is_shown(
    kim: User, yuna: User, signed_in: Visitor
) -> None:
    curating.load(author=kim, reviewer=yuna, reader=kim)
    made = ChangeSet.objects.get()
    client = signed_in(yuna)

    page = client.get(reverse("graphcurate:change-detail", args=[made.pk])).content.decode()
    table = client.get(reverse("graphcurate:change-csv", args=[made.pk])).content.decode(
        "utf-8-sig"
    )
    said = json.loads(client.get(reverse("graphcurate:change-json", args=[made.pk])).content)

    shown = [[plain(cell) for cell in CELL.findall(row)] for row in ROW.findall(page)]
    lines = [
        [unguarded(cell) for cell in line] for line in csv.reader(io.StringIO(table, newline=""))
    ]
    from_csv = [_as_shown(line[2], *line[5:]) for line in lines[1:]]
    from_json = [
        _as_shown(one["change"], field["label"], field["old"], field["new"])
        for one in said["changes"]
        for field in one["fields"]
    ]
    assert len(shown) > 10
    assert shown == from_csv == from_json
    assert said["change_set"] == made.label


def _as_shown(turn: str, label: str, old: str, new: str) -> list[str]:
    """What comes has no column for what was, what goes none for what is."""
    return {"added": [label, new], "removed": [label, old]}.get(turn, [label, old, new])


def test_a_letter_that_only_looks_the_same_is_named_on_the_page(
    kim: User, yuna: User, signed_in: Visitor
) -> None:
    made = make_set(kim)
    set_field(made, "synonyms/ru/Калий крови", None, by=kim)
    set_field(made, "synonyms/ru/Калий крoви", True, by=kim)

    page = words_of(signed_in(yuna).get(reverse("graphcurate:change-detail", args=[made.pk])))

    assert "CYRILLIC SMALL LETTER O (U+043E)" in page
    assert "LATIN SMALL LETTER O (U+006F)" in page


def test_an_unknown_set_or_decision_is_not_found(
    waiting: ChangeSet, yuna: User, signed_in: Visitor
) -> None:
    client = signed_in(yuna)

    assert client.get(reverse("graphcurate:change-detail", args=["chs_none"])).status_code == 404
    since = reverse("graphcurate:change-since", args=[waiting.pk, "rvd_none"])
    assert client.get(since).status_code == 404


def test_the_demo_is_loaded_once(kim: User, yuna: User) -> None:
    for _ in range(2):
        curating.load(author=kim, reviewer=yuna, reader=kim)

    assert ChangeSet.objects.get().state == "in_review"
    assert review.reviewer_of(ChangeSet.objects.get()) == yuna
