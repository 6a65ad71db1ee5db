"""Which texts of skills ran in a hospital, who approved them, and which runs they stopped."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet

from medreview.runtime.models import Run, RunEvent, SkillApproval, SkillText

REFUSED = "skill.refused"


def is_approved(text_hash: str, *, hospital: str) -> bool:
    """Whether an admin of this hospital approved exactly this text, and nobody took it back."""
    return standing_approvals(hospital).filter(text__text_hash=text_hash).exists()


def standing_approvals(hospital: str) -> QuerySet[SkillApproval]:
    """The approvals of a hospital that hold, with who gave them."""
    approvals = SkillApproval.objects.filter(hospital=hospital, revocation=None)
    return approvals.select_related("text", "approved_by")


def approvals_of(name: str, *, hospital: str) -> list[SkillApproval]:
    """Every approval of a skill of this name, the newest first, revoked ones too."""
    approvals = SkillApproval.objects.filter(hospital=hospital, text__name=name)
    related = approvals.select_related("text", "approved_by", "revocation__revoked_by")
    return list(related.order_by("-created_at", "-id"))


def text_of(text_hash: str, *, hospital: str) -> SkillText | None:
    """The kept text with this hash."""
    return SkillText.objects.filter(hospital=hospital, text_hash=text_hash).first()


def last_kept(name: str, *, hospital: str, other_than: str) -> SkillText | None:
    """The text of the skill that was kept last in this hospital, besides the one given."""
    kept = SkillText.objects.filter(hospital=hospital, name=name).exclude(text_hash=other_than)
    return kept.order_by("-created_at", "-id").first()


@dataclass(frozen=True)
class Stopped:
    """A run that ended because a skill might not run."""

    run: str
    skill: str
    version: str
    skill_hash: str
    at: dt.datetime


def stopped_runs(hospital: str, *, most: int = 200) -> list[Stopped]:
    """The runs that skills stopped in this hospital, the newest first."""
    events = RunEvent.objects.filter(kind=REFUSED, run__in=Run.objects.filter(hospital=hospital))
    rows = events.order_by("-at", "-id").values_list("run", "header", "at")
    return [
        Stopped(run, said["skill"], said["version"], said["skill_hash"], at)
        for run, said, at in rows[:most]
    ]
