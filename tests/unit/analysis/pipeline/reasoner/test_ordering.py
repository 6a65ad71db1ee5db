"""A model may order what it is shown; criticals stay first and findings stay together."""

from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.contracts import Statement, StatementKind
from analysis.pipeline.reasoner.ordering import is_order_of, reading_order

KINDS = StatementKind


def _said(kind: StatementKind, about: str | None) -> Statement:
    return Statement(kind=kind, text="x", about=about, rests_on=("o",))


ITEMS = (
    _said(KINDS.CRITICAL, "b"),
    _said(KINDS.VALUE, "a"),
    _said(KINDS.FOUND, "a"),
    _said(KINDS.MISSING, "a"),
    _said(KINDS.VALUE, "b"),
    _said(KINDS.FOUND, "b"),
    _said(KINDS.VALUE, "c"),
    _said(KINDS.PATTERN, None),
    _said(KINDS.TOO_OLD, "d"),
)


def test_findings_and_what_is_said_of_each_may_be_ordered() -> None:
    found = reading_order(ITEMS, (6, 3, 2, 1, 5, 4, 8, 7))

    assert found == (0, 4, 5, 6, 1, 3, 2, 7, 8)


@given(st.permutations(range(1, len(ITEMS))))
def test_whatever_is_proposed_criticals_are_first_and_nothing_is_lost(proposed: list[int]) -> None:
    found = reading_order(ITEMS, proposed)

    assert sorted(found) == list(range(len(ITEMS)))
    kinds = [ITEMS[place].kind for place in found]
    abouts = [ITEMS[place].about for place in found[:7]]
    assert kinds[0] is KINDS.CRITICAL
    assert kinds[-2:] == [KINDS.PATTERN, KINDS.TOO_OLD]
    assert abouts[:3] == ["b", "b", "b"]
    for about in "abc":
        place = abouts.index(about, 1)
        assert ITEMS[found[place]].kind is KINDS.VALUE
        members = [one for one in range(1, 7) if abouts[one] == about]
        assert members == list(range(members[0], members[0] + len(members)))


@given(st.lists(st.integers(-1, 5), max_size=6))
def test_only_each_number_once_is_an_order(proposed: list[int]) -> None:
    assert is_order_of(proposed, [1, 2, 3]) is (sorted(proposed) == [1, 2, 3])
