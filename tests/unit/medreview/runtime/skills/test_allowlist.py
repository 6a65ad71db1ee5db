"""A skill runs as it came with the product, or as an admin of the hospital approved it."""

from io import StringIO

import pytest
from django.core.management import call_command

from medreview.accounts.errors import NotAllowed
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.runtime.errors import (
    NoSuchApproval,
    SkillAllowedAlready,
    SkillBroken,
    SkillNotAllowed,
    StaleSkill,
)
from medreview.runtime.models import SkillApproval
from medreview.runtime.skills.allowlist import allowed_skills, change_of, check_allowed
from medreview.runtime.skills.read import read_skill
from medreview.runtime.skills.services import approve_skill, keep_text, revoke_approval
from tests.factories.accounts import make_hospital, make_user
from tests.factories.skills import allow, write_skill

pytestmark = pytest.mark.django_db


def altered(folder):
    return read_skill(write_skill(folder, instruction="Plan $aim, and more.\n"))


def test_a_skill_runs_as_the_list_names_it(tmp_path, settings):
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)

    check_allowed(skill, hospital=make_hospital().pk)


def test_an_altered_skill_stops_with_a_sentence_until_an_admin_has_approved_it(tmp_path, settings):
    admin = make_user(Role.ADMIN)
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)
    keep_text(skill=skill, hospital=admin.hospital)
    other = altered(tmp_path / "other")

    with pytest.raises(SkillNotAllowed, match="An administrator must look at what changed"):
        check_allowed(other, hospital=admin.hospital_id)
    change = change_of(other, hospital=admin.hospital_id)
    assert "-Plan $aim. It costs $$5." in change.lines
    assert "+Plan $aim, and more." in change.lines

    approve_skill(skill=other, seen=change.hash, compared_with=change.before, by=admin)

    check_allowed(other, hospital=admin.hospital_id)
    line = AuditEvent.objects.get(event="skill.approved")
    assert (line.actor, line.detail["hash"]) == (admin.pk, other.hash)


def test_the_word_of_one_hospital_is_none_for_another(tmp_path, settings):
    admin = make_user(Role.ADMIN)
    settings.SKILLS_ALLOWED = allow(tmp_path)
    skill = read_skill(write_skill(tmp_path / "skill"))
    approve_skill(skill=skill, seen=skill.hash, compared_with="", by=admin)

    with pytest.raises(SkillNotAllowed):
        check_allowed(skill, hospital=make_hospital().pk)


def test_nobody_approves_what_they_did_not_see(tmp_path):
    admin = make_user(Role.ADMIN)
    skill = read_skill(write_skill(tmp_path / "skill"))
    other = altered(tmp_path / "other")

    with pytest.raises(StaleSkill, match="Read the change again"):
        approve_skill(skill=other, seen=skill.hash, compared_with="", by=admin)

    keep_text(skill=skill, hospital=admin.hospital)
    with pytest.raises(StaleSkill):
        approve_skill(skill=other, seen=other.hash, compared_with="", by=admin)
    assert not SkillApproval.objects.exists()


def test_an_approval_that_is_revoked_stops_the_skill_and_may_be_given_again(tmp_path, settings):
    admin = make_user(Role.ADMIN)
    settings.SKILLS_ALLOWED = allow(tmp_path)
    skill = read_skill(write_skill(tmp_path / "skill"))
    given = approve_skill(skill=skill, seen=skill.hash, compared_with="", by=admin)

    revoke_approval(approval=given.pk, reason="Its words mislead.", by=admin)

    with pytest.raises(SkillNotAllowed):
        check_allowed(skill, hospital=admin.hospital_id)
    line = AuditEvent.objects.get(event="skill.revoked")
    assert (line.actor, line.detail["hash"]) == (admin.pk, skill.hash)
    assert "mislead" not in str(line.detail)
    with pytest.raises(NoSuchApproval):
        revoke_approval(approval=given.pk, reason="Again.", by=admin)

    approve_skill(skill=skill, seen=skill.hash, compared_with="", by=admin)
    check_allowed(skill, hospital=admin.hospital_id)


def test_nobody_revokes_the_word_of_another_hospital(tmp_path, settings):
    admin = make_user(Role.ADMIN)
    settings.SKILLS_ALLOWED = allow(tmp_path)
    skill = read_skill(write_skill(tmp_path / "skill"))
    given = approve_skill(skill=skill, seen=skill.hash, compared_with="", by=admin)

    with pytest.raises(NoSuchApproval):
        revoke_approval(
            approval=given.pk, reason="No.", by=make_user(Role.ADMIN, hospital=make_hospital())
        )
    with pytest.raises(NotAllowed):
        revoke_approval(approval=given.pk, reason="No.", by=make_user(Role.AUDITOR))

    check_allowed(skill, hospital=admin.hospital_id)


def test_what_may_run_already_is_not_approved_a_second_time(tmp_path, settings):
    admin = make_user(Role.ADMIN)
    skill = read_skill(write_skill(tmp_path / "skill"))
    other = altered(tmp_path / "other")
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)
    approve_skill(skill=other, seen=other.hash, compared_with="", by=admin)

    for one in (skill, other):
        with pytest.raises(SkillAllowedAlready, match="nothing to approve"):
            approve_skill(skill=one, seen=one.hash, compared_with="", by=admin)


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR, Role.AUDITOR])
def test_only_an_admin_approves(tmp_path, role):
    skill = read_skill(write_skill(tmp_path))

    with pytest.raises(NotAllowed):
        approve_skill(skill=skill, seen=skill.hash, compared_with="", by=make_user(role))


def test_a_text_is_kept_once(tmp_path):
    hospital = make_hospital()
    skill = read_skill(write_skill(tmp_path))

    assert keep_text(skill=skill, hospital=hospital) == keep_text(skill=skill, hospital=hospital)
    assert AuditEvent.objects.filter(event="skill.kept").count() == 1


@pytest.mark.parametrize("text", ["[[skill]", '[[skill]]\nname = "x"', "[[skill]]\nhours = 1"])
def test_a_list_that_can_not_be_read_allows_nothing(tmp_path, text):
    place = tmp_path / "allowed.toml"
    place.write_text(text)

    with pytest.raises(SkillBroken):
        allowed_skills(place)


def test_a_list_names_each_skill_once(tmp_path):
    skill = read_skill(write_skill(tmp_path / "skill"))

    with pytest.raises(SkillBroken, match="twice"):
        allowed_skills(allow(tmp_path, skill, altered(tmp_path / "other")))


def test_the_hash_of_a_skill_and_whether_it_is_allowed_are_printed(tmp_path, settings):
    skill = read_skill(write_skill(tmp_path / "skill"))
    other = altered(tmp_path / "other")
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)
    out = StringIO()

    call_command("check_skills", str(tmp_path / "skill"), stdout=out)
    with pytest.raises(SystemExit):
        call_command("check_skills", str(tmp_path / "other"), stdout=out)

    assert out.getvalue().splitlines() == [
        f"planner 1.0.0 {skill.hash} allowed",
        f"planner 1.0.0 {other.hash} not allowed",
    ]


def test_the_list_of_the_product_can_be_read():
    assert isinstance(allowed_skills(), frozenset)
