"""The lists behind the tiles go on to their last row."""

from collections.abc import Callable

import pytest
from django.test import Client

from analysis.review.models import Draft
from analysis.review.vocabulary import DraftKind
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.front.views import waiting
from tests.factories.review import make_review
from tests.integration.walls.crawling import rows_behind, seen_on

pytestmark = pytest.mark.django_db


def test_a_list_longer_than_a_page_says_its_length_and_goes_on_to_the_end(
    ada: User, signed_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = make_review(by=ada)
    for kind in (DraftKind.EDIT, DraftKind.COMMENT):
        Draft.objects.create(
            analysis=analysis, finding="f", kind=kind, text="Later.", by=ada, saved_at=now()
        )
    monkeypatch.setattr(waiting, "SHOWN", 1)
    client = signed_in(ada)

    first = seen_on(client.get("/waiting/drafts/"))

    assert (first.rows, first.tallies, first.following) == (1, [2], "?from=1")
    assert rows_behind(client, "/waiting/drafts/") == 2


@pytest.mark.parametrize("place", ["nowhere", "-1", "9" * 40, "5"])
def test_a_place_beyond_the_list_is_a_calm_answer(
    ada: User, signed_in: Callable[[User], Client], place: str
) -> None:
    answer = signed_in(ada).get("/waiting/drafts/", {"from": place})

    assert answer.status_code == 200
