"""What frames the editor: the rail of entries, the head of one, and what stands in its way."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from graphcurate import browsing
from graphcurate.browsing import EntryType, Index, Item, State
from graphcurate.checks.problem import Problem
from graphcurate.contracts import Biomarker, GraphContent, NamedThing, RelationKind
from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet
from graphcurate.presenters.editor_controls import Said
from graphcurate.presenters.entry_names import Names
from graphcurate.words import Words
from medreview.accounts.models import User
from medreview.common.contract import Contract
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError

ONE: dict[EntryType, Words] = {
    EntryType.BIOMARKER: gettext_lazy("New biomarker"),
    EntryType.CONDITION: gettext_lazy("New condition"),
    EntryType.MEDICATION: gettext_lazy("New medication"),
    EntryType.PREANALYTICAL: gettext_lazy("New preanalytical factor"),
    EntryType.DOMAIN: gettext_lazy("New domain"),
    EntryType.SOURCE: gettext_lazy("New source"),
}
STATES: dict[str, tuple[str, str, Words]] = {
    "draft": ("ed", "pencil", pgettext_lazy("entry", "Draft")),
    "in_review": ("ed", "eye", pgettext_lazy("entry", "In review")),
    "gap": ("rej", "triangle-alert", pgettext_lazy("entry", "Gap")),
    "starter": ("todo", "circle-dashed", pgettext_lazy("entry", "Starter")),
    "published": ("done", "check", pgettext_lazy("entry", "Published")),
}
LACKS = {
    RelationKind.MEDICATION: gettext_lazy("no medications"),
    RelationKind.CONDITION: gettext_lazy("no conditions"),
    RelationKind.PARAMETER: gettext_lazy("no parameters"),
}


@dataclass(frozen=True)
class RailLine:
    """One entry of the rail."""

    id: str
    url: str
    name: str
    tone: str
    icon: str
    word: Words
    detail: str
    quoted: int | None
    """How many of a hundred of its links have a quote; None where it has no links."""
    current: bool


@dataclass(frozen=True)
class Obstacle:
    """A problem of the change set, with where to solve it."""

    said: str
    blocks: bool
    url: str
    name: str


def kind_and_key(item: Item) -> tuple[str, str]:
    """How the editor names an entry of the list."""
    if isinstance(item.entry, NamedThing):
        return EntryKind.THING.value, f"{item.type}:{item.entry.key}"
    return EntryKind(item.type.value).value, item.entry.key


def type_of_entry(kind: EntryKind, key: str) -> EntryType:
    """The rail that an entry is a line of."""
    return EntryType(key.partition(":")[0] if kind is EntryKind.THING else kind.value)


def rail_lines(
    index: Index,
    found: Iterable[Item],
    standing: browsing.Standing,
    changed: Mapping[tuple[str, str], int],
    current: tuple[str, str],
    language: str,
) -> list[RailLine]:
    """Lines by name. ``changed`` counts what the change set in work changes of each entry."""
    domains = {one.key: one for one in index.content.domains}
    lines = []
    for item in found:
        place = kind_and_key(item)
        states = browsing.states_of(item, standing, frozenset())
        state, lack = _state(item, states)
        tone, icon, word = STATES[state]
        own = sum(changed.get((kind.value, key), 0) for kind, key in item.touches)
        domain = domains.get(item.domain)
        said = [
            browsing.name_of(domain, language) if domain else "",
            _changes(own) if own else str(lack),
        ]
        lines.append(
            RailLine(
                id=f"rail-{item.id.replace(':', '-')}",
                url=reverse("graphcurate:entry-edit", args=place),
                name=item.name(language),
                tone=tone,
                icon=icon,
                word=word,
                detail=" · ".join(text for text in said if text),
                quoted=round(100 * item.quoted / item.total) if item.total else None,
                current=place == current,
            )
        )
    return sorted(lines, key=lambda line: line.name.casefold())


def _state(item: Item, states: Sequence[State]) -> tuple[str, Words]:
    if State.IN_REVIEW in states:
        return "in_review", ""
    if State.DRAFT in states:
        return "draft", ""
    lack = _lack(item)
    if lack:
        return "gap", lack
    return ("published" if State.PUBLISHED in states else "starter"), ""


def _lack(item: Item) -> Words:
    """The kind of links a biomarker has none of, where that is a hole."""
    if item.type is not EntryType.BIOMARKER:
        return ""
    return next((words for kind, words in LACKS.items() if not item.links.get(kind)), "")


def _changes(number: int) -> str:
    return (_("1 change") if number == 1 else _("%(n)d changes")) % {"n": number}


def facts_of(entry: Contract | None, content: GraphContent, language: str) -> dict[str, str]:
    """What the head says of an entry: its code, its domain and where that is edited."""
    if not isinstance(entry, Biomarker):
        return {}
    domain = next((one for one in content.domains if one.key == entry.domain), None)
    return {
        "loinc": next((code.code for code in entry.loinc if code.primary), ""),
        "domain": browsing.name_of(domain, language) if domain else "",
        "domain_url": reverse("graphcurate:entry-edit", args=["domain", entry.domain]),
    }


def said_by_field(
    problems: Iterable[Problem], kind: EntryKind, key: str
) -> dict[str, tuple[Said, ...]]:
    """What is said of each field of one entry."""
    found: dict[str, tuple[Said, ...]] = {}
    for problem in problems:
        if (problem.kind, problem.key) == (kind, key):
            found[problem.field] = (*found.get(problem.field, ()), said_of(problem))
    return found


def said_by_entry(problems: Iterable[Problem], kind: EntryKind) -> dict[str, tuple[Said, ...]]:
    """What is said of each entry of one kind."""
    found: dict[str, tuple[Said, ...]] = {}
    for problem in problems:
        if problem.kind is kind:
            found[problem.key] = (*found.get(problem.key, ()), said_of(problem))
    return found


def said_of(problem: Problem) -> Said:
    """A problem in the reader's language."""
    sentence = in_words(MedReviewError(problem.sentence, **problem.values))
    return Said(sentence, problem.blocks)


def obstacles(
    problems: Iterable[Problem], names: Names, fields_shown: Mapping[tuple[str, str, str], str]
) -> list[Obstacle]:
    """Every problem with a link to its field, those first that stop the change set."""
    found = []
    for problem in problems:
        place = fields_shown.get((problem.kind.value, problem.key, problem.field), "")
        address = reverse("graphcurate:entry-edit", args=[problem.kind.value, problem.key])
        found.append(
            Obstacle(
                said=said_of(problem).sentence,
                blocks=problem.blocks,
                url=f"{address}#{place}" if place else address,
                name=names.of(problem.kind.value, problem.key),
            )
        )
    return sorted(found, key=lambda one: not one.blocks)


def steps_of(state: str) -> list[tuple[str, Words, bool]]:
    """Where the change set is on its way: icon, word, and whether it is there."""
    here = {
        ChangeSetState.IN_REVIEW: 1,
        ChangeSetState.APPROVED: 2,
        ChangeSetState.PUBLISHED: 2,
    }.get(ChangeSetState(state), 0)
    steps = (
        ("pencil", pgettext_lazy("stage", "Draft")),
        ("eye", pgettext_lazy("stage", "Review")),
        ("check", pgettext_lazy("stage", "Publish")),
    )
    return [(icon, word, number == here) for number, (icon, word) in enumerate(steps)]


def taken(keys: AbstractSet[str], wanted: str) -> str:
    """A key that nobody has yet, made of the wanted one."""
    number = 2
    key = wanted
    while key in keys:
        key = f"{wanted}_{number}"
        number += 1
    return key


ONE_WORD: dict[EntryType, Words] = {
    EntryType.BIOMARKER: gettext_lazy("biomarker"),
    EntryType.CONDITION: gettext_lazy("condition"),
    EntryType.MEDICATION: gettext_lazy("medication"),
    EntryType.PREANALYTICAL: gettext_lazy("preanalytical factor"),
    EntryType.DOMAIN: gettext_lazy("domain"),
    EntryType.SOURCE: gettext_lazy("source"),
}


@dataclass(frozen=True)
class SetLine:
    """An open change set to choose."""

    pk: str
    label: str
    title: str
    by: str
    state: str
    word: Words
    current: bool


SET_STATES: dict[str, Words] = {
    ChangeSetState.DRAFT: pgettext_lazy("change set", "draft"),
    ChangeSetState.IN_REVIEW: pgettext_lazy("change set", "in review"),
    ChangeSetState.CHANGES_REQUESTED: pgettext_lazy("change set", "changes requested"),
    ChangeSetState.APPROVED: pgettext_lazy("change set", "approved; an edit voids it"),
}


def set_lines(sets: Iterable[ChangeSet], current: ChangeSet | None, by: User) -> list[SetLine]:
    """The open change sets, one's own first."""
    return [
        SetLine(
            pk=one.pk,
            label=one.label,
            title=one.title,
            by=one.opened_by.full_name,
            state=one.state,
            word=SET_STATES[one.state],
            current=current is not None and one.pk == current.pk,
        )
        for one in sorted(sets, key=lambda one: one.opened_by_id != by.pk)
    ]
