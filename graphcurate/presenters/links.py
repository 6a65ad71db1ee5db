"""Relations as rows to read: what leads where, why, and what it rests on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from graphcurate.browsing import EntryType, Index, ends_of
from graphcurate.contracts import Code, Evidence, NamedThing, RelationEntry, RelationKind, Source
from graphcurate.entry_fields import EntryKind
from graphcurate.library.vocabulary import QuoteState
from graphcurate.pictures.neighbourhood import ChangeState, Node, Picture
from graphcurate.pictures.svg import CHANGE_MARKS, EFFECT_MARKS
from graphcurate.presenters.entry_names import effect_sentence
from graphcurate.presenters.pictures import CHANGES, DOES, thing_address
from graphcurate.words import EFFECTS, KINDS, LEVELS, Words

CERTAINTIES: dict[str, Words] = {
    "high": gettext_lazy("high certainty"),
    "moderate": gettext_lazy("moderate certainty"),
    "low": gettext_lazy("low certainty"),
    "very_low": gettext_lazy("very low certainty"),
}
AGENTS: dict[str, Words] = {
    "curator": gettext_lazy("entered by a curator"),
    "starter": gettext_lazy("starter content"),
    "model": gettext_lazy("proposed by a model"),
}
DIRECTIONS: dict[str, Words] = {
    "H": gettext_lazy("only for a high result"),
    "L": gettext_lazy("only for a low result"),
}


@dataclass(frozen=True)
class EvidenceRow:
    """One source's say on a link."""

    title: str
    url: str
    """The page of the source."""
    year: int | None
    locator: str
    said: str
    """Its level and certainty, who entered it, and what of it nobody checked."""
    contradicts: bool
    quote: str
    found: bool
    """The quote stands word for word in a document that is current."""
    mark: str
    """What the library says of the quote; empty without one."""
    warning: Words
    """That the source itself is retracted or has a successor."""


@dataclass(frozen=True)
class LinkRow:
    """One link: a line of the table, a box of the picture."""

    id: str
    name: str
    url: str
    codes: Sequence[Code]
    effect_mark: str
    effect: Words
    change: ChangeState
    change_mark: str
    change_words: Words
    when: tuple[Words, ...]
    """What of the result, the person or the treatment it holds for only."""
    rationale: str
    evidence: tuple[EvidenceRow, ...]
    reviewed: bool
    flag_query: str
    """Which entry a report of a problem is about."""


@dataclass(frozen=True)
class LinkGroup:
    """Links of one kind that begin at one biomarker or domain."""

    kind: RelationKind
    title: Words
    rows: list[LinkRow]
    through: str = ""
    """The biomarker they begin at, where that is not the one of the page."""


QuoteMarks = Mapping[tuple[str, str], QuoteState]
"""What the library says of a quote, by the ids of its relation and of its evidence item."""


def groups_of(
    picture: Picture, nodes: Iterable[Node], index: Index, marks: QuoteMarks
) -> list[LinkGroup]:
    """The links of a picture as a table, in the order they are drawn."""
    groups: dict[tuple[str | None, RelationKind], LinkGroup] = {}
    for node in nodes:
        place = (node.through, node.kind)
        if place not in groups:
            via = picture.names[node.through] if node.through else ""
            groups[place] = LinkGroup(node.kind, KINDS[node.kind], [], via)
        groups[place].rows.append(_row(node.relation, node.name, node.change, index, marks))
    return list(groups.values())


def groups_of_domain(
    relations: Iterable[RelationEntry], index: Index, language: str, marks: QuoteMarks
) -> list[LinkGroup]:
    """The default links of a domain by kind."""
    listed = list(relations)
    groups = [
        LinkGroup(
            kind,
            words,
            [
                _row(one, _end(ends_of(one)[1], index, language), ChangeState.SAME, index, marks)
                for one in listed
                if one.kind is kind
            ],
        )
        for kind, words in KINDS.items()
    ]
    return [group for group in groups if group.rows]


@dataclass(frozen=True)
class IncomingRow:
    """A link seen from what it leads to, or from a source it rests on."""

    subject: str
    url: str
    is_domain: bool
    sentence: str
    """All of it: "Chronic kidney disease raises Potassium"."""
    effect_mark: str
    effect: Words
    when: tuple[Words, ...]
    rationale: str
    evidence: tuple[EvidenceRow, ...]
    reviewed: bool
    flag_query: str


def incoming(
    relations: Iterable[RelationEntry],
    index: Index,
    language: str,
    marks: QuoteMarks,
    only: str = "",
) -> list[IncomingRow]:
    """Links by the name of what they begin at; ``only`` shows the evidence of one source."""
    rows = [_incoming(one, index, language, marks, only) for one in relations]
    return sorted(rows, key=lambda row: (row.is_domain, row.subject.casefold(), row.sentence))


def _incoming(
    one: RelationEntry, index: Index, language: str, marks: QuoteMarks, only: str
) -> IncomingRow:
    subject, target = ends_of(one)
    words = {"subject": _end(subject, index, language), "target": _end(target, index, language)}
    route = "domain-detail" if subject[0] is EntryKind.DOMAIN else "entry-detail"
    return IncomingRow(
        subject=words["subject"],
        url=reverse(f"graphcurate:{route}", args=[subject[1]]),
        is_domain=subject[0] is EntryKind.DOMAIN,
        sentence=effect_sentence(one.effect) % words,
        effect_mark=EFFECT_MARKS[one.effect],
        effect=DOES[one.effect],
        when=_when(one),
        rationale=one.rationale,
        evidence=tuple(
            _evidence(one, item, index, marks)
            for item in one.evidence
            if not only or item.source == only
        ),
        reviewed=one.reviewed,
        flag_query=_flag_query(one),
    )


def _row(
    relation: RelationEntry, name: str, change: ChangeState, index: Index, marks: QuoteMarks
) -> LinkRow:
    target = index.items.get(f"{relation.kind}:{relation.target}")
    thing = target.entry if target else None
    return LinkRow(
        id=relation.id,
        name=name,
        url=thing_address(relation.kind, relation.target),
        codes=thing.codes if isinstance(thing, NamedThing) else (),
        effect_mark=EFFECT_MARKS[relation.effect],
        effect=EFFECTS[relation.effect.value],
        change=change,
        change_mark=CHANGE_MARKS[change],
        change_words=CHANGES[change],
        when=_when(relation),
        rationale=relation.rationale,
        evidence=tuple(_evidence(relation, item, index, marks) for item in relation.evidence),
        reviewed=relation.reviewed,
        flag_query=_flag_query(relation),
    )


def _evidence(
    relation: RelationEntry, item: Evidence, index: Index, marks: QuoteMarks
) -> EvidenceRow:
    known = index.items.get(f"{EntryType.SOURCE}:{item.source}")
    source = known.entry if known and isinstance(known.entry, Source) else None
    state = marks.get((relation.id, item.id))
    return EvidenceRow(
        title=source_title(source) if source else item.source,
        url=reverse("graphcurate:source-detail", args=[item.source]) if source else "",
        year=source.year if source else None,
        locator=item.locator or (source.section if source else None) or "",
        said=", ".join(str(words) for words in _said(item, source) if words),
        contradicts=item.direction == "contradicts",
        quote=item.quote,
        found=state is QuoteState.FOUND,
        mark=_(state.sentence) if state else "",
        warning=source_warning(source) if source else "",
    )


def _said(item: Evidence, source: Source | None) -> tuple[Words, ...]:
    checked = source is not None and source.identifier_verified
    return (
        LEVELS.get(item.level, item.level),
        CERTAINTIES.get(item.certainty or "", ""),
        AGENTS.get(item.agent_type, item.agent_type),
        "" if checked else _("identifier not checked"),
    )


def source_title(source: Source) -> str:
    """Who published what."""
    return f"{source.organisation}. {source.title}" if source.organisation else source.title


def source_warning(source: Source) -> Words:
    """That nothing should rest on this source any more; empty while it stands."""
    if source.retracted:
        return _("retracted")
    return _("superseded") if source.superseded_by else ""


def _when(relation: RelationEntry) -> tuple[Words, ...]:
    said = (
        DIRECTIONS.get(relation.when_direction or ""),
        relation.when_population,
        relation.when_dose,
        relation.when_timing,
    )
    return tuple(words for words in said if words)


def _end(place: tuple[EntryKind, str], index: Index, language: str) -> str:
    kind, key = place
    item = index.items.get(key if kind is EntryKind.THING else f"{kind}:{key}")
    return item.name(language) if item else key


def _flag_query(relation: RelationEntry) -> str:
    return query_of(EntryKind.RELATION.value, relation.id)


def query_of(kind: str, key: str) -> str:
    """An entry as the query of an address."""
    return urlencode({"kind": kind, "key": key})
