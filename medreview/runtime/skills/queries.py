"""Which texts of skills ran in a hospital, and which were approved by whom."""

from medreview.runtime.models import SkillApproval, SkillText


def is_approved(text_hash: str, *, hospital: str) -> bool:
    """Whether an admin of this hospital approved exactly this text."""
    return SkillApproval.objects.filter(hospital=hospital, text__text_hash=text_hash).exists()


def text_of(text_hash: str, *, hospital: str) -> SkillText | None:
    """The kept text with this hash."""
    return SkillText.objects.filter(hospital=hospital, text_hash=text_hash).first()


def last_kept(name: str, *, hospital: str, other_than: str) -> SkillText | None:
    """The text of the skill that was kept last in this hospital, besides the one given."""
    kept = SkillText.objects.filter(hospital=hospital, name=name).exclude(text_hash=other_than)
    return kept.order_by("-created_at", "-id").first()
