"""Every skill the product has, read from its folders; a folder that can't be read says why."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from medreview.common.errors import NotFound, gettext_noop
from medreview.runtime.errors import SkillBroken
from medreview.runtime.skills.contracts import Skill
from medreview.runtime.skills.read import FILES, MANIFEST, read_skill


@dataclass(frozen=True)
class Found:
    """One folder with a manifest, and the skill in it."""

    place: str
    """The folder as one finds it in the product."""
    skill: Skill | None = None
    problem: SkillBroken | None = None

    @property
    def name(self) -> str:
        """What the skill is called; its folder, where even that can't be read."""
        return self.skill.name if self.skill else self.place


def catalogue() -> tuple[Found, ...]:
    """The skills by name, those first that can't be used at all."""
    root = Path(settings.SKILLS_ROOT)
    found = [_found(manifest.parent, root) for manifest in root.rglob(MANIFEST)]
    return tuple(sorted(found, key=lambda one: (one.skill is not None, one.name)))


def skill_named(name: str) -> Skill:
    """The skill as its folder says it now."""
    for one in catalogue():
        if one.skill is not None and one.name == name:
            return one.skill
    raise NotFound(gettext_noop("There is no such skill."))


def _found(folder: Path, root: Path) -> Found:
    place = folder.relative_to(root.parent).as_posix()
    try:
        return Found(place, skill=_read(folder, _touched(folder)))
    except SkillBroken as problem:
        return Found(place, problem=problem)


def _touched(folder: Path) -> tuple[int, ...]:
    """When its files were last written: what was read stays true until then."""
    return tuple(path.stat().st_mtime_ns for path in map(folder.joinpath, FILES) if path.exists())


@lru_cache(maxsize=64)
def _read(folder: Path, _touched: tuple[int, ...]) -> Skill:
    return read_skill(folder)
