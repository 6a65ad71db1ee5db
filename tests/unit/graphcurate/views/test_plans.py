"""Planning, overriding and publishing in the browser: whose door is whose, and what each says."""

import pytest
from django.urls import reverse

from graphcurate import queries
from graphcurate.models import GateOverride, PlannedRelease, Release
from graphcurate.services import decisions, planning
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.curation import set_field
from tests.factories.releases import (
    PORT,
    approved,
    approved_removal,
    content_hash,
    make_plan,
    published,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT


@pytest.fixture
def lee(north):
    from_north = person("lee", "Lee Second", north, Role.CURATOR)
    decisions.state_interests(interests="", by=from_north)
    return from_north


def url(name, *args):
    return reverse(f"graphcurate:{name}", args=args)


def publish(client, plan, typed=None):
    said = {"number": typed or plan.number, "content": content_hash(plan)}
    return client.post(url("plan-publish", plan.pk), said)


def test_a_curator_plans_what_is_approved_and_sees_its_gates(kim, lee, signed_in):
    taken = approved(kim, lee)
    client = signed_in(kim)

    page = client.get(url("plan-new"))
    assert taken.label in page.content.decode()
    answer = client.post(
        url("plan-new"),
        {"number": "2026.12-1", "change_sets": [taken.pk], "version_loinc": "2.81"},
    )

    plan = PlannedRelease.objects.get()
    assert answer.url == url("plan", plan.pk)
    assert plan.code_systems == {"loinc": "2.81"}
    shown = client.get(answer.url)
    gates = {row["gate"]: row["state"] for row in shown.context["gates"]}
    assert gates["approved"] == "passed"
    assert gates["vignettes"] == "waiting"
    assert "hx-trigger" in shown.content.decode()


def test_a_form_that_can_not_be_taken_says_why_and_keeps_what_was_typed(kim, signed_in):
    answer = signed_in(kim).post(url("plan-new"), {"number": "December", "notes": "Kept."})

    assert answer.status_code == 422
    assert "A release is numbered like 2026.12-1." in answer.content.decode()
    assert "Kept." in answer.content.decode()


def test_publishing_leads_to_the_release_and_again_says_who_did_it(kim, lee, signed_in):
    plan = make_plan(approved(kim, lee), by=kim)
    client = signed_in(kim)
    seen = content_hash(plan)

    first = publish(client, plan)
    second = client.post(url("plan-publish", plan.pk), {"number": plan.number, "content": seen})

    assert first.url == url("release-detail", "2026.12-1")
    assert second.status_code == 409
    assert "Kim Castellanos published release 2026.12-1 already." in second.content.decode()
    assert Release.objects.count() == 2
    assert client.get(url("plan", plan.pk)).url == url("release-detail", "2026.12-1")


def test_a_slip_does_not_publish(kim, lee, signed_in):
    plan = make_plan(approved(kim, lee), by=kim)

    answer = publish(signed_in(kim), plan, typed="2026.12-2")

    assert answer.status_code == 422
    assert "Type the number 2026.12-1 to publish." in answer.content.decode()
    assert Release.objects.count() == 1


def test_a_failed_gate_is_not_passed_from_the_browser(kim, lee, signed_in):
    plan = make_plan(approved_removal(kim, lee), by=kim)

    answer = publish(signed_in(kim), plan)

    assert answer.status_code == 409
    assert "Not published: 1 of the gates hold it back." in answer.content.decode()
    assert 'id="publish-number"' not in answer.content.decode()
    assert Release.objects.count() == 1


def test_an_admin_lets_it_pass_and_a_curator_can_not(kim, lee, root, signed_in):
    plan = make_plan(approved_removal(kim, lee), by=kim)
    said = {"gate": "vignettes", "content": content_hash(plan), "reason": "The board agreed."}

    refused = signed_in(kim).post(url("plan-override", plan.pk), said)
    taken = signed_in(root).post(url("plan-override", plan.pk), said)

    assert refused.status_code == 403
    assert taken.url == url("plan", plan.pk)
    assert GateOverride.objects.get().by == root
    assert publish(signed_in(kim), plan).url == url("release-detail", "2026.12-1")
    page = signed_in(kim).get(url("release-detail", "2026.12-1")).content.decode()
    assert "Rut Adminova let it pass: The board agreed." in page


def test_an_admin_sees_where_to_let_pass_and_no_way_to_publish(kim, lee, root, signed_in):
    plan = make_plan(approved_removal(kim, lee), by=kim)

    page = signed_in(root).get(url("plan", plan.pk)).content.decode()

    assert 'id="override-vignettes"' in page
    assert 'id="override-approved"' not in page
    assert 'id="publish-form"' not in page


def test_a_gate_that_does_not_exist_is_a_calm_refusal(kim, root, signed_in):
    plan = make_plan(by=kim, appraised=False)

    answer = signed_in(root).post(url("plan-override", plan.pk), {"gate": "luck", "reason": "x"})

    assert answer.status_code == 422


def test_vignettes_are_listed_before_and_after_and_signed(kim, lee, signed_in):
    plan = make_plan(approved_removal(kim, lee), by=kim)
    client = signed_in(kim)

    page = client.get(url("plan-vignettes", plan.pk))
    rows = page.context["rows"]
    assert rows
    assert all(row["gone"] or row["come"] for row in rows)
    answer = client.post(url("plan-sign", plan.pk), {"content": content_hash(plan)})

    assert answer.url == url("plan", plan.pk)
    assert publish(client, plan).url == url("release-detail", "2026.12-1")


def test_every_change_is_shown_before_it_goes_out(kim, lee, signed_in):
    plan = make_plan(approved(kim, lee), by=kim)

    page = signed_in(kim).get(url("plan-changes", plan.pk)).content.decode()

    assert "Read with care." in page


@pytest.mark.parametrize("who", ["ada", "nell", "root", "oleg"])
def test_others_read_a_plan_and_change_nothing(who, request, kim, lee, signed_in):
    plan = make_plan(approved(kim, lee), by=kim)
    client = signed_in(request.getfixturevalue(who))

    page = client.get(url("plan", plan.pk))

    assert page.status_code == 200
    assert 'id="edit-plan"' not in page.content.decode()
    for name in ("plan-edit", "plan-sign", "plan-appraise", "plan-discard", "plan-publish"):
        assert client.post(url(name, plan.pk)).status_code == 403
    assert client.get(url("plan-new")).status_code == 403


def test_a_plan_changed_by_somebody_else_is_not_overwritten(kim, lee, signed_in):
    plan = make_plan(by=kim, appraised=False)
    planning.change(
        planned=plan,
        version=plan.version,
        number=plan.number,
        change_sets=[],
        notes="Lee was first.",
        code_systems={},
        by=lee,
    )

    client = signed_in(kim)
    said = {"number": plan.number, "notes": "Kim's.", "version": plan.version}
    answer = client.post(url("plan-edit", plan.pk), said)

    text = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody changed this plan after your page was made." in text
    assert "Lee was first." in text
    assert "Kim&#x27;s." in text
    assert PlannedRelease.objects.get().notes == "Lee was first."
    again = {**said, "version": answer.context["plan"].version}
    assert client.post(url("plan-edit", plan.pk), again).status_code == 302
    assert PlannedRelease.objects.get().notes == "Kim's."


def test_a_discarded_plan_leaves_the_list(kim, signed_in):
    plan = make_plan(by=kim, appraised=False)
    client = signed_in(kim)

    answer = client.post(url("plan-discard", plan.pk), {"version": plan.version}, follow=True)

    assert "Release 2026.12-1 is no longer planned." in answer.content.decode()
    assert answer.context["plans"] == []


def test_an_edit_after_the_approval_is_named_at_its_gate(kim, lee, signed_in):
    taken = approved(kim, lee)
    plan = make_plan(taken, by=kim)
    set_field(taken, "comparability_note", "Slipped in.", by=kim)

    page = signed_in(kim).get(url("plan", plan.pk)).content.decode()

    assert f"{taken.label} is not approved." in page


def test_the_first_in_the_process_to_ask_sees_the_new_release(kim, lee, ada, signed_in):
    published(make_plan(approved(kim, lee), by=kim), by=kim)

    page = signed_in(ada).get(reverse("graphcurate:entry-detail", args=["potassium"]))

    assert "2026.12-1" in page.content.decode()
    assert queries.current_release().name == "2026.12-1"
