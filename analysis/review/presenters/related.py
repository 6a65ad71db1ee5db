"""The found, missing and stale tables of one finding: counts equal rows."""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext, ngettext, pgettext

from analysis.pipeline.contracts import (
    FoundItem,
    MatchMethod,
    Material,
    MissingGroups,
    MissingItem,
    StaleItem,
)
from analysis.pipeline.models import Analysis
from analysis.review.findings import Finding
from analysis.review.presenters.citations import evidence_id, evidence_url, tokens_of
from analysis.review.presenters.values import age_for, shown
from graphcurate.contracts import RelatedItem, RelationKind
from medreview.common.display import clinical_date, limit_span

FOLD_ABOVE = 50
SHOWN_OF_MANY = 20


@dataclass(frozen=True)
class Row:
    """One asked-for item and what became of it."""

    kind: str
    name: str
    record: str
    """What the record holds, in its own words."""
    detail: tuple[str, ...]
    why: str
    recorded: str
    """What the record itself calls it, where that is another name than the graph's."""
    evidence_id: str
    evidence_token: str
    """What the address says of it."""
    evidence_url: str
    evidence_label: str
    source: str
    flag: str | None = None
    has_flag: bool = False
    flag_is_ours: bool = False
    """Whether the flag is our own check: the source sent none."""
    stale_age: str = ""
    limit: str = ""
    not_material: str = ""
    unclear: str = ""
    untraced: bool = False
    """No source and no relation stands behind it: a model's general knowledge."""
    by_model: bool = False
    """A model, and no code or name, recognised the record as what was asked for."""
    anchor: str = ""


@dataclass(frozen=True)
class Group:
    """Found, missing or stale, with its rows; ``folded`` ones open on request."""

    key: str
    title: str
    icon: str
    explains: str
    rows: tuple[Row, ...]
    folded: tuple[Row, ...] = ()
    fold_label: str = ""

    @property
    def count(self) -> int:
        return len(self.rows) + len(self.folded)


@dataclass(frozen=True)
class Related:
    """Everything asked beside one finding; sampling conditions in a table of their own."""

    groups: tuple[Group, ...]
    preanalytical: tuple[Row, ...] = field(default_factory=tuple)
    preanalytical_found: int = 0


def related_of(analysis: Analysis, finding: Finding) -> Related:
    """The tables of one finding. Empty groups stay: "0 missing" is an answer."""
    build = _Rows(analysis, finding)
    package = finding.package
    found = [build.found(item) for item in finding.found() if not _preanalytical(item.item)]
    stale = [build.stale(item) for item in finding.stale() if not _preanalytical(item.item)]
    missing = package.missing if package else MissingGroups()
    tests = [build.missing(item) for item in missing.observations]
    others = [build.missing(item) for item in (*missing.conditions, *missing.medications)]
    sampling_found = [build.found(item) for item in finding.found() if _preanalytical(item.item)]
    sampling = [build.missing(item) for item in missing.preanalytical]
    groups = (_group("found", found), _missing_group(tests, others), _group("stale", stale))
    return Related(
        groups=tuple(_asked_by_model(group) for group in groups) if finding.untraced else groups,
        preanalytical=(*sampling_found, *sampling),
        preanalytical_found=len(sampling_found),
    )


def _preanalytical(item: RelatedItem) -> bool:
    return item.kind == RelationKind.PREANALYTICAL


def _group(key: str, rows: list[Row]) -> Group:
    title, icon, explains = _heads()[key]
    if len(rows) <= FOLD_ABOVE:
        return Group(key, title, icon, explains, tuple(rows))
    more = len(rows) - SHOWN_OF_MANY
    return Group(
        key,
        title,
        icon,
        explains,
        tuple(rows[:SHOWN_OF_MANY]),
        tuple(rows[SHOWN_OF_MANY:]),
        ngettext("Show %(n)d more", "Show %(n)d more", more) % {"n": more},
    )


def _missing_group(tests: list[Row], others: list[Row]) -> Group:
    title, icon, explains = _heads()["missing"]
    contrary = [row for row in (*tests, *others) if row.not_material]
    # The graph has hundreds of conditions to ask for; what a model named is few, and shown.
    folded = [row for row in others if not row.not_material and not row.untraced]
    label = ngettext(
        "%(n)d condition or medicine not recorded",
        "%(n)d conditions and medicines not recorded",
        len(folded),
    ) % {"n": len(folded)}
    if contrary:
        label += ngettext(
            ", %(n)d thing that acts the other way",
            ", %(n)d things that act the other way",
            len(contrary),
        ) % {"n": len(contrary)}
    named = [row for row in others if not row.not_material and row.untraced]
    shown = tuple(row for row in (*tests, *named) if not row.not_material)
    return Group("missing", title, icon, explains, shown, (*folded, *contrary), label)


def _asked_by_model(group: Group) -> Group:
    """The group under a test that the graph doesn't know: nothing of it did the graph ask."""
    said = {
        "found": gettext("a model asked, the record has it"),
        "missing": gettext("a model asked, the record does not have it"),
        "stale": gettext("found, too old"),
    }
    return replace(group, explains=said[group.key])


def _heads() -> dict[str, tuple[str, str, str]]:
    return {
        "found": (
            pgettext("group", "Found"),
            "circle-check",
            gettext("the graph asked, the record has it"),
        ),
        "missing": (
            pgettext("group", "Missing"),
            "circle-dashed",
            gettext("the graph asked, the record does not have it"),
        ),
        "stale": (
            pgettext("group", "Stale"),
            "clock",
            gettext("found, older than the graph’s limit"),
        ),
    }


class _Rows:
    """Rows of one finding of one analysis."""

    def __init__(self, analysis: Analysis, finding: Finding) -> None:
        self.analysis, self.finding = analysis, finding
        self.tokens = tokens_of(finding)

    def found(self, entry: FoundItem) -> Row:
        age = age_for(entry.age_days, self.analysis)
        when = [clinical_date(entry.date), age] if entry.date else []
        detail = [" · ".join(when)]
        recorded = entry.name if entry.name.casefold() != entry.item.name.casefold() else ""
        if recorded:
            detail.insert(0, recorded)
        if entry.value is None and entry.status:
            detail.append(entry.status)
        record = shown(entry.value).text if entry.value else _in_record(entry)
        return self._row(
            entry.item,
            record=record,
            recorded=recorded,
            detail=tuple(detail),
            flag=entry.interpretation,
            has_flag=entry.value is not None and entry.interpretation is not None,
            flag_is_ours=entry.interpretation_derived,
            not_material=entry.material_why if entry.material == Material.NO else "",
            unclear=entry.material_why if entry.material == Material.UNCLEAR else "",
            by_model=entry.matched_by is MatchMethod.MODEL,
        )

    def missing(self, entry: MissingItem) -> Row:
        searched = ngettext("%(n)d record searched", "%(n)d records searched", entry.searched) % {
            "n": entry.searched
        }
        detail = (entry.why_text, searched if entry.searched else "")
        return self._row(
            entry.item,
            record=gettext("Not found"),
            detail=detail,
            not_material=entry.bears_why if entry.bears == Material.NO else "",
        )

    def stale(self, entry: StaleItem) -> Row:
        return self._row(
            entry.item,
            record=shown(entry.value).text if entry.value else entry.name,
            detail=(clinical_date(entry.date),),
            flag=entry.interpretation,
            has_flag=entry.interpretation is not None,
            flag_is_ours=entry.interpretation_derived,
            stale_age=age_for(entry.age_days, self.analysis),
            limit=gettext("limit %(span)s") % {"span": limit_span(entry.limit_days)},
            not_material=entry.bears_why if entry.bears == Material.NO else "",
            by_model=entry.matched_by is MatchMethod.MODEL,
        )

    def _row(
        self,
        item: RelatedItem,
        *,
        record: str,
        detail: tuple[str, ...],
        flag: str | None = None,
        has_flag: bool = False,
        flag_is_ours: bool = False,
        recorded: str = "",
        stale_age: str = "",
        limit: str = "",
        not_material: str = "",
        unclear: str = "",
        by_model: bool = False,
    ) -> Row:
        token = self.tokens.get(evidence_id(item), evidence_id(item))
        return Row(
            kind=item.kind.value,
            name=item.name,
            record=record,
            detail=tuple(part for part in detail if part),
            why=item.rationale,
            recorded=recorded,
            evidence_id=evidence_id(item),
            evidence_token=token,
            evidence_url=evidence_url(self.analysis, self.finding, token),
            evidence_label=quotes_label(item),
            source=source_label(item),
            flag=flag,
            has_flag=has_flag,
            flag_is_ours=flag_is_ours,
            stale_age=stale_age,
            limit=limit,
            not_material=not_material,
            unclear=unclear,
            untraced=item.untraced,
            by_model=by_model,
        )


def _in_record(entry: FoundItem) -> str:
    return {
        RelationKind.CONDITION: pgettext("condition", "In the problem list"),
        RelationKind.MEDICATION: pgettext("medicine", "On the medication list"),
    }.get(entry.item.kind, pgettext("record", "Recorded"))


def quotes_label(item: RelatedItem) -> str:
    """``2 quotes``, or that there is a source only, or none at all."""
    if item.untraced:
        return gettext("No source")
    if item.quotes:
        count = len(item.quotes)
        return ngettext("%(n)d quote", "%(n)d quotes", count) % {"n": count}
    return gettext("Source") if item.source else gettext("Rationale")


def source_label(item: RelatedItem) -> str:
    """Who says so, and when: ``KDIGO 2024``."""
    if item.source is None:
        return ""
    year = str(item.source.year) if item.source.year else ""
    return " ".join(part for part in (item.source.organisation, year) if part)
