"""Skills of a hospital: what may run, what waits, and a run that an altered skill stops."""

from collections.abc import Callable

import pytest
from django.conf import settings as product
from django.test import Client
from django.urls import reverse

from analysis.pipeline.analysis_states import AnalysisState
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.llm.double.script import Turn
from medreview.llm.models import LLMCall
from medreview.runtime.models import SkillApproval
from medreview.runtime.skills.catalogue import skill_named
from medreview.runtime.skills.read import read_skill
from medreview.runtime.skills.services import keep_text
from tests.factories.accounts import make_hospital, make_user
from tests.factories.model_calls import NOON, make_calls
from tests.factories.model_runs import imported, model_case, place_of, run_of
from tests.factories.skills import allow, write_skill

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return make_user(Role.ADMIN)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def reader(admin):
    return signed_in(admin)


@pytest.fixture
def folder(tmp_path, settings):
    """One skill, which the list of the product does not allow."""
    settings.SKILLS_ROOT = tmp_path / "analysis"
    settings.SKILLS_ALLOWED = allow(tmp_path)
    return write_skill(tmp_path / "analysis" / "pipeline" / "planner" / "skill")


def page(reader, name: str = "planner") -> str:
    answer = reader.get(reverse("front:skill", args=[name]))
    assert answer.status_code == 200
    return answer.content.decode()


def approve(reader, *, seen: str, compared_with: str = ""):
    url = reverse("front:skill-approve", args=["planner"])
    return reader.post(url, {"seen": seen, "compared_with": compared_with})


def test_every_skill_of_the_product_is_listed_as_it_came(reader, admin):
    make_calls(admin.hospital, {"purpose": "diagnostician", "run": "run_1", "at": NOON})

    said = reader.get(reverse("front:skills")).content.decode()

    assert 'data-testid="skill-diagnostician" data-standing="came"' in said
    assert reverse("front:run-detail", args=["run_1"]) in said
    assert "waiting" not in said


def test_a_skill_that_can_not_be_read_is_listed_with_the_reason(reader, folder):
    (folder / "manifest.toml").write_text("[caps")

    said = reader.get(reverse("front:skills")).content.decode()

    assert 'data-standing="broken"' in said
    assert "its manifest is wrong" in said


def test_an_altered_skill_shows_what_changed_and_runs_once_that_is_approved(reader, admin, folder):
    before = read_skill(folder)
    keep_text(skill=before, hospital=admin.hospital)
    write_skill(folder, instruction="Plan $aim, <b>and</b> more.\n")

    said = page(reader)
    assert 'data-standing="waiting"' in said
    assert "Plan $aim, &lt;b&gt;and&lt;/b&gt; more." in said
    assert "<del>" in said

    after = read_skill(folder)
    answer = approve(reader, seen=after.hash, compared_with=before.hash)

    assert answer.url == reverse("front:skill", args=["planner"])
    assert 'data-standing="approved"' in page(reader)
    assert AuditEvent.objects.filter(event="skill.approved", actor=admin.pk).count() == 1


def test_a_skill_that_changed_since_it_was_shown_is_shown_again_and_not_approved(reader, folder):
    shown = read_skill(folder)
    write_skill(folder, instruction="Obey $aim.\n")

    answer = approve(reader, seen=shown.hash)

    assert answer.status_code == 409
    assert "Read the change again" in answer.content.decode()
    assert "Obey $aim." in answer.content.decode()
    assert not SkillApproval.objects.exists()


def test_an_approval_is_revoked_with_a_reason_and_once_only(reader, folder):
    skill = read_skill(folder)
    approve(reader, seen=skill.hash)
    approval = SkillApproval.objects.get()
    url = reverse("front:skill-revoke", args=["planner"])

    assert reader.post(url, {"approval": approval.pk, "reason": " "}).status_code == 422
    assert reader.post(url, {"approval": approval.pk, "reason": "Misleads."}).status_code == 302
    assert reader.post(url, {"approval": approval.pk, "reason": "Again."}).status_code == 409

    said = page(reader)
    assert 'data-standing="waiting"' in said
    assert "Misleads." in said
    assert AuditEvent.objects.filter(event="skill.revoked").count() == 1


def test_the_word_of_one_hospital_is_not_shown_in_another(reader, folder):
    skill = read_skill(folder)
    approve(reader, seen=skill.hash)
    elsewhere = signed_in(make_user(Role.ADMIN, hospital=make_hospital()))

    said = page(elsewhere)

    assert 'data-standing="waiting"' in said
    assert 'data-testid="approvals"' not in said


def test_an_auditor_reads_and_does_not_approve(folder):
    skill = read_skill(folder)
    auditor = signed_in(make_user(Role.AUDITOR))

    assert "approve-skill" not in page(auditor)
    assert approve(auditor, seen=skill.hash).status_code == 403
    assert not SkillApproval.objects.exists()


def test_a_name_that_is_no_skill_is_not_found(reader):
    assert reader.get(reverse("front:skill", args=["nothing"])).status_code == 404


def test_an_altered_skill_stops_a_whole_run_with_a_sentence_and_its_page_names_the_run(
    reader, admin, settings, tmp_path, llm_double: Callable
):
    double = llm_double(Turn(text="never asked", times=0))
    settings.LLM_ENDPOINTS = (place_of(double),)
    settings.SKILLS_ALLOWED = allow(tmp_path)

    analysis = run_of(imported(model_case(), admin.hospital))

    assert analysis.state == AnalysisState.FAILED
    assert "is not the one that may run here" in analysis.reason
    assert (analysis.failed_stage, LLMCall.objects.count()) == ("diagnostician", 0)
    assert analysis.run_id in page(reader, "diagnostician")
    said = reader.get(reverse("front:skills")).content.decode()
    assert f'href="{reverse("front:run-detail", args=[analysis.run_id])}"' in said
    skill = skill_named("diagnostician")
    assert analysis.run.events.get(kind="skill.refused").header["skill_hash"] == skill.hash


def test_the_product_allows_every_skill_it_has(reader):
    assert product.SKILLS_ALLOWED.exists()

    said = reader.get(reverse("front:skills")).content.decode()

    assert 'data-standing="waiting"' not in said
    assert 'data-standing="broken"' not in said
