"""Which skills may run: those that came with the product, unaltered, and those an admin approved.

The list is a file of the product: name, version and hash. A hospital whose skill was altered
needs a person who has seen what changed; until then a run stops before the skill is used.
"""

import tomllib
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from django.conf import settings
from pydantic import Field, TypeAdapter, ValidationError

from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop
from medreview.runtime.errors import SkillBroken, SkillNotAllowed
from medreview.runtime.skills import queries
from medreview.runtime.skills.contracts import SHORT, Skill

FileTexts = tuple[tuple[str, str], ...]


class Allowed(Contract):
    """One line of the list."""

    name: str = Field(pattern=SHORT)
    version: str
    hash: str = Field(pattern=r"^[0-9a-f]{64}$")


_LIST = TypeAdapter(tuple[Allowed, ...])


def allowed_skills(path: Path | None = None) -> frozenset[Allowed]:
    """The skills the product came with; each name once."""
    place = path or Path(settings.SKILLS_ALLOWED)
    try:
        listed = _LIST.validate_python(tomllib.loads(place.read_text()).get("skill", ()))
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as problem:
        raise SkillBroken("The list of allowed skills can't be read.") from problem
    if len({one.name for one in listed}) < len(listed):
        raise SkillBroken("The list of allowed skills names a skill twice.")
    return frozenset(listed)


def is_allowed(skill: Skill) -> bool:
    """Whether it is, to the letter, the skill the product came with."""
    wanted = Allowed(name=skill.name, version=skill.version, hash=skill.hash)
    return wanted in allowed_skills()


def check_allowed(skill: Skill, *, hospital: str) -> None:
    """Stop unless the skill is the one of the list, or one that the hospital's admin approved."""
    if is_allowed(skill) or queries.is_approved(skill.hash, hospital=hospital):
        return
    raise SkillNotAllowed(
        gettext_noop(
            "The skill %(name)s %(version)s is not the one that may run here. An administrator "
            "must look at what changed and approve it."
        ),
        name=skill.name,
        version=skill.version,
    )


@dataclass(frozen=True)
class Change:
    """What a person is shown before they approve a skill."""

    name: str
    version: str
    hash: str
    before: str
    """The hash of the text it is compared with; empty where none was ever kept."""
    lines: tuple[str, ...]


def change_of(skill: Skill, *, hospital: str) -> Change:
    """The skill beside the text that ran or was approved last: what differs, line by line."""
    kept = queries.last_kept(skill.name, hospital=hospital, other_than=skill.hash)
    before: dict[str, str] = dict(kept.files) if kept else {}
    lines = [
        line
        for name, text in skill.files
        for line in unified_diff(
            before.get(name, "").splitlines(), text.splitlines(), name, name, lineterm=""
        )
    ]
    return Change(
        skill.name, skill.version, skill.hash, kept.text_hash if kept else "", tuple(lines)
    )
