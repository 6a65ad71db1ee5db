"""A page shows the rows it asks for, and knows whether more follow."""

import pytest
from django.test import RequestFactory

from medreview.common.parts import part_of

ROWS = list(range(7))


@pytest.mark.parametrize(
    ("asked", "shown", "following"),
    [
        ("", [0, 1, 2], 3),
        ("?from=3", [3, 4, 5], 6),
        ("?from=6", [6], None),
        ("?from=7", [0, 1, 2], 3),
        ("?from=-1", [0, 1, 2], 3),
        ("?from=all", [0, 1, 2], 3),
    ],
)
def test_a_part_begins_where_it_is_asked_for_or_anew(asked, shown, following):
    part = part_of(RequestFactory().get(f"/{asked}"), len(ROWS), size=3)

    assert list(part.of(ROWS)) == shown
    assert part.following == following


def test_an_empty_list_has_one_empty_part():
    part = part_of(RequestFactory().get("/?from=3"), 0, size=3)

    assert (part.start, part.following, list(part.of([]))) == (0, None, [])
