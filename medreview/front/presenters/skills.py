"""The skills of the product for an admin: which may run here, by whose word, and what they say."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from medreview.common.display import in_words
from medreview.front.presenters.model_words import number_said
from medreview.llm.queries import LastAsked
from medreview.runtime.models import SkillApproval
from medreview.runtime.skills.allowlist import Change, is_allowed
from medreview.runtime.skills.catalogue import Found
from medreview.runtime.skills.contracts import Skill
from medreview.runtime.skills.queries import Stopped
from medreview.runtime.skills.read import INPUT, OUTPUT

SHORT_HASH = 12


class Standing(StrEnum):
    """Whether a skill may run in a hospital, and by whose word."""

    CAME = "came"
    APPROVED = "approved"
    WAITING = "waiting"
    BROKEN = "broken"


STANDING_WORDS: dict[Standing, tuple[str, str | Promise]] = {
    Standing.CAME: ("good", gettext_lazy("As it came")),
    Standing.APPROVED: ("good", gettext_lazy("Approved here")),
    Standing.WAITING: ("waits", gettext_lazy("Waits for approval")),
    Standing.BROKEN: ("bad", gettext_lazy("Can’t be read")),
}


@dataclass(frozen=True)
class SkillRow:
    """One skill of the list."""

    name: str
    url: str
    place: str
    version: str
    hash: str
    standing: Standing
    tone: str
    said: str | Promise
    problem: str
    tools: tuple[str, ...]
    caps: tuple[tuple[str, str], ...]
    last_at: dt.datetime | None
    last_run_url: str
    stopped: int


@dataclass(frozen=True)
class DiffLine:
    """One line of a change: its sign says what became of it."""

    kind: str
    sign: str
    text: str


def skill_rows(
    found: Sequence[Found],
    approved: Mapping[str, SkillApproval],
    last: Mapping[str, LastAsked],
    stopped: Sequence[Stopped],
) -> list[SkillRow]:
    """The list: what waits for somebody first."""
    rows = [_row(one, approved, last, stopped) for one in found]
    order = (Standing.BROKEN, Standing.WAITING, Standing.APPROVED, Standing.CAME)
    return sorted(rows, key=lambda row: (order.index(row.standing), row.name))


def standing_of(skill: Skill, approved: Mapping[str, SkillApproval]) -> Standing:
    """Whether a skill may run as it is; ``approved`` are the approvals that hold, by hash."""
    if is_allowed(skill):
        return Standing.CAME
    return Standing.APPROVED if skill.hash in approved else Standing.WAITING


def caps_of(skill: Skill) -> tuple[tuple[str, str], ...]:
    """What one use may take at most."""
    caps, stop = skill.manifest.caps, skill.manifest.stop
    return (
        (_("Questions"), str(caps.steps)),
        (_("Tokens"), number_said(caps.tokens)),
        (_("Money"), str(caps.money)),
        (_("Seconds"), f"{caps.seconds:g}"),
        (_("Tokens of one reply"), number_said(caps.reply_tokens)),
        (_("Tokens of the record shown"), number_said(caps.context_tokens)),
        (_("Ends with"), stop.submit or _("an answer in the output’s shape")),
        (_("Rejections in a row"), str(stop.rejections_in_a_row)),
        (_("Errors in a row"), str(stop.errors_in_a_row)),
    )


def texts_of(skill: Skill) -> list[tuple[str, str, bool]]:
    """Name, text and whether it is open at first: what the model is told, then the rest."""
    return [(name, text, name not in {INPUT, OUTPUT}) for name, text in skill.files]


def diff_lines(change: Change) -> list[DiffLine]:
    """What differs from the text before, line by line."""
    return [_line(line) for line in change.lines]


def _line(line: str) -> DiffLine:
    if line.startswith(("+++ ", "--- ")):
        return DiffLine("file", "", line[4:])
    if line.startswith("@@"):
        return DiffLine("place", "", line)
    kind = {"+": "added", "-": "removed"}.get(line[:1], "same")
    return DiffLine(kind, line[:1], line[1:])


def _row(
    one: Found,
    approved: Mapping[str, SkillApproval],
    last: Mapping[str, LastAsked],
    stopped: Sequence[Stopped],
) -> SkillRow:
    skill = one.skill
    standing = standing_of(skill, approved) if skill else Standing.BROKEN
    tone, said = STANDING_WORDS[standing]
    asked = last.get(one.name)
    return SkillRow(
        name=one.name,
        url=reverse("front:skill", args=[one.name]) if skill else "",
        place=one.place,
        version=skill.version if skill else "",
        hash=skill.hash[:SHORT_HASH] if skill else "",
        standing=standing,
        tone=tone,
        said=said,
        problem=in_words(one.problem) if one.problem else "",
        tools=skill.manifest.tools if skill else (),
        caps=caps_of(skill)[:4] if skill else (),
        last_at=asked.at if asked else None,
        last_run_url=reverse("front:run-detail", args=[asked.run]) if asked and asked.run else "",
        stopped=sum(1 for stop in stopped if stop.skill == one.name),
    )
