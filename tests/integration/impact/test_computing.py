"""Which stored analyses a candidate changes: found once, by whichever worker lives to tell."""

import datetime as dt

import pytest

from analysis.impact import computing, jobs, queries, services
from analysis.impact.contracts import DifferenceKind
from analysis.impact.models import ImpactDifference, ImpactRun
from analysis.pipeline.models import Analysis
from graphcurate.entry_fields import EntryKind
from graphcurate.ports import ImpactState, candidate_hash, impact
from graphcurate.queries.change_sets import change_set as change_sets_of
from graphcurate.services import change_sets
from medreview.accounts.errors import NotAllowed
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import WrongState
from medreview.patients import sealing
from tests.factories.impacts import (
    LINK,
    make_change_set,
    make_impact,
    make_next_release,
    potassium_critical_from,
    without,
)
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hargreaves(ada: User) -> Analysis:
    """An analysis with a critical potassium and a kidney disease."""
    return make_review(by=ada, key="hargreaves")


def said(analysis: Analysis, run: ImpactRun) -> list[tuple[str, str, str, str, str]]:
    """The differences one run found of an analysis."""
    listed = queries.listed(run.differences.filter(analysis=analysis))
    return [
        (one.kind.value, one.about, one.thing, one.before, one.after)
        for each in listed
        if each.differences
        for one in each.differences.items
    ]


def test_an_analysis_that_would_lose_a_finding_is_listed_with_it(
    hargreaves: Analysis, kim: User
) -> None:
    run = make_impact(by=kim)

    assert (run.state, run.total, run.done, run.differing) == ("done", 1, 1, 1)
    found = [one for one in said(hargreaves, run) if one[0] == "found"]
    assert found == [("found", "Potassium", "Chronic kidney disease", "found", "")]


def test_a_critical_limit_that_moves_is_the_gravest_difference(
    hargreaves: Analysis, kim: User
) -> None:
    run = make_impact(potassium_critical_from("8.0"), by=kim)

    row = run.differences.get()
    assert row.kinds[0] == DifferenceKind.CRITICAL
    assert said(hargreaves, run)[0][4] == ""


def test_what_changes_nothing_lists_nothing_and_recomputes_nothing(
    hargreaves: Analysis, kim: User
) -> None:
    links = [one for one in without().relations if one.biomarker == "psa"]

    run = make_impact(without(*(one.id for one in links)), by=kim)

    assert (run.state, run.done, run.recomputed, run.differing) == ("done", 1, 0, 0)


def test_who_asks_twice_finds_the_first_asking(hargreaves: Analysis, kim: User) -> None:
    first = make_impact(by=kim)

    assert make_impact(by=kim) == first


def test_what_was_finished_since_is_a_reason_to_work_it_out_again(
    hargreaves: Analysis, kim: User, ada: User
) -> None:
    first = make_impact(by=kim)
    make_review(by=ada, key="okafor")

    again = make_impact(by=kim)

    assert again != first
    assert again.total == 2


def test_the_same_content_beside_another_release_is_not_known_yet(
    hargreaves: Analysis, kim: User
) -> None:
    content = without(LINK)
    make_impact(content, by=kim)

    make_next_release(potassium_critical_from("7.5"))

    assert impact().summary(candidate_hash(content)).state is ImpactState.NONE


def test_a_worker_that_died_loses_its_batch_and_nothing_else(
    hargreaves: Analysis, kim: User, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_review(by=ada, key="okafor")
    monkeypatch.setattr(computing, "BATCH", 1)
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)
    run = make_impact(by=kim)
    held = computing.claim(run.pk)
    assert held is not None
    computing.keep(held, computing.Comparing(held).next_batch())
    # It dies in its second batch, and says nothing any more.
    computing.Comparing(held).next_batch()

    assert computing.claim(run.pk) is None
    ImpactRun.objects.filter(pk=run.pk).update(leased_until=run.created_at)
    jobs.compute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.done, run.total) == ("done", 2, 2)
    assert run.differences.count() == len(set(run.differences.values_list("analysis", flat=True)))


def test_a_worker_whose_impact_was_taken_over_writes_nothing_more(
    hargreaves: Analysis, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)
    run = make_impact(by=kim)
    slow = computing.claim(run.pk)
    assert slow is not None
    found = computing.Comparing(slow).next_batch()
    ImpactRun.objects.filter(pk=run.pk).update(leased_until=run.created_at)
    jobs.compute(run.pk)

    with pytest.raises(computing.TakenOver):
        computing.keep(slow, found)

    assert run.differences.count() == 1


def test_after_three_dead_workers_it_fails_and_says_so(
    hargreaves: Analysis, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)
    run = make_impact(by=kim)
    for _ in range(computing.MAX_ATTEMPTS):
        assert computing.claim(run.pk) is not None
        ImpactRun.objects.filter(pk=run.pk).update(leased_until=run.created_at)

    jobs.compute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.reason) == ("failed", "attempts_spent")


def test_a_worker_is_called_again_for_what_nobody_holds(
    hargreaves: Analysis, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(services, "enqueue_after_commit", lambda *_: None)
        run = make_impact(by=kim)
        computing.claim(run.pk)
    long_ago = run.created_at - dt.timedelta(minutes=5)
    ImpactRun.objects.filter(pk=run.pk).update(leased_until=long_ago)
    assert services.rescue() == 0
    ImpactRun.objects.filter(pk=run.pk).update(woken_at=long_ago)

    assert services.rescue() == 1

    run.refresh_from_db()
    assert run.state == "done"


def test_a_long_one_goes_on_in_slices(
    hargreaves: Analysis, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)
    run = make_impact(by=kim)
    held = computing.claim(run.pk)
    assert held is not None

    assert computing.work_on(held, seconds=0) is False

    assert computing.claim(run.pk) is not None


def test_a_fault_ends_it_by_its_kind_alone(
    hargreaves: Analysis, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ValueError("Eleanor Hargreaves")

    monkeypatch.setattr(computing, "_record_of", broken)
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)
    run = make_impact(by=kim)

    with pytest.raises(Exception, match="ValueError"):
        jobs.compute(run.pk)

    run.refresh_from_db()
    assert (run.state, run.reason) == ("failed", "ValueError")


def test_what_can_not_be_read_any_more_is_counted_and_never_called_the_same(
    hargreaves: Analysis, kim: User
) -> None:
    sealing.destroy_key(hargreaves.patient, by=None)

    run = make_impact(by=kim)

    assert (run.done, run.unread, run.differing) == (1, 1, 0)


def test_a_row_can_not_be_read_once_its_patients_key_is_gone(
    hargreaves: Analysis, kim: User
) -> None:
    run = make_impact(by=kim)

    sealing.destroy_key(hargreaves.patient, by=None)

    [listed] = queries.listed(run.differences.all())
    assert listed.differences is None


def test_an_edit_of_the_set_makes_it_an_older_ones(hargreaves: Analysis, kim: User) -> None:
    change_set = make_change_set(by=kim)
    run = queries.run_of(services.ask_for_set(change_set=change_set, by=kim).pk)
    assert queries.is_of_now(run)

    change_sets.undo(
        change_set=change_set, kind=EntryKind.RELATION, key=LINK, field="exists", by=kim
    )

    assert not queries.is_of_now(queries.run_of(run.pk))


def test_of_a_closed_set_nothing_is_asked_any_more(hargreaves: Analysis, kim: User) -> None:
    change_set = make_change_set(by=kim)
    change_sets.withdraw(change_set=change_set, version=change_set.version, by=kim)

    with pytest.raises(WrongState):
        services.ask_for_set(change_set=change_sets_of(change_set.pk), by=kim)


def test_who_keeps_no_graph_asks_for_nothing(hargreaves: Analysis, ada: User) -> None:
    with pytest.raises(NotAllowed):
        make_impact(by=ada)

    assert not ImpactRun.objects.exists()


def test_each_hospitals_trail_says_how_many_were_looked_at(
    hargreaves: Analysis, kim: User, oleg: User
) -> None:
    make_review(by=oleg, key="okafor")

    make_impact(by=kim)

    lines = AuditEvent.objects.filter(event="impact.computed")
    counted = {line.chain: line.counts for line in lines}
    assert counted[kim.hospital_id]["analyses"] == 1
    assert counted[oleg.hospital_id]["analyses"] == 1
    assert ImpactDifference.objects.filter(hospital=kim.hospital).count() == 1
