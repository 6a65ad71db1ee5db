"""What can differ is found soundly: the list is that of recomputing everything."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.impact.contracts import DifferenceKind
from analysis.impact.dependence import Dependence
from analysis.impact.differences import differences
from analysis.impact.outcome import Asked, Outcome, outcome_of
from analysis.pipeline.laboratory import Laboratory, ReadLab
from tests.factories.impact import (
    On,
    Step,
    changed_content,
    changes,
    content,
    graph_of,
    starter_graph,
    stored,
)


@cache
def base_outcomes() -> tuple[Outcome, ...]:
    return tuple(outcome_of(asked, starter_graph()) for asked in stored())


@given(steps=st.lists(changes(), min_size=1, max_size=6))
@settings(max_examples=60)
def test_the_list_is_that_of_recomputing_every_analysis(steps: list[Step]) -> None:
    candidate = graph_of(changed_content(steps))
    dependence = Dependence(starter_graph(), candidate)

    everything = [
        differences(base, outcome_of(asked, candidate)).items
        for asked, base in zip(stored(), base_outcomes(), strict=True)
    ]

    listed = [
        differences(*dependence.outcomes(asked)).items
        if dependence.can_differ(asked.record)
        else ()
        for asked in stored()
    ]
    assert listed == everything


def test_the_same_graph_makes_nothing_different() -> None:
    dependence = Dependence(starter_graph(), graph_of(content()))

    assert not any(dependence.can_differ(asked.record) for asked in stored())


def test_a_link_of_a_test_nobody_had_leaves_every_record_alone() -> None:
    had = {read.biomarker for asked in stored() for read in _read(asked)}
    link = next(one.id for one in content().relations if one.biomarker and one.biomarker not in had)

    candidate = graph_of(changed_content([On("relations", link, lambda _: None)]))

    dependence = Dependence(starter_graph(), candidate)
    assert not any(dependence.can_differ(asked.record) for asked in stored())


def test_that_a_curator_has_read_a_link_is_no_difference() -> None:
    reviewed = content().model_copy(
        update={
            "relations": tuple(
                one.model_copy(update={"reviewed": True}) for one in content().relations
            )
        }
    )
    candidate = graph_of(reviewed)

    found = [
        differences(base, outcome_of(asked, candidate)).items
        for asked, base in zip(stored(), base_outcomes(), strict=True)
    ]

    assert found == [()] * len(found)


def test_other_words_alone_are_told_as_words() -> None:
    links = [one.id for one in content().relations if one.biomarker == "potassium"]
    steps = [On("relations", link, _reworded) for link in links]
    candidate = graph_of(changed_content(list(steps)))

    found = [
        differences(base, outcome_of(asked, candidate))
        for asked, base in zip(stored(), base_outcomes(), strict=True)
    ]

    kinds = {kind for one in found for kind in one.kinds()}
    assert kinds == {DifferenceKind.WORDS.value}


def _reworded(entry: object) -> object:
    return entry.model_copy(update={"rationale": "Another reason."})  # type: ignore[attr-defined]


def _read(asked: Asked) -> list[ReadLab]:
    return Laboratory.of(asked.record, starter_graph().lookup, asked.as_of).results
