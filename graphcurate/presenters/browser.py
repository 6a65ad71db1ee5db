"""The list of entries as lines, choices and addresses."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from graphcurate.asked_list import Asked
from graphcurate.browsing import (
    EntryType,
    Index,
    Item,
    Page,
    Standing,
    State,
    coverage_of,
    states_of,
    updated_of,
)
from graphcurate.contracts import Biomarker, Domain, NamedThing, RelationKind, Source
from graphcurate.models import Release
from graphcurate.pictures.matrix import Cell, Matrix, Row, matrix_svg
from graphcurate.presenters.pictures import drawn, thing_address
from graphcurate.words import KINDS, TYPES, Words

STATES: dict[State, tuple[str, Words]] = {
    State.PUBLISHED: ("good", gettext_lazy("Published")),
    State.STARTER: ("starter", gettext_lazy("Not clinically reviewed")),
    State.DRAFT: ("busy", gettext_lazy("In a draft")),
    State.IN_REVIEW: ("waits", gettext_lazy("In review")),
    State.RETIRED: ("", gettext_lazy("Retired")),
}
"""The style of a state's chip, and the state in words."""
COVERAGE: tuple[tuple[str, Words], ...] = (
    ("with:any", gettext_lazy("with links of its own (tier 1)")),
    ("without:any", gettext_lazy("without links of its own")),
    ("with:parameter", gettext_lazy("with parameters")),
    ("without:parameter", gettext_lazy("without parameters")),
    ("with:condition", gettext_lazy("with conditions")),
    ("without:condition", gettext_lazy("without conditions")),
    ("with:medication", gettext_lazy("with medications")),
    ("without:medication", gettext_lazy("without medications")),
    ("with:preanalytical", gettext_lazy("with preanalytical factors")),
    ("without:preanalytical", gettext_lazy("without preanalytical factors")),
)


@dataclass(frozen=True)
class Line:
    """One line of the list."""

    id: str
    name: str
    url: str
    code: str
    domain: str
    domain_url: str
    links: tuple[tuple[Words, int], ...]
    """How many relations of each kind."""
    total: int
    quotes: str
    """How many of them have a quote, such as "3 of 10"; a dash where there are none."""
    states: tuple[tuple[str, str, Words], ...]
    """Key, style and words of each state."""
    updated: str
    """The release it last changed in."""


def list_page(
    index: Index, asked: Asked, page: Page, standing: Standing, order: Sequence[Release],
    language: str,
) -> dict[str, Any]:  # fmt: skip
    """Everything the list shows."""
    kind = asked.filter.type
    retired = {item.id for item in page.items if item.id not in index.items}
    return {
        "asked": asked.words,
        "narrowed": asked.is_narrowed,
        "clear_url": list_address({"type": kind.value}),
        "type": kind.value,
        "type_title": TYPES[kind],
        "types": [
            (one, words, list_address({"type": one.value}), len(index.by_type[one]))
            for one, words in TYPES.items()
        ],
        "rows": [line_of(item, index, standing, order, retired, language) for item in page.items],
        "total": page.total,
        "whole": len(index.by_type[kind]),
        "first": page.first,
        "last": page.first + len(page.items) - 1 if page.items else 0,
        "newer_url": _go_on(asked, page.before),
        "older_url": _go_on(asked, page.after),
        "kinds": list(KINDS.values()),
        "counted": _counted(kind),
    }


def choices(index: Index, order: Sequence[Release], language: str) -> dict[str, Any]:
    """What the list can be narrowed to."""
    return {
        "domains": domain_choices(index, language),
        "coverages": COVERAGE,
        "states": [(state.value, words) for state, (_css, words) in STATES.items()],
        "sources": sorted(
            (
                (item.entry.key, item.name(language))
                for item in index.by_type[EntryType.SOURCE]
                if item.total
            ),
            key=lambda choice: choice[1].casefold(),
        ),
        "releases": [release.name for release in reversed(order)],
    }


def domain_choices(index: Index, language: str) -> list[tuple[str, str]]:
    """Key and name of every domain, by name."""
    found = [(item.entry.key, item.name(language)) for item in index.by_type[EntryType.DOMAIN]]
    return sorted(found, key=lambda choice: choice[1].casefold())


def line_of(
    item: Item,
    index: Index,
    standing: Standing,
    order: Sequence[Release],
    retired: AbstractSet[str],
    language: str,
) -> Line:
    """One entry as a line."""
    domain = index.items.get(f"{EntryType.DOMAIN}:{item.domain}")
    return Line(
        id=item.id,
        name=item.name(language),
        url=address_of_item(item),
        code=code_of(item.entry),
        domain=domain.name(language) if domain else "",
        domain_url=address_of_item(domain) if domain else "",
        links=tuple((words, item.links.get(kind, 0)) for kind, words in KINDS.items()),
        total=item.total,
        quotes=_of(item.quoted, item.total) if item.total else "–",
        states=tuple((state.value, *STATES[state]) for state in states_of(item, standing, retired)),
        updated=order[updated_of(item, standing)].name if order else "",
    )


def code_of(entry: Biomarker | Domain | NamedThing | Source) -> str:
    """The code or the publisher an entry is told by in a list."""
    if isinstance(entry, Biomarker):
        return next((code.code for code in entry.loinc if code.primary), "")
    if isinstance(entry, NamedThing):
        return ", ".join(f"{code.system} {code.code}" for code in entry.codes[:2])
    if isinstance(entry, Source):
        return f"{entry.organisation}, {entry.year}" if entry.year else entry.organisation
    return ", ".join(entry.rule.classes) if entry.rule else ""


def address_of_item(item: Item) -> str:
    """The page of an entry."""
    if item.type in {EntryType.DOMAIN, EntryType.SOURCE}:
        return reverse(f"graphcurate:{item.type}-detail", args=[item.entry.key])
    kind = RelationKind.PARAMETER if item.type is EntryType.BIOMARKER else RelationKind(item.type)
    return thing_address(kind, item.entry.key)


def list_address(words: Mapping[str, str]) -> str:
    """The list narrowed to this; the plain list of biomarkers has the plain address."""
    query = QueryDict(mutable=True)
    query.update(
        {word: said for word, said in words.items() if said and (word, said) != PLAIN_TYPE}
    )
    address = reverse("graphcurate:entry-list")
    return f"{address}?{query.urlencode()}" if query else address


PLAIN_TYPE = ("type", EntryType.BIOMARKER.value)


def overview_page(index: Index, language: str) -> dict[str, Any]:
    """Domains by kind of relation: how many biomarkers have relations of their own."""
    counts = coverage_of(index.by_type[EntryType.BIOMARKER])
    sizes: dict[str, int] = {}
    for item in index.by_type[EntryType.BIOMARKER]:
        sizes[item.domain] = sizes.get(item.domain, 0) + 1
    rows = [
        _domain_row(key, name, sizes.get(key, 0), counts.get(key, {}))
        for key, name in domain_choices(index, language)
    ]
    title = _("Domains by kind of link. The same numbers are in the table below.")
    columns = [str(words) for words in KINDS.values()]
    matrix = Matrix(title=title, columns=columns, rows=[row for row, _size in rows])
    return {"matrix": drawn(matrix_svg(matrix)), "columns": columns, "rows": rows}


def _domain_row(
    key: str, name: str, size: int, counts: Mapping[RelationKind, int]
) -> tuple[Row, int]:
    cells = []
    for kind, words in KINDS.items():
        number = counts.get(kind, 0)
        text = _of(number, size)
        said = _("%(domain)s, %(kind)s: %(text)s biomarkers have links of their own") % {
            "domain": name,
            "kind": words,
            "text": text,
        }
        cells.append(
            Cell(
                number=number,
                text=text,
                said=said,
                href=list_address({"domain": key, "coverage": f"with:{kind}"}),
                share=number / size if size else 0,
            )
        )
    return Row(name=name, href=reverse("graphcurate:domain-detail", args=[key]), cells=cells), size


def domain_matrix(index: Index, key: str, language: str) -> SafeString:
    """The biomarkers of one domain by kind of link: how many links each has."""
    members = [item for item in index.by_type[EntryType.BIOMARKER] if item.domain == key]
    members.sort(key=lambda item: item.name(language).casefold())
    most = max((max(item.links.values(), default=0) for item in members), default=0) or 1
    rows = []
    for item in members:
        url, cells = address_of_item(item), []
        for kind, words in KINDS.items():
            number = item.links.get(kind, 0)
            said = f"{item.name(language)}, {words}: {number}"
            href = f"{url}?kind={kind}#links"
            cells.append(Cell(number, str(number), said, href, number / most))
        rows.append(Row(item.name(language), url, cells))
    title = _("Biomarkers by kind of link. The same numbers are in the table below.")
    return drawn(matrix_svg(Matrix(title, [str(words) for words in KINDS.values()], rows)))


def _of(number: int, whole: int) -> str:
    return _("%(number)s of %(size)s") % {"number": number, "size": whole}


def _go_on(asked: Asked, after: str | None) -> str:
    return "" if after is None else list_address({**asked.words, "after": after})


def _counted(kind: EntryType) -> Words:
    """What the numbers of a list count."""
    if kind in {EntryType.BIOMARKER, EntryType.DOMAIN}:
        return _("Links of its own, by kind")
    return _("Links resting on it") if kind is EntryType.SOURCE else _("Links leading to it")
