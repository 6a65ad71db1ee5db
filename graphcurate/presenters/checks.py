"""What the checks say of a change set, kind by kind, each with the place where it shows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from graphcurate.applying import Conflict
from graphcurate.checks.problem import Problem
from graphcurate.presenters.diff import EntryDiff
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.field_words import label_of, value_words

Place = tuple[str, str]

CHECKS: dict[str, str | Promise] = {
    "fields": gettext_lazy("Fields and codes"),
    "quotes": gettext_lazy("Quotes and evidence"),
    "duplicates": gettext_lazy("Duplicates and contradictions"),
    "cycles": gettext_lazy("Sources that supersede each other"),
    "fits": gettext_lazy("Fits the current release"),
}


@dataclass(frozen=True)
class CheckLine:
    """One thing that was found, and where on the page it shows."""

    about: str
    sentence: str
    blocks: bool
    url: str


@dataclass(frozen=True)
class Check:
    """One kind of check: passed, or what it found."""

    name: str
    label: str | Promise
    lines: tuple[CheckLine, ...]

    @property
    def tone(self) -> str:
        """``good``, ``waits`` where a second look is worth it, ``bad`` where it blocks."""
        if any(line.blocks for line in self.lines):
            return "bad"
        return "waits" if self.lines else "good"


def checks_of(
    problems: Iterable[Problem],
    conflicts: Iterable[Conflict],
    names: Names,
    places: Mapping[Place, str],
) -> list[Check]:
    """Every kind of check, in the same order each time. ``places`` says where an entry shows."""
    found: dict[str, list[CheckLine]] = defaultdict(list)
    for problem in problems:
        place = problem.kind.value, problem.key
        url = places.get(place, "")
        line = CheckLine(names.of(*place), sentence_of(problem), problem.blocks, url)
        found[_check_of(problem)].append(line)
    for conflict in conflicts:
        found["fits"].append(_conflict(conflict, names, places))
    return [Check(name, label, tuple(found[name])) for name, label in CHECKS.items()]


def sentence_of(problem: Problem) -> str:
    """A problem in the reader's language."""
    said = _(problem.sentence)
    return said % problem.values if problem.values else said


def sentences_by_entry(problems: Iterable[Problem]) -> dict[Place, tuple[str, ...]]:
    """What is said of each entry, to stand beside its changes."""
    found: dict[Place, list[str]] = defaultdict(list)
    for problem in problems:
        found[problem.kind.value, problem.key].append(sentence_of(problem))
    return {place: tuple(dict.fromkeys(said)) for place, said in found.items()}


def places_of(entries: Sequence[EntryDiff], per_page: int | None) -> dict[Place, str]:
    """Where each entry shows: on this page, or on which one of many."""
    return {
        (one.kind, one.key): (
            f"?page={index // per_page + 1}#{one.id}" if per_page else f"#{one.id}"
        )
        for index, one in enumerate(entries)
    }


def _check_of(problem: Problem) -> str:
    if problem.field.startswith("evidence"):
        return "quotes"
    if problem.field == "superseded_by":
        return "cycles"
    # What clashes names what it clashes with.
    return "duplicates" if "other" in problem.values else "fields"


def _conflict(conflict: Conflict, names: Names, places: Mapping[Place, str]) -> CheckLine:
    change = conflict.change
    place = change.kind.value, change.key
    said = _("%(field)s: the release says “%(now)s” by now; the change was made from “%(old)s”.")
    words = {
        "field": label_of(change.field, names),
        "now": value_words(change.field, conflict.now, names),
        "old": value_words(change.field, change.old, names),
    }
    return CheckLine(names.of(*place), said % words, blocks=True, url=places.get(place, ""))
