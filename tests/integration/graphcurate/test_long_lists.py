"""A long list asks the database as often as a short one."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graphcurate import queries
from graphcurate.entry_fields import EntryKind
from graphcurate.library.models import Document
from graphcurate.library.vocabulary import MediaType
from graphcurate.models import (
    ChangeSet,
    Flag,
    Gap,
    PlannedRelease,
    Publication,
    Release,
    Revision,
)
from graphcurate.releasing.states import PlanState
from graphcurate.services.releases import load_starter
from graphcurate.vocabulary import Origin
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.ids import new_id
from medreview.common.models import Record
from tests.factories.curation import make_set
from tests.factories.library import make_document

FEW, MANY = 10, 1000
_numbers = count(1000)

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(kim: User, signed_in: Callable[[User], Client]) -> Client:
    """Kim's browser; what is kept in memory is there already."""
    load_starter()
    return signed_in(kim)


def stored(model: type[Record], rows: list[dict[str, Any]]) -> None:
    model.objects.bulk_create([model(id=new_id(model.id_prefix), **row) for row in rows])


def change_sets_of(kim: User, many: int) -> None:
    rows = [{"number": next(_numbers), "title": "Some", "opened_by": kim} for _ in range(many)]
    stored(ChangeSet, rows)


def documents(kim: User, many: int) -> None:
    rows = [
        {
            "sha256": f"{next(_numbers):064d}",
            "title": "Some guideline",
            "source": "KDIGO_AKI12",
            "licence_note": "Invented",
            "media_type": MediaType.PLAIN,
            "file_name": "some.txt",
            "size": 1,
            "uploaded_by": kim,
        }
        for _ in range(many)
    ]
    stored(Document, rows)


def flags(kim: User, many: int) -> None:
    row = {
        "hospital": kim.hospital,
        "entry_kind": "biomarker",
        "entry_key": "potassium",
        "release": "starter-2026.11",
        "text": "The limit looks wrong.",
        "reported_by": kim,
    }
    stored(Flag, [row] * many)


def gaps(kim: User, many: int) -> None:
    rows = [
        {"name": f"Analyte {next(_numbers)}", "how": "none", "missed_at": now()}
        for _ in range(many)
    ]
    stored(Gap, rows)


def releases(kim: User, many: int) -> None:
    base = queries.current_release()
    for _ in range(many):
        number = f"2027.1-{next(_numbers)}"
        release = Release.objects.create(
            name=number, origin=Origin.CURATED, snapshot=base.snapshot, content_hash="0" * 64
        )
        plan = PlannedRelease.objects.create(
            number=number, planned_by=kim, state=PlanState.PUBLISHED
        )
        Publication.objects.create(
            release=release,
            planned=plan,
            base=base,
            candidate_hash="0" * 64,
            gates=[],
            tallies=[],
            by=kim,
        )


@pytest.mark.parametrize(
    ("address", "filled"),
    [
        (reverse("graphcurate:change-list") + "?show=mine", change_sets_of),
        (reverse("graphcurate:library"), documents),
        (reverse("graphcurate:flag-list"), flags),
        (reverse("graphcurate:gap-list"), gaps),
        (reverse("graphcurate:coverage"), gaps),
    ],
)
def test_a_list_of_a_thousand_asks_as_often_as_one_of_ten(
    reader: Client, kim: User, address: str, filled: Callable[[User, int], None]
) -> None:
    filled(kim, FEW)
    few = asked(reader, address)

    filled(kim, MANY)

    assert asked(reader, address) == few


def test_many_releases_ask_as_often_as_few(reader: Client, kim: User) -> None:
    releases(kim, 2)
    few = asked(reader, reverse("graphcurate:release-list"))

    releases(kim, 30)

    assert asked(reader, reverse("graphcurate:release-list")) == few


def test_a_list_of_what_wants_looking_after_asks_nothing_for_its_rows(reader: Client) -> None:
    short = asked(reader, reverse("graphcurate:coverage-list", args=["retracted"]))
    long = asked(reader, reverse("graphcurate:coverage-list", args=["unreviewed"]))

    assert long == short


def test_a_change_set_of_many_changes_asks_as_often_as_one_of_few(
    reader: Client, kim: User
) -> None:
    made = make_set(kim)
    keys = sorted(queries.snapshot_of(queries.current_release()).biomarkers)
    page = reverse("graphcurate:change-detail", args=[made.pk])
    changed(made, keys[:2], kim)
    few = asked(reader, page)

    changed(made, keys[2:60], kim)

    assert asked(reader, page) == few


def changed(change_set: ChangeSet, keys: list[str], by: User) -> None:
    rows = [
        {
            "change_set": change_set,
            "entry_kind": EntryKind.BIOMARKER,
            "entry_key": key,
            "field": "specimen",
            "old": "",
            "new": f"Specimen of {key}",
            "author": by,
            "saved_at": now(),
        }
        for key in keys
    ]
    stored(Revision, rows)


def test_a_long_document_asks_as_often_as_a_short_one(reader: Client, kim: User) -> None:
    short = make_document(by=kim, text="Potassium\n\nOne sentence.")
    long = make_document(by=kim, text="\f".join(f"Page\n\n{n}. sentence." for n in range(500)))

    few, many = (
        asked(reader, reverse("graphcurate:document-detail", args=[one.pk]))
        for one in (short, long)
    )

    assert many == few


def asked(reader: Client, address: str) -> int:
    """How often the database is asked for a page that was opened before."""
    assert reader.get(address).status_code == 200
    with CaptureQueriesContext(connection) as seen:
        reader.get(address)
    return len(seen)
