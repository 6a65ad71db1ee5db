"""What pages say once a release is out: of what was accepted, and of what was rolled back."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from graphcurate import queries
from graphcurate.entry_fields import EntryKind
from graphcurate.models import Release
from graphcurate.queries import guided as reading
from graphcurate.services import guided, planning
from medreview.accounts.models import User
from tests.factories.curation import decided
from tests.factories.releases import PORT, appraise, approved, make_plan, published
from tests.integration.graphcurate.conftest import words_of

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
KEY = "biotin_hi"
MARK = "starter content, not clinically reviewed"


@pytest.fixture(autouse=True)
def _known_impact(settings) -> None:
    settings.GRAPH_IMPACT = PORT


def test_an_item_that_two_have_read_loses_the_mark_with_the_release(
    kim: User, yuna: User, ada: User, signed_in: Visitor
) -> None:
    page = reverse("graphcurate:preanalytical-detail", args=[KEY])
    reader, thing = signed_in(ada), (EntryKind.THING, f"preanalytical:{KEY}")
    assert MARK in words_of(reader.get(page))

    seen = reading.seen_hash(*thing, reading.draft_of(kim))
    guided.accept(kind=thing[0], key=thing[1], seen=seen, by=kim)
    one = guided.send(by=kim)
    decided(one, yuna)
    one.refresh_from_db()
    assert MARK in words_of(reader.get(page))
    release = published(make_plan(one, by=kim), by=kim)

    assert queries.snapshot_of(release).preanalytical[KEY].reviewed
    assert MARK not in words_of(reader.get(page))


def test_a_set_whose_release_was_rolled_back_says_so(
    kim: User, yuna: User, signed_in: Visitor
) -> None:
    starter = queries.current_release()
    one = approved(kim, yuna)
    published(make_plan(one, by=kim), by=kim)
    page = reverse("graphcurate:change-detail", args=[one.pk])
    assert "No longer in force" not in words_of(signed_in(yuna).get(page))

    back = rolled_back(starter, kim, yuna)

    said = words_of(signed_in(yuna).get(page))
    assert f"Release 2026.12-1 held it; release {back.name} went back behind that one." in said


def rolled_back(to: Release, by: User, second: User) -> Release:
    """The old content as a new release, planned by one and sent out by another."""
    plan = planning.plan_roll_back(
        release=to, number="2026.12-2", reason="It was wrong.", notes="", by=by
    )
    appraise(plan)
    return published(plan, by=second)
