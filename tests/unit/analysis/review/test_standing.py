"""Which decision stands after everything that was decided."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from analysis.review.standing import by_finding, open_findings, standing
from analysis.review.vocabulary import DecisionKind


@dataclass(frozen=True)
class Made:
    kind: str
    finding: str = "Observation/k"
    number: int = 0


def made(*kinds: DecisionKind) -> list[Made]:
    return [Made(kind.value, number=number) for number, kind in enumerate(kinds, start=1)]


def test_the_latest_decision_stands() -> None:
    decisions = made(DecisionKind.ACCEPTED, DecisionKind.REJECTED)

    assert standing(decisions) == decisions[1]


def test_an_undo_restores_the_decision_before_it() -> None:
    decisions = made(DecisionKind.ACCEPTED, DecisionKind.EDITED, DecisionKind.UNDONE)

    assert standing(decisions) == decisions[0]


def test_an_undone_only_decision_leaves_the_finding_open() -> None:
    decisions = made(DecisionKind.ACCEPTED, DecisionKind.UNDONE)

    assert standing(decisions) is None
    assert open_findings(["Observation/k", "Observation/n"], decisions) == [
        "Observation/k",
        "Observation/n",
    ]


def test_a_decision_on_one_finding_leaves_the_others_open() -> None:
    decisions = made(DecisionKind.ACCEPTED)

    assert open_findings(["Observation/k", "Observation/n"], decisions) == ["Observation/n"]


@given(st.lists(st.sampled_from(DecisionKind), max_size=30))
def test_undoing_right_after_any_decision_changes_nothing(kinds: list[DecisionKind]) -> None:
    before = made(*kinds)
    after = made(*kinds, DecisionKind.EDITED, DecisionKind.UNDONE)

    assert standing(after) == standing(before)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(DecisionKind)), max_size=30))
def test_grouping_loses_no_decision(rows: list[tuple[str, DecisionKind]]) -> None:
    decisions = [Made(kind.value, finding, number) for number, (finding, kind) in enumerate(rows)]

    grouped = by_finding(decisions)

    assert sorted(d.number for group in grouped.values() for d in group) == list(range(len(rows)))
