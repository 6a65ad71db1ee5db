"""The links of an entry as rows of a table, the same ones as in its picture."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from graphcurate.contracts import GraphContent, RelationEntry, RelationKind
from graphcurate.editing.controls import control_id
from graphcurate.entry_fields import EntryKind
from graphcurate.pictures.neighbourhood import ChangeState
from graphcurate.pictures.svg import CHANGE_MARKS
from graphcurate.presenters.editor_controls import Said
from graphcurate.presenters.entry_names import Names, subject_of, target_of
from graphcurate.presenters.pictures import CHANGES, mark_of
from graphcurate.words import EFFECTS, KINDS
from medreview.common.word_diff import WordDiff, word_diff

Words = str | Promise
ORDER = (
    RelationKind.PARAMETER,
    RelationKind.PREANALYTICAL,
    RelationKind.CONDITION,
    RelationKind.MEDICATION,
)
ANCHORS = {
    ChangeState.ADDED: "add",
    ChangeState.CHANGED: "mod",
    ChangeState.REMOVED: "del",
    ChangeState.SAME: "",
}
LEADING_TITLE = gettext_lazy("Links that lead here")


@dataclass(frozen=True)
class Link:
    """A relation as it stands with the change set, beside what it was."""

    entry: RelationEntry
    change: ChangeState
    before: RelationEntry | None


@dataclass(frozen=True)
class LinkRow:
    """One row."""

    id: str
    anchor: str
    name: str
    """What it leads to, or where it leads from, whichever the page is not about."""
    url: str
    change: ChangeState
    sign: str
    word: Words
    css: str
    effect: Words
    rationale: str
    diff: WordDiff | None
    quotes: int
    evidence: str
    """How many quotes it has, or what it lacks, in words."""
    cited: str
    said: tuple[Said, ...]
    move_url: str
    remove_url: str
    undo_url: str
    current: bool


@dataclass(frozen=True)
class LinkGroup:
    """The rows of one kind."""

    kind: RelationKind
    title: Words
    rows: tuple[LinkRow, ...]


def links_from(before: GraphContent, after: GraphContent, kind: str, key: str) -> list[Link]:
    """The links of a biomarker or a domain, in the order of the picture."""
    return _links(
        [one for one in before.relations if subject_of(one) == (kind, key)],
        [one for one in after.relations if subject_of(one) == (kind, key)],
    )


def links_to(before: GraphContent, after: GraphContent, key: str) -> list[Link]:
    """The links that lead to a condition, medication or factor."""
    place = (EntryKind.THING.value, key)
    return _links(
        [one for one in before.relations if target_of(one) == place],
        [one for one in after.relations if target_of(one) == place],
    )


def links_on(before: GraphContent, after: GraphContent, key: str) -> list[Link]:
    """The links that rest on a source."""
    return _links(
        [one for one in before.relations if key in one.sources],
        [one for one in after.relations if key in one.sources],
    )


def _links(before: list[RelationEntry], after: list[RelationEntry]) -> list[Link]:
    known = {one.id: one for one in before}
    found = [Link(one, _change(known.get(one.id), one), known.get(one.id)) for one in after]
    kept = {one.id for one in after}
    found += [Link(one, ChangeState.REMOVED, one) for one in before if one.id not in kept]
    return sorted(found, key=lambda link: place_of_link(link.entry))


def place_of_link(entry: RelationEntry) -> tuple[int, bool, int, str]:
    """By kind, then as a curator ordered them, then by id."""
    return ORDER.index(entry.kind), entry.position is None, entry.position or 0, entry.id


def _change(known: RelationEntry | None, entry: RelationEntry) -> ChangeState:
    if known is None:
        return ChangeState.ADDED
    return ChangeState.SAME if known == entry else ChangeState.CHANGED


def link_groups(
    links: Iterable[Link],
    names: Names,
    problems: Mapping[str, tuple[Said, ...]],
    *,
    shown: str = "",
    leading: bool = False,
) -> list[LinkGroup]:
    """Rows by kind, kinds without any left out. ``leading`` rows name what they lead from."""
    listed = list(links)
    groups = []
    for kind in ORDER:
        rows = tuple(
            _row(link, names, problems.get(link.entry.id, ()), shown=shown, leading=leading)
            for link in listed
            if link.entry.kind is kind
        )
        if rows:
            groups.append(LinkGroup(kind, KINDS[kind], rows))
    return groups


def anchor_of(relation: str) -> str:
    """The id of a link's row on the page."""
    return f"l-{control_id(relation)}"


def url_of(relation: str) -> str:
    """Where a link is edited."""
    return reverse("graphcurate:entry-edit", args=[EntryKind.RELATION.value, relation])


def change_counts(links: Iterable[Link]) -> list[tuple[str, str, int, Words]]:
    """How many links stay, come, change and go: style, sign, number and word."""
    changes = [link.change for link in links]
    return [
        (ANCHORS[state], CHANGE_MARKS[state], changes.count(state), CHANGES[state])
        for state in ChangeState
    ]


def _row(link: Link, names: Names, said: tuple[Said, ...], *, shown: str, leading: bool) -> LinkRow:
    entry, key = link.entry, link.entry.id
    before = link.before.rationale if link.before else ""
    is_new_text = link.change is ChangeState.CHANGED and before != entry.rationale
    quotes = sum(1 for item in entry.evidence if item.quote)
    place = [EntryKind.RELATION.value, key]
    return LinkRow(
        id=key,
        anchor=anchor_of(key),
        name=names.subject(entry) if leading else names.target(entry),
        url=url_of(key),
        change=link.change,
        sign=CHANGE_MARKS[link.change],
        word=CHANGES[link.change],
        css=ANCHORS[link.change],
        effect=f"{mark_of(entry.effect)} {EFFECTS[entry.effect.value]}",
        rationale=entry.rationale,
        diff=word_diff(before, entry.rationale) if is_new_text else None,
        quotes=quotes,
        evidence=_evidence(entry, quotes),
        cited=_cited(entry, names),
        said=said,
        move_url=reverse("graphcurate:entry-move", args=place),
        remove_url=reverse("graphcurate:entry-remove", args=place),
        undo_url=reverse("graphcurate:entry-revert", args=place),
        current=shown == key,
    )


def _evidence(entry: RelationEntry, quotes: int) -> str:
    if quotes:
        return ngettext("%(n)d quote", "%(n)d quotes", quotes) % {"n": quotes}
    return _("No quote")


def _cited(entry: RelationEntry, names: Names) -> str:
    """The organisation and year of its chief source."""
    source = names.entry(EntryKind.SOURCE.value, entry.sources[0]) if entry.sources else None
    said = [getattr(source, "organisation", ""), str(getattr(source, "year", None) or "")]
    return " ".join(word for word in said if word)
