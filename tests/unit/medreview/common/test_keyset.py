"""A list goes on behind its last row, whatever comes and goes meanwhile."""

import pytest

from medreview.accounts.models import Hospital
from medreview.common.keyset import NoSuchPlace, slice_of

pytestmark = pytest.mark.django_db

BY_NAME = ("name", "pk")


def made(*names: str) -> None:
    for number, name in enumerate(names):
        Hospital.objects.create(name=name, slug=f"{name}-{number}")


def names(after: str | None = None, size: int = 2, order: tuple[str, ...] = BY_NAME) -> tuple:
    page = slice_of(Hospital.objects.all(), order=order, after=after, size=size)
    return [row.name for row in page.rows], page.after


def test_pages_follow_one_another_to_the_end() -> None:
    made("a", "b", "b", "c", "d")

    first, after = names()
    second, then = names(after)
    third, end = names(then)

    assert (first, second, third, end) == (["a", "b"], ["b", "c"], ["d"], None)


def test_a_full_last_page_has_no_next() -> None:
    made("a", "b")

    assert names() == (["a", "b"], None)


def test_the_other_way_round_is_the_same_list() -> None:
    made("a", "b", "b", "c")
    order = ("-name", "-pk")

    first, after = names(order=order)

    assert (first, names(after, order=order)) == (["c", "b"], (["b", "a"], None))


def test_a_row_before_shifts_nothing() -> None:
    made("b", "c", "d")
    first, after = names()

    made("a")

    assert (first, names(after)) == (["b", "c"], (["d"], None))


def test_a_row_that_is_not_in_the_list_is_no_place() -> None:
    with pytest.raises(NoSuchPlace):
        names("hos_nowhere")
