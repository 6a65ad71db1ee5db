"""Keep the texts of skills that run; approve an altered one after its change was seen; revoke."""

from django.db import transaction
from django.db.models import QuerySet

from medreview.accounts.access import check_can
from medreview.accounts.models import Hospital, User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import gettext_noop
from medreview.runtime.errors import NoSuchApproval, SkillAllowedAlready, StaleSkill
from medreview.runtime.models import SkillApproval, SkillRevocation, SkillText
from medreview.runtime.skills import queries
from medreview.runtime.skills.allowlist import is_allowed
from medreview.runtime.skills.contracts import Skill


@transaction.atomic
def keep_text(*, skill: Skill, hospital: Hospital) -> SkillText:
    """Keep what the skill says, once, so that a later change can be shown beside it."""
    kept = queries.text_of(skill.hash, hospital=hospital.pk)
    if kept is not None:
        return kept
    text, made = SkillText.objects.get_or_create(
        hospital=hospital,
        text_hash=skill.hash,
        defaults={
            "name": skill.name,
            "version": skill.version,
            "files": [list(file) for file in skill.files],
        },
    )
    if made:
        audit.record(EventType.SKILL_KEPT, thing=text, by=None, hospital=hospital)
    return text


@transaction.atomic
def approve_skill(*, skill: Skill, seen: str, compared_with: str, by: User) -> SkillApproval:
    """Let an altered skill run in this person's hospital.

    ``seen`` is the hash of the text whose change they read, ``compared_with`` that of the text
    it was shown beside. A skill that is another by now is refused.
    """
    check_can(by, Permission.SKILL_APPROVE)
    text = keep_text(skill=skill, hospital=by.hospital)
    _lock(SkillText.objects.filter(pk=text.pk))
    if is_allowed(skill) or queries.is_approved(skill.hash, hospital=by.hospital_id):
        raise SkillAllowedAlready(
            gettext_noop("The skill %(name)s may run as it stands: there is nothing to approve."),
            name=skill.name,
        )
    before = queries.last_kept(skill.name, hospital=by.hospital_id, other_than=skill.hash)
    stands = before.text_hash if before else ""
    if (seen, compared_with) != (skill.hash, stands):
        raise StaleSkill(
            gettext_noop(
                "The skill changed since its change was shown: %(seen)s was shown, %(now)s "
                "stands now. Read the change again."
            ),
            seen=seen[:12],
            now=skill.hash[:12],
        )
    approval = SkillApproval.objects.create(
        hospital=by.hospital, text=text, compared_with=compared_with, approved_by=by
    )
    audit.record(
        EventType.SKILL_APPROVED,
        thing=approval,
        by=by,
        detail={"skill": skill.name, "version": skill.version, "hash": skill.hash},
    )
    return approval


@transaction.atomic
def revoke_approval(*, approval: str, reason: str, by: User) -> SkillRevocation:
    """Take an approval back: from now on runs stop before the skill is used."""
    check_can(by, Permission.SKILL_APPROVE)
    _lock(SkillText.objects.filter(approvals=approval))
    standing = queries.standing_approvals(by.hospital_id).filter(pk=approval).first()
    if standing is None:
        raise NoSuchApproval(
            gettext_noop("This approval does not hold any more. Read the page of the skill again.")
        )
    revoked = SkillRevocation.objects.create(approval=standing, reason=reason, revoked_by=by)
    text = standing.text
    audit.record(
        EventType.SKILL_REVOKED,
        thing=standing,
        by=by,
        detail={"skill": text.name, "version": text.version, "hash": text.text_hash},
    )
    return revoked


def _lock(texts: QuerySet[SkillText]) -> None:
    """One at a time approves or revokes a text, so that it has one approval that holds, or none."""
    list(texts.select_for_update(of=("self",)))
