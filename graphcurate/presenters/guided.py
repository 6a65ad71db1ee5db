"""One item of the guided reading as it is shown whole, and how far the reading is."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from graphcurate.browsing import Index
from graphcurate.contracts import Biomarker, Domain, NamedThing, RelationEntry
from graphcurate.entry_fields import EntryKind
from graphcurate.gaps.coverage import Place
from graphcurate.gaps.guided import SET_SIZE, Progress
from graphcurate.models import Revision
from graphcurate.presenters import entries as pages
from graphcurate.presenters.entry_names import Names, subject_of
from graphcurate.presenters.field_words import label_of, value_words
from graphcurate.presenters.links import QuoteMarks, groups_of_domain
from medreview.common.contract import Contract


@dataclass(frozen=True)
class Item:
    """What a reader sees of one item before they say anything of it."""

    kind: str
    key: str
    name: str
    what: str
    """What kind of item it is, and of what."""
    page: dict[str, Any]
    """What the included parts of the entry pages need."""
    groups: list[Any]
    follows: int
    """Relations that come as items of their own behind it."""


@dataclass(frozen=True)
class ProgressRow:
    """One domain, or the things that have none."""

    name: str
    unread: int
    first: int
    both: int
    total: int


def item(
    entry: Contract, place: Place, index: Index, names: Names, marks: QuoteMarks, language: str
) -> Item:
    """An entry with everything that is accepted with it."""
    page: dict[str, Any] = {}
    groups: list[Any] = []
    if isinstance(entry, Biomarker):
        page = pages.biomarker_page(entry, index, language)
    elif isinstance(entry, Domain):
        page = pages.domain_page(entry)
    elif isinstance(entry, NamedThing):
        page = pages.thing_page(entry)
    elif isinstance(entry, RelationEntry):
        groups = groups_of_domain([entry], index, language, marks)
    name = names.link(entry) if isinstance(entry, RelationEntry) else names.of(*place)
    return Item(
        kind=place[0].value,
        key=place[1],
        name=name,
        what=_what(entry, names),
        page=page,
        groups=groups,
        follows=_follows(entry, index),
    )


def progress_rows(names: Names, counted: tuple[Progress, ...]) -> list[ProgressRow]:
    """The domains by name, what has no domain last."""
    rows = [
        ProgressRow(
            names.of(EntryKind.DOMAIN, one.domain)
            if one.domain
            else _("Conditions, medications and factors"),
            one.unread,
            one.first,
            one.both,
            one.total,
        )
        for one in sorted(counted, key=lambda one: not one.domain)
    ]
    named = rows[:-1] if counted and any(not one.domain for one in counted) else rows
    return [*sorted(named, key=lambda row: row.name.casefold()), *rows[len(named) :]]


def progress_total(rows: list[ProgressRow]) -> ProgressRow:
    """All of it in one line."""
    return ProgressRow(
        _("All"),
        sum(row.unread for row in rows),
        sum(row.first for row in rows),
        sum(row.both for row in rows),
        sum(row.total for row in rows),
    )


def changed_rows(names: Names, changed: list[Revision]) -> list[dict[str, str]]:
    """What the first reader changed of an item, field by field."""
    return [
        {
            "field": label_of(row.field, names, row.new),
            "old": value_words(row.field, row.old, names),
            "new": value_words(row.field, row.new, names),
            "by": row.author.get_full_name(),
        }
        for row in changed
    ]


def filled(count: int) -> str:
    """How full a set is."""
    return _("%(count)s of %(size)s") % {"count": count, "size": SET_SIZE}


def _what(entry: Contract, names: Names) -> str:
    if isinstance(entry, RelationEntry):
        return _("Link of %(name)s") % {"name": names.of(*subject_of(entry))}
    if isinstance(entry, Biomarker):
        return _("Biomarker")
    return _("Domain") if isinstance(entry, Domain) else _("What links lead to")


def _follows(entry: Contract, index: Index) -> int:
    if isinstance(entry, Biomarker | Domain):
        kind = "biomarker" if isinstance(entry, Biomarker) else "domain"
        known = index.items.get(f"{kind}:{entry.key}")
        return known.total if known else 0
    return 0
