"""Admins who press at the same moment: a text has one approval that holds, or none."""

from pathlib import Path
from typing import Any

import pytest

from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.runtime.errors import NoSuchApproval, SkillAllowedAlready
from medreview.runtime.models import SkillApproval
from medreview.runtime.skills.queries import is_approved, standing_approvals
from medreview.runtime.skills.read import read_skill
from medreview.runtime.skills.services import approve_skill, revoke_approval
from tests.at_once import at_once
from tests.factories.accounts import make_user
from tests.factories.skills import allow, write_skill

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_approvals_of_one_text_one_is_given_and_to_revoke_it_is_enough(
    tmp_path: Path, settings: Any
) -> None:
    admin = make_user(Role.ADMIN)
    settings.SKILLS_ALLOWED = allow(tmp_path)
    skill = read_skill(write_skill(tmp_path / "skill"))

    def approve() -> SkillApproval:
        return approve_skill(skill=skill, seen=skill.hash, compared_with="", by=admin)

    given = at_once(approve, approve, approve)

    assert sum(isinstance(one, SkillAllowedAlready) for one in given) == 2
    [standing] = standing_approvals(admin.hospital_id)

    def revoke() -> Any:
        return revoke_approval(approval=standing.pk, reason="No longer wanted.", by=admin)

    ended = at_once(revoke, revoke, revoke)

    assert sum(isinstance(one, NoSuchApproval) for one in ended) == 2
    assert not is_approved(skill.hash, hospital=admin.hospital_id)
    assert AuditEvent.objects.filter(event="skill.revoked").count() == 1
