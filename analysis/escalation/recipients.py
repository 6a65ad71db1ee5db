"""Whom a step is brought to, and why somebody can't be reached: asked before anything is sent."""

from analysis.pipeline.models import CriticalAlert
from analysis.worklist.queries import holder_of
from medreview.accounts.hospital_settings import EscalationStep
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common import mail


def people_of(step: EscalationStep, alert: CriticalAlert) -> list[User]:
    """The reviewer: who holds the analysis, else who asked for it; a team; or a named person."""
    if step.to == "reviewer":
        reviewer = holder_of(alert.analysis) or alert.analysis.requested_by
        return [reviewer] if reviewer else []
    people = User.objects.filter(hospital=alert.hospital_id).order_by("full_name", "id")
    if step.to == "team":
        return list(people.filter(teams=step.team, teams__hospital=alert.hospital_id))
    return list(people.filter(pk=step.person))


def why_not(person: User) -> str:
    """A code for why no e-mail goes to this person; empty where one does."""
    rules = {
        "deactivated": person.is_active,
        "may_not_answer": Permission.CRITICAL_ACKNOWLEDGE in person.permissions,
        "no_email_configured": mail.can_mail(),
        "no_base_url": bool(mail.link_to("/")),
        "no_address": bool(person.email),
    }
    return next((code for code, is_met in rules.items() if not is_met), "")
