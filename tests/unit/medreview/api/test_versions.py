"""A write names the version it saw: by If-Match, else in its body."""

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from analysis.review.errors import StaleDecision
from medreview.api.contracts.base import FieldProblem
from medreview.api.errors import Stale, VersionMissing
from medreview.api.versions import Seen, seen_by

CURRENT = FieldProblem(pointer="/x", detail="now")


def request(header: str = "") -> Request:
    headers = {"HTTP_IF_MATCH": header} if header else {}
    return Request(APIRequestFactory().post("/", **headers))


@pytest.mark.parametrize(
    ("header", "named", "seen"),
    [
        ("", 3, Seen(3, by_header=False)),
        ('"4"', None, Seen(4, by_header=True)),
        ('W/"4"', 3, Seen(4, by_header=True)),
        ("4", None, Seen(4, by_header=True)),
        ("*", 3, Seen(-1, by_header=True)),
        ('"٤"', None, Seen(-1, by_header=True)),
    ],
)
def test_the_header_goes_before_the_body(header: str, named: int | None, seen: Seen) -> None:
    assert seen_by(request(header), named) == seen


def test_a_write_without_a_version_is_none() -> None:
    with pytest.raises(VersionMissing):
        seen_by(request(), None)


def test_a_version_that_is_the_newest_is_let_through() -> None:
    Seen(3, by_header=False).check(3, lambda: CURRENT)


@pytest.mark.parametrize("by_header", [True, False])
def test_what_is_stale_says_what_stands_now(by_header: bool) -> None:
    with pytest.raises(Stale) as other, Seen(3, by_header=by_header).checked(lambda: CURRENT):
        raise StaleDecision("Somebody decided.")
    with pytest.raises(Stale) as mine:
        Seen(3, by_header=by_header).check(4, lambda: CURRENT)

    for refused in (other.value, mine.value):
        assert refused.current == {"pointer": "/x", "detail": "now"}
        assert refused.by_header is by_header
