"""A planned release goes out whole, once, past every gate, or not at all."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graphcurate import queries
from graphcurate.errors import (
    AlreadyPublished,
    GatesClosed,
    NoContent,
    OwnOverride,
    StalePlan,
    TablesDiffer,
    WrongNumber,
)
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import Publication, Release
from graphcurate.queries import planned_releases
from graphcurate.releasing.gates import Gate
from graphcurate.services import entries, planning, publishing
from medreview.accounts.models import RoleGrant
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid
from tests.factories.curation import make_curator, make_set, set_field
from tests.factories.releases import (
    LINK,
    PORT,
    appraise,
    approved,
    approved_removal,
    content_hash,
    make_plan,
    published,
)

pytestmark = pytest.mark.django_db

TOLD = []


def step(release_id):
    """Waits for a release."""
    TOLD.append(release_id)


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT
    settings.AFTER_RELEASE = (f"{__name__}.step",)
    TOLD.clear()


@pytest.fixture
def kim():
    return make_curator()


@pytest.fixture
def lee():
    return make_curator()


def test_a_published_release_is_current_and_its_tables_hold_what_was_appraised(kim, lee):
    taken = approved(kim, lee)
    plan = make_plan(taken, by=kim)

    release = published(plan, by=kim)

    taken.refresh_from_db()
    assert queries.current_release() == release
    assert queries.snapshot_of(release).biomarkers["potassium"].comparability_note == (
        "Read with care."
    )
    assert queries.content() == queries.content_of_release(release)
    assert (taken.state, taken.release) == (ChangeSetState.PUBLISHED, release)
    sent = Publication.objects.get(release=release)
    assert sent.candidate_hash == queries.content().content_hash()
    assert {one["gate"]: one["state"] for one in sent.gates} == dict.fromkeys(Gate, "passed")
    assert AuditEvent.objects.filter(event="release.published", actor=kim.pk).count() == 1
    assert AuditEvent.objects.get(event="graph.released", thing_id=release.pk).actor == kim.pk


def test_published_again_it_is_one_and_the_second_is_told(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim)
    seen = content_hash(plan)
    published(plan, by=kim)

    with pytest.raises(AlreadyPublished, match=r"published release 2026\.12-1 already"):
        publishing.publish(planned=plan, typed=plan.number, content_hash=seen, by=lee)

    assert Release.objects.count() == 2


def test_the_number_is_typed(kim, lee):
    plan = make_plan(approved(kim, lee), by=kim)

    with pytest.raises(WrongNumber):
        publishing.publish(planned=plan, typed="", content_hash=content_hash(plan), by=kim)


def test_what_was_not_looked_at_is_not_published(kim, lee):
    taken = approved(kim, lee)
    plan = make_plan(taken, by=kim)

    with pytest.raises(StalePlan):
        publishing.publish(planned=plan, typed=plan.number, content_hash="another", by=kim)


def test_an_edit_after_the_approval_is_not_published(kim, lee):
    taken = approved(kim, lee)
    plan = make_plan(taken, by=kim)
    set_field(taken, "comparability_note", "Slipped in.", by=kim)

    with pytest.raises(GatesClosed):
        published(plan, by=kim)

    assert Release.objects.count() == 1


def test_a_failed_gate_holds_a_release_back_until_an_admin_lets_it_pass(kim, lee, root):
    plan = make_plan(approved_removal(kim, lee), by=kim)
    with pytest.raises(GatesClosed):
        published(plan, by=kim)

    planning.override(
        planned=plan,
        gate=Gate.VIGNETTES,
        content_hash=content_hash(plan),
        reason="Agreed by the board.",
        by=root,
    )
    release = published(plan, by=kim)

    gates = {one["gate"]: one for one in release.publication.gates}
    assert gates["vignettes"]["state"] == "overridden"
    assert gates["vignettes"]["override"]["reason"] == "Agreed by the board."


def test_who_let_a_gate_pass_does_not_publish(kim, lee, root):
    RoleGrant.objects.create(user=root, role=Role.CURATOR)
    plan = make_plan(approved_removal(kim, lee), by=kim)
    planning.override(
        planned=plan,
        gate=Gate.VIGNETTES,
        content_hash=content_hash(plan),
        reason="I want it out.",
        by=root,
    )

    with pytest.raises(OwnOverride):
        published(plan, by=root)


def test_changed_vignettes_go_out_signed_by_who_publishes(kim, lee):
    plan = make_plan(approved_removal(kim, lee), by=kim)
    planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=lee)
    with pytest.raises(GatesClosed):
        published(plan, by=kim)

    release = published(plan, by=lee)

    assert queries.current_release() == release


def test_an_appraisal_beside_another_release_does_not_count(kim, lee):
    first = make_plan(approved(kim, lee), by=kim)
    second = make_plan(
        approved(kim, lee, field="specimen", new="Serum"), by=kim, number="2026.12-2"
    )
    published(first, by=kim)

    with pytest.raises(GatesClosed):
        published(second, by=kim)

    planning.appraise(planned=second, by=kim)
    appraise(second)
    published(second, by=kim)
    note = queries.snapshot_of(queries.current_release()).biomarkers["potassium"]
    assert (note.specimen, note.comparability_note) == ("Serum", "Read with care.")


def test_a_draft_of_the_same_field_is_superseded_and_its_author_sees_by_what(kim, lee):
    taken = approved(kim, lee)
    rival = make_set(lee)
    set_field(rival, "comparability_note", "Lee's own words.", by=lee)

    published(make_plan(taken, by=kim), by=kim)

    (row,) = rival.revisions.all()
    assert row.superseded_by == taken


def test_nothing_is_published_half(kim, lee, monkeypatch):
    plan = make_plan(approved(kim, lee), by=kim)
    monkeypatch.setattr(entries, "replace", lambda **_: None)

    with pytest.raises(TablesDiffer):
        published(plan, by=kim)

    assert Release.objects.count() == 1
    assert planned_releases.planned_release(plan.pk).state == "planned"


def test_who_waits_for_a_release_is_told_once_it_is_committed(
    kim, lee, django_capture_on_commit_callbacks
):
    plan = make_plan(approved(kim, lee), by=kim)

    with django_capture_on_commit_callbacks(execute=True):
        release = published(plan, by=kim)
        assert TOLD == []

    assert [release.pk] == TOLD


def roll_back(to, by, number="2026.12-2"):
    plan = planning.plan_roll_back(
        release=to, number=number, reason="It was wrong.", notes="", by=by
    )
    appraise(plan)
    return plan


def test_a_roll_back_brings_an_old_content_back_as_a_new_release(kim, lee):
    before = queries.current_release()
    first = published(make_plan(approved(kim, lee), by=kim), by=kim)

    back = published(roll_back(before, kim), by=lee)

    assert back.pk not in {before.pk, first.pk}
    assert queries.content_of_release(back) == queries.content_of_release(before)
    assert queries.content() == queries.content_of_release(before)
    assert back.publication.planned.restores == before


def test_who_planned_a_roll_back_does_not_publish_it(kim, lee):
    before = queries.current_release()
    published(make_plan(approved(kim, lee), by=kim), by=kim)
    plan = roll_back(before, kim)

    with pytest.raises(GatesClosed):
        published(plan, by=kim)


def test_a_removed_link_comes_back_with_a_roll_back(kim, lee):
    before = queries.current_release()
    removed = make_plan(approved_removal(kim, lee), by=kim)
    planning.sign_vignettes(planned=removed, content_hash=content_hash(removed), by=kim)
    published(removed, by=kim)
    assert LINK not in {one.id for one in queries.content().relations}

    plan = roll_back(before, kim)
    planning.sign_vignettes(planned=plan, content_hash=content_hash(plan), by=lee)
    published(plan, by=lee)

    assert LINK in {one.id for one in queries.content().relations}


def test_a_roll_back_says_why(kim):
    with pytest.raises(Invalid):
        planning.plan_roll_back(
            release=queries.current_release(), number="2026.12-1", reason=" ", notes="", by=kim
        )


def test_a_release_whose_entries_were_not_kept_is_not_rolled_back_to(kim):
    old = Release.objects.create(
        name="before", origin="curated", snapshot="{}", content_hash="0" * 64, content=""
    )
    current = Release.objects.create(
        name="after", origin="curated", snapshot="{}", content_hash="1" * 64, content=""
    )
    assert queries.current_release() == current

    with pytest.raises(NoContent, match="not compared or restored"):
        planning.plan_roll_back(
            release=old, number="2026.12-1", reason="It was right.", notes="", by=kim
        )


def test_publishing_asks_the_database_the_same_for_one_field_as_for_many(kim, lee):
    def asked(number, *fields):
        made = make_set(kim)
        for field in fields:
            set_field(made, field, "Serum or plasma", by=kim)
        plan = make_plan(made, by=kim, number=number, appraised=False)
        with CaptureQueriesContext(connection) as asked, pytest.raises(GatesClosed):
            published(plan, by=kim)
        return len(asked)

    assert asked("2026.12-1", "specimen") == asked(
        "2026.12-2", "specimen", "comparability_note", "names/ru"
    )


def test_what_a_release_held_is_no_longer_in_force_once_it_was_rolled_back(kim, lee):
    before = queries.current_release()
    first = published(make_plan(approved(kim, lee), by=kim), by=kim)
    assert planned_releases.rolled_back_in(first) is None

    back = published(roll_back(before, kim), by=lee)
    assert planned_releases.rolled_back_in(first) == back
    assert planned_releases.rolled_back_in(before) is None

    forth = published(roll_back(first, kim, number="2026.12-3"), by=lee)
    assert planned_releases.rolled_back_in(first) is None
    assert planned_releases.rolled_back_in(forth) is None
