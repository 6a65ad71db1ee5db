"""Each gate has its reason, and only an admin's word lets a failed one pass."""

import datetime as dt
from dataclasses import replace

import pytest

from graphcurate.releasing import gates
from graphcurate.releasing.gates import (
    ApprovalStanding,
    Gate,
    GateReason,
    GateState,
    Override,
    SetStanding,
)

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
APPROVAL = ApprovalStanding(
    by="usr_lee",
    name="Lee",
    content_hash="h1",
    at=NOW,
    statement_at=NOW - dt.timedelta(days=100),
)
SET = SetStanding(
    id="chs_1",
    number="CS-1",
    state="approved",
    content_hash="h1",
    contributors=frozenset({"usr_kim"}),
    approval=APPROVAL,
)


def sentence(report):
    [reason] = report.reasons
    return reason.sentence % reason.values


def override(name="Rut"):
    return Override(by="usr_root", name=name, reason="Known and accepted.", at=NOW)


def test_a_set_that_a_second_person_approved_as_it_stands_passes():
    assert gates.approved([SET]).state is GateState.PASSED


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(SET, state="in_review"), "CS-1 is not approved."),
        (replace(SET, state="published"), "CS-1 was published already."),
        (replace(SET, approval=None), "CS-1 is not approved."),
        (
            replace(SET, content_hash="h2"),
            "CS-1 was approved in an older version, by Lee.",
        ),
        (
            replace(SET, contributors=frozenset({"usr_kim", "usr_lee"})),
            "CS-1 was approved by Lee, who wrote part of it.",
        ),
        (
            replace(SET, approval=replace(APPROVAL, statement_at=None)),
            "Lee had no statement of interests when approving CS-1.",
        ),
        (
            replace(SET, approval=replace(APPROVAL, statement_at=NOW - dt.timedelta(days=365))),
            "Lee had no statement of interests when approving CS-1.",
        ),
    ],
)
def test_any_other_set_holds_the_release_back_and_says_why(wrong, why):
    report = gates.approved([SET, wrong])

    assert report.state is GateState.FAILED
    assert sentence(report) == why
    assert report.reasons[0].about == ("set", "chs_1")


def test_a_release_of_nothing_is_not_approved():
    assert gates.approved([]).state is GateState.FAILED


def restored(publisher, *, approved_then=True):
    return gates.restored(
        release="2026.11-1",
        approved_then=approved_then,
        planned_by="usr_kim",
        publisher=publisher,
    )


def test_a_roll_back_is_published_by_somebody_else():
    assert restored("usr_kim").state is GateState.FAILED
    assert restored("usr_lee").state is GateState.PASSED
    assert sentence(restored("usr_lee")) == "The content was approved for release 2026.11-1."


def test_a_roll_back_to_what_nobody_reviewed_says_so():
    found = sentence(restored("usr_lee", approved_then=False))

    assert found.startswith("The content of 2026.11-1 was never reviewed.")


def test_a_content_without_quotes_says_so():
    assert sentence(gates.quotes([], total=0)) == "It holds no quotes."


def test_vignettes_that_come_out_as_before_pass():
    report = gates.vignettes(total=49, changed=(), signed_by=(), publisher="usr_kim")

    assert report.state is GateState.PASSED
    assert sentence(report) == "All 49 vignettes come out as before."


def test_changed_vignettes_pass_for_whoever_signed_them_and_nobody_else():
    signed = [("usr_kim", "Kim")]

    def state(publisher):
        return gates.vignettes(
            total=49, changed=("o01",), signed_by=signed, publisher=publisher
        ).state

    assert state("usr_kim") is GateState.PASSED
    assert state("usr_lee") is GateState.FAILED


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        ("none", GateState.WAITING),
        ("queued", GateState.WAITING),
        ("running", GateState.WAITING),
        ("failed", GateState.FAILED),
        ("done", GateState.PASSED),
    ],
)
def test_the_impact_is_known_before_a_release_goes_out(state, wanted):
    report = gates.impact(state=state, total=20, done=5, differing=3)

    assert report.state is wanted
    if wanted is GateState.PASSED:
        assert sentence(report) == "3 of 20 analyses would come out differently."


def test_an_admins_word_lets_a_failed_gate_pass_and_says_whose_it_was():
    wrong = GateReason(sentence="A quote is gone.")
    reports = [gates.quotes([wrong], total=4), gates.checks([])]

    passed = gates.with_overrides(reports, {Gate.QUOTES: override(), Gate.CHECKS: override()})

    assert [one.state for one in passed] == [GateState.OVERRIDDEN, GateState.PASSED]
    assert passed[0].override is not None
    assert passed[0].reasons == (wrong,)
    assert gates.held_back(passed) == ()


def test_nobody_overrides_the_approvals_or_what_is_not_known_yet():
    reports = [
        gates.approved([]),
        gates.waiting(Gate.VIGNETTES, "The vignettes wait for a worker."),
    ]
    words = {gate: override() for gate in Gate}

    stood = gates.with_overrides(reports, words)

    assert [one.state for one in stood] == [GateState.FAILED, GateState.WAITING]
    assert len(gates.held_back(stood)) == 2


def test_a_conflict_can_be_let_pass_and_a_content_that_breaks_can_not():
    wrong = GateReason(sentence="Changed meanwhile.")

    conflict = gates.fits(conflicts=[wrong], broken=[])
    broken = gates.fits(conflicts=[], broken=[wrong])

    assert (conflict.can_be_overridden, broken.can_be_overridden) == (True, False)
    assert gates.fits(conflicts=[], broken=[]).lets_pass


def test_a_gate_keeps_some_of_its_reasons_and_counts_them_all():
    report = gates.checks([GateReason(sentence="Wrong.")] * 70)

    assert (len(report.reasons), report.count) == (50, 70)
