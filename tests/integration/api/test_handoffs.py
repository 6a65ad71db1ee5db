"""A program finds on its worklist what was handed off, and why."""

from collections.abc import Callable

import pytest

from medreview.accounts.models import User
from tests.factories.handoffs import make_handoff
from tests.factories.review import make_review
from tests.integration.api.conftest import Program, read

pytestmark = pytest.mark.django_db

HANDED_OFF = "worklist/waiting/?handed_off=true"


def test_the_worklist_narrows_to_what_is_handed_off_and_says_why(
    ada: User, program: Callable[..., Program]
) -> None:
    review, asks = make_review(by=ada), program(ada)
    none = read(asks.get(HANDED_OFF))["items"]
    make_handoff(review, "incomplete_read")

    [row] = read(asks.get(HANDED_OFF))["items"]

    assert none == []
    assert (row["analysis"]["id"], row["handed_off"]) == (review.pk, ["incomplete_read"])
