"""The coverage map and its lists, ready to be shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from graphcurate.entry_fields import EntryKind
from graphcurate.gaps.coverage import Cell, Concern, Concerned, Row
from graphcurate.gaps.tier_shares import TIERS, Week, picture
from graphcurate.presenters.entry_names import Names
from graphcurate.queries.coverage import Show
from graphcurate.words import KINDS
from medreview.common.display import clinical_date

Words = str | Promise

SHOWS: dict[Show, Words] = {
    Show.ALL: gettext_lazy("Everything asked for"),
    Show.NAMES: gettext_lazy("Names and codes nobody knows"),
    Show.DOMAIN: gettext_lazy("Answered by the domain"),
    Show.MODEL: gettext_lazy("Answered by a model"),
    Show.UNCOVERED: gettext_lazy("Not answered at all"),
    Show.MAPPED: gettext_lazy("Mapped, not out yet"),
    Show.ASIDE: gettext_lazy("Set aside"),
}
TIER_WORDS: dict[str, Words] = {
    "algorithm": gettext_lazy("own relations"),
    "domain_inference": gettext_lazy("by its domain"),
    "model_knowledge": gettext_lazy("by a model"),
    "uncovered": gettext_lazy("not answered"),
    "": pgettext_lazy("tier", "nothing was abnormal"),
}
CONCERNS: dict[Concern, tuple[Words, Words]] = {
    Concern.UNQUOTED: (
        gettext_lazy("Evidence without a quote"),
        gettext_lazy("Nobody can check it against a stored document yet."),
    ),
    Concern.UNVERIFIED: (
        gettext_lazy("Sources whose identifier was not checked"),
        gettext_lazy("The DOI or address was not seen beside the title."),
    ),
    Concern.SUPERSEDED: (
        gettext_lazy("Superseded sources"),
        gettext_lazy("A newer source took their place."),
    ),
    Concern.RETRACTED: (
        gettext_lazy("Retracted sources"),
        gettext_lazy("Nothing should rest on them."),
    ),
    Concern.OVERDUE: (
        gettext_lazy("Evidence past its review date"),
        gettext_lazy("Somebody meant to look again by then."),
    ),
    Concern.DOCUMENT: (
        gettext_lazy("Quotes from documents that no longer hold"),
        gettext_lazy("It was withdrawn, replaced, is past its validity or not in the library."),
    ),
    Concern.NO_CLINICIAN: (
        gettext_lazy("Never accepted by a clinician"),
        gettext_lazy("Who accepted it, if anybody, was no clinician."),
    ),
    Concern.UNREVIEWED: (
        gettext_lazy("Starter content nobody accepted yet"),
        gettext_lazy("It is read in the guided review, two people for each item."),
    ),
}
DETAILS: dict[str, Words] = {
    "document_withdrawn": gettext_lazy("the document was withdrawn"),
    "document_superseded": gettext_lazy("the document has a newer edition"),
    "document_expired": gettext_lazy("the document is past its validity"),
    "document_unknown": gettext_lazy("the document is not in the library"),
}


@dataclass(frozen=True)
class CellView:
    """One cell: a number, a bar and words that say the same."""

    kind: str
    title: Words
    covered: int
    total: int
    lacking: int
    percent: int
    is_hole: bool
    url: str
    said: str


@dataclass(frozen=True)
class RowView:
    """One domain of the matrix."""

    key: str
    name: str
    url: str
    total: int
    defaults: int
    cells: tuple[CellView, ...]


@dataclass(frozen=True)
class ConcernView:
    """One list of what wants looking after."""

    name: str
    title: Words
    why: Words
    count: int
    url: str


@dataclass(frozen=True)
class ConcernedView:
    """One row of such a list."""

    kind: str
    name: str
    part: str
    detail: str
    url: str


def matrix_rows(names: Names, rows: Iterable[Row]) -> list[RowView]:
    """The matrix by the names of its domains."""
    shown = [
        RowView(
            key=row.domain,
            name=names.of(EntryKind.DOMAIN, row.domain),
            url=reverse("graphcurate:domain-detail", args=[row.domain]),
            total=row.total,
            defaults=row.defaults,
            cells=tuple(_cell(cell, row.domain) for cell in row.cells),
        )
        for row in rows
    ]
    return sorted(shown, key=lambda row: row.name.casefold())


def concern_rows(counted: Mapping[Concern, int]) -> list[ConcernView]:
    """The lists of what wants looking after, with how long each is."""
    return [
        ConcernView(
            name=concern.value,
            title=title,
            why=why,
            count=counted[concern],
            url=reverse("graphcurate:coverage-list", args=[concern.value]),
        )
        for concern, (title, why) in CONCERNS.items()
    ]


def concerned_rows(names: Names, listed: Iterable[Concerned]) -> list[ConcernedView]:
    """Rows of one list, each with the way to where it is put right."""
    return [
        ConcernedView(
            kind=one.place[0].value,
            name=names.of(*one.place),
            part=names.of(EntryKind.SOURCE, one.part) if one.part else "",
            detail=_detail(names, one.detail),
            url=editor_url(one.place[0].value, one.place[1]),
        )
        for one in listed
    ]


def trend(shown: tuple[Week, ...]) -> SafeString:
    """The picture of tier shares; empty where no week has any result."""
    said = [week_words(week) for week in shown]
    ends = (clinical_date(shown[0].monday), clinical_date(shown[-1].monday))
    told = "; ".join(words for words, week in zip(said, shown, strict=True) if week.total)
    label = _("Share of abnormal results by what answered them, week by week: %(weeks)s")
    drawn = picture(shown, label % {"weeks": told}, said, ends)
    return mark_safe(drawn)  # noqa: S308 - drawn by us, every text in it escaped


def trend_rows(shown: tuple[Week, ...]) -> list[dict[str, object]]:
    """The same as rows, the newest first, weeks without results left out."""
    return [
        {
            "monday": week.monday,
            "total": week.total,
            "tiers": [(tier, week.asked[tier], _percent(week, tier)) for tier in TIERS],
        }
        for week in reversed(shown)
        if week.total
    ]


def week_words(week: Week) -> str:
    """One week in a sentence."""
    shares = ", ".join(f"{_percent(week, tier)} % {TIER_WORDS[tier]}" for tier in TIERS)
    results = ngettext("%(n)s result", "%(n)s results", week.total) % {"n": week.total}
    return f"{clinical_date(week.monday)}: {results}: {shares}"


def editor_url(kind: str, key: str = "", **known: str | None) -> str:
    """Where an entry is edited or made, with what is known of it filled in."""
    try:
        if key:
            url = reverse("graphcurate:entry-edit", args=[kind, key])
        else:
            url = reverse("graphcurate:entry-create", args=[kind])
    except NoReverseMatch:
        return ""
    filled = {name: value for name, value in known.items() if value}
    return f"{url}?{urlencode(filled)}" if filled else url


def _cell(cell: Cell, domain: str) -> CellView:
    asked = {"domain": domain, "coverage": f"without:{cell.kind.value}"}
    said = _("%(covered)s of %(total)s") % {"covered": cell.covered, "total": cell.total}
    return CellView(
        kind=cell.kind.value,
        title=KINDS[cell.kind],
        covered=cell.covered,
        total=cell.total,
        lacking=cell.lacking,
        percent=round(100 * cell.covered / cell.total) if cell.total else 0,
        is_hole=cell.is_hole,
        url=f"{reverse('graphcurate:entry-list')}?{urlencode(asked)}",
        said=said,
    )


def _percent(week: Week, tier: str) -> int:
    return round(100 * (week.share(tier) or 0))


def _detail(names: Names, detail: str) -> str:
    if detail in DETAILS:
        return str(DETAILS[detail])
    if detail[:4].isdigit() and len(detail) == len("2026-11-30"):
        return _("by %(date)s") % {"date": clinical_date(detail)}
    if detail:
        return _("superseded by %(source)s") % {"source": names.of(EntryKind.SOURCE, detail)}
    return ""
