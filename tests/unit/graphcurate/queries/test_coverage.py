"""Gaps by demand, tiers by week, and what the lists know beside the content."""

import datetime as dt

import pytest

from graphcurate.entry_fields import EntryKind
from graphcurate.gaps.states import AsideWhy
from graphcurate.lifecycle import Verdict
from graphcurate.models import ReviewDecision
from graphcurate.queries import coverage, current_release
from graphcurate.queries.coverage import Show
from graphcurate.services import change_sets, demand, gaps
from medreview.common.clock import now
from tests.factories.gaps import make_gap

pytestmark = pytest.mark.django_db


def ranked(show: Show = Show.ALL) -> list[tuple[str, int]]:
    return [(asked.gap.name, asked.hits) for asked in coverage.gaps(show)]


def test_the_most_asked_for_comes_first():
    make_gap("Seldom", hits=1)
    make_gap("Often", hits=3)

    assert ranked() == [("Often", 3), ("Seldom", 1)]


def test_a_new_hit_raises_the_rank_after_the_run():
    make_gap("A", hits=2, tier="domain_inference")
    make_gap("B", hits=2, tier="uncovered")
    before = ranked()

    make_gap("B", hits=1, tier="uncovered")

    assert before == [("A", 2), ("B", 2)]
    assert ranked() == [("B", 3), ("A", 2)]


def test_demand_older_than_ninety_days_no_longer_counts():
    make_gap("Old", hits=5, days_ago=91)
    make_gap("New", hits=1, days_ago=89)

    assert ranked() == [("New", 1)]
    assert coverage.gaps_waiting() == 1


def test_runs_that_had_no_source_are_counted_by_what_they_had_instead():
    make_gap("Tryptase", hits=2, tier="model_knowledge")
    make_gap("Tryptase", hits=3, tier="uncovered")
    make_gap("Tryptase", hits=1)
    make_gap("MCH", biomarker="mch", tier="domain_inference")

    counted = {asked.gap.name: (asked.hits, asked.unsourced) for asked in coverage.gaps(Show.ALL)}

    assert counted == {
        "Tryptase": (6, {"model_knowledge": 2, "uncovered": 3}),
        "MCH": (1, {}),
    }


def test_every_count_is_the_length_of_its_list(kim):
    make_gap("Domain", tier="domain_inference", biomarker="mch")
    make_gap("Uncovered", tier="uncovered")
    make_gap("Model", tier="model_knowledge")
    make_gap("Never abnormal")
    mapped = make_gap("Mapped")
    gaps.map_to(gap=mapped, biomarker="ferritin", version=1, by=kim)
    aside = make_gap("Aside")
    gaps.set_aside(gap=aside, why=AsideWhy.NOT_LABORATORY, reason="", version=1, by=kim)

    counted = coverage.gap_counts()

    assert counted == {show: len(ranked(show)) for show in Show}
    assert counted[Show.ALL] == coverage.gaps_waiting() == 4
    assert [name for name, _ in ranked(Show.NAMES)] == ["Model", "Never abnormal", "Uncovered"]


def test_a_gap_whose_change_set_came_to_nothing_waits_again(kim):
    gap = gaps.map_to(gap=make_gap("One"), biomarker="ferritin", version=1, by=kim)
    draft = gap.change_set
    draft.refresh_from_db()
    change_sets.withdraw(change_set=draft, version=draft.version, by=kim)

    assert ranked() == [("One", 1)]
    assert ranked(Show.MAPPED) == []


def test_a_part_of_a_list_goes_on_where_the_one_before_ended():
    for name in ("A", "B", "C"):
        make_gap(name)

    assert [asked.gap.name for asked in coverage.gaps(Show.ALL, start=1, size=1)] == ["B"]


def test_tiers_are_added_up_by_the_week_of_the_run():
    release = current_release()
    demand.note("run_1", release=release, tiers={"algorithm": 2})
    demand.note("run_2", release=release, tiers={"algorithm": 1, "uncovered": 1})
    demand.note(
        "run_3",
        release=release,
        tiers={"domain_inference": 4},
        asked_at=now() - dt.timedelta(days=7),
    )

    shown = coverage.weeks()

    assert shown[-1].asked["algorithm"] == 3
    assert shown[-1].asked["uncovered"] == 1
    assert shown[-2].asked["domain_inference"] == 4
    assert coverage.counted_since() is not None


def test_demand_of_a_biomarker_is_the_number_of_runs_that_asked_about_it():
    release = current_release()
    for run in ("run_1", "run_2"):
        demand.note(run, release=release, tiers={}, biomarkers=["potassium"])

    assert coverage.demand_of_biomarkers() == {"potassium": 2}


def test_a_clinician_has_read_what_they_accepted_only_once_it_is_published(kim):
    draft = change_sets.open_set(title="One", by=kim)
    change_sets.save_field(
        change_set=draft,
        kind=EntryKind.BIOMARKER,
        key="potassium",
        field="reviewed",
        new=True,
        seen=False,
        by=kim,
    )
    ReviewDecision.objects.create(
        change_set=draft, verdict=Verdict.APPROVE, content_hash="", changes=[], by=kim,
        as_clinician=True,
    )  # fmt: skip
    before = coverage.read_by_clinicians()

    type(draft).objects.update(state="published", release=current_release())

    assert before == frozenset()
    assert coverage.read_by_clinicians() == {(EntryKind.BIOMARKER, "potassium")}
