"""Plans: numbered, changed as the page showed them, signed and let pass for one content."""

import pytest

from graphcurate import queries
from graphcurate.errors import GatesClosed, NumberTaken, StalePlan
from graphcurate.models import Appraisal
from graphcurate.queries import planned_releases, release_gates
from graphcurate.releasing.gates import Gate, GateState
from graphcurate.services import planning
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, WrongState
from tests.factories.accounts import make_user
from tests.factories.curation import make_curator, make_set, set_field
from tests.factories.releases import (
    PORT,
    appraise,
    approved,
    approved_removal,
    content_hash,
    make_plan,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT


@pytest.fixture
def kim():
    return make_curator()


@pytest.fixture
def lee():
    return make_curator()


def gate(plan, wanted, publisher=None):
    reports = release_gates.gates_of(plan, planned_releases.candidate_of(plan), publisher=publisher)
    return next(one for one in reports if one.gate is wanted)


def changed(plan, by, **said):
    given = {
        "number": plan.number,
        "change_sets": list(plan.change_sets.all()),
        "notes": plan.notes,
        "code_systems": {},
        "version": plan.version,
    }
    return planning.change(planned=plan, **(given | said), by=by)


def test_a_plan_of_an_approved_set_passes_every_gate_once_it_is_appraised(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim)

    states = {name: gate(plan, name).state for name in Gate}

    assert set(states.values()) == {GateState.PASSED}
    assert AuditEvent.objects.filter(event="release.planned", thing_id=plan.pk).exists()


def test_before_it_is_appraised_nobody_knows(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim, appraised=False)

    assert gate(plan, Gate.CHECKS).state is GateState.WAITING
    assert gate(plan, Gate.VIGNETTES).state is GateState.WAITING


def test_an_edit_after_the_approval_closes_the_gate(kim, lee):
    taken = approved(kim, lee)
    plan = make_plan(taken, by=kim)

    set_field(taken, "comparability_note", "Another word.", by=kim)

    assert gate(plan, Gate.APPROVED).state is GateState.FAILED


def test_a_number_is_free_and_of_the_usual_form(kim, lee):
    make_plan(by=kim, appraised=False)

    with pytest.raises(NumberTaken):
        make_plan(by=lee, appraised=False)
    with pytest.raises(Invalid, match=r"numbered like 2026\.12-1"):
        make_plan(by=lee, number="December", appraised=False)


def test_the_next_free_number_is_proposed(kim, stop_clock):
    stop_clock(2026, 12, 3)
    first = planned_releases.next_number()
    make_plan(by=kim, number=first, appraised=False)

    assert (first, planned_releases.next_number()) == ("2026.12-1", "2026.12-2")


def test_a_plan_is_changed_as_the_page_showed_it_or_not_at_all(kim, lee):
    plan = make_plan(by=kim, appraised=False)
    seen = plan.version

    changed(plan, lee, notes="By Lee.")

    with pytest.raises(StalePlan):
        changed(plan, kim, notes="By Kim.", version=seen)
    assert planned_releases.planned_release(plan.pk).notes == "By Lee."


def test_versions_of_code_systems_are_kept_and_others_refused(kim):
    plan = make_plan(by=kim, appraised=False)

    kept = changed(plan, kim, code_systems={"loinc": "2.81", "atc": ""})

    assert kept.code_systems == {"loinc": "2.81"}
    with pytest.raises(Invalid):
        changed(kept, kim, code_systems={"loinc": "x" * 41})


def test_a_discarded_plan_frees_its_number_and_stays_discarded(kim, lee):
    plan = make_plan(by=kim, appraised=False)

    planning.discard(planned=plan, version=plan.version, by=lee)

    make_plan(by=lee, appraised=False)
    with pytest.raises(WrongState):
        planning.appraise(planned=planned_releases.planned_release(plan.pk), by=kim)


def test_what_was_appraised_is_not_appraised_twice(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim)

    again = planning.appraise(planned=plan, by=lee)

    assert Appraisal.objects.count() == 1
    assert again.state == "done"


def test_a_set_that_leaves_the_plan_makes_another_content(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim)
    before = content_hash(plan)

    plan = changed(plan, kim, change_sets=[])

    assert content_hash(plan) != before
    assert content_hash(plan) == queries.head().content_hash()
    assert gate(plan, Gate.APPROVED).state is GateState.FAILED


def test_changed_vignettes_are_signed_for_one_content(kim, lee):
    plan = make_plan(approved_removal(kim, lee), by=kim)
    found = planned_releases.appraisal_of(planned_releases.candidate_of(plan))
    assert found.vignettes
    assert gate(plan, Gate.VIGNETTES).state is GateState.FAILED

    planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=lee)
    planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=lee)

    assert gate(plan, Gate.VIGNETTES, publisher=lee.pk).state is GateState.PASSED
    assert gate(plan, Gate.VIGNETTES, publisher=kim.pk).state is GateState.FAILED
    assert AuditEvent.objects.filter(event="release.vignettes_signed").count() == 1
    with pytest.raises(StalePlan):
        planning.sign_vignettes(planned=plan, content_hash="another", by=kim)


def test_vignettes_that_were_not_run_are_not_signed(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim, appraised=False)

    with pytest.raises(WrongState, match="not run yet"):
        planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=kim)


def test_an_admin_lets_one_content_pass_one_failed_gate_with_a_reason(kim, lee):
    root = make_user(Role.ADMIN)
    taken = approved_removal(kim, lee)
    plan = make_plan(taken, by=kim)

    planning.override(
        planned=plan,
        gate=Gate.VIGNETTES,
        content_hash=content_hash(plan),
        reason="Agreed by the board.",
        by=root,
    )

    let_pass = gate(plan, Gate.VIGNETTES)
    assert let_pass.state is GateState.OVERRIDDEN
    assert let_pass.override.reason == "Agreed by the board."
    assert AuditEvent.objects.filter(event="release.gate_overridden").count() == 1
    plan = changed(
        plan, kim, change_sets=[taken, approved(kim, lee, field="specimen", new="serum")]
    )
    appraise(plan)
    assert gate(plan, Gate.VIGNETTES).state is GateState.FAILED


@pytest.mark.parametrize("wanted", [Gate.APPROVED, Gate.QUOTES])
def test_neither_the_approvals_nor_a_gate_that_passed_is_overridden(wanted, kim):
    plan = make_plan(by=kim)

    with pytest.raises(GatesClosed):
        planning.override(
            planned=plan,
            gate=wanted,
            content_hash=content_hash(plan),
            reason="Because.",
            by=make_user(Role.ADMIN),
        )


def test_an_override_says_why_and_is_about_the_content_that_was_seen(kim, lee):
    root = make_user(Role.ADMIN)
    plan = make_plan(approved_removal(kim, lee), by=kim)
    said = {"planned": plan, "gate": Gate.VIGNETTES, "by": root}

    with pytest.raises(Invalid):
        planning.override(content_hash=content_hash(plan), reason="  ", **said)
    with pytest.raises(StalePlan):
        planning.override(content_hash="another", reason="Because.", **said)


def test_two_sets_that_change_one_field_do_not_fit(kim, lee):
    first = approved(kim, lee)
    second = make_set(lee)
    set_field(second, "comparability_note", "Something else.", by=lee)
    plan = make_plan(first, second, by=kim)

    assert gate(plan, Gate.FITS).state is GateState.FAILED
