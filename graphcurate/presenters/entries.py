"""Entries of a snapshot as rows and pages to look at."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from graphcurate.contracts import (
    Biomarker,
    CriticalLimit,
    Domain,
    Interval,
    RelatedItem,
    RelationKind,
    Snapshot,
    Source,
)
from graphcurate.snapshot import all_names
from medreview.common.text import normalise_name

Words = str | Promise

KINDS: dict[RelationKind, Words] = {
    RelationKind.PARAMETER: gettext_lazy("Parameters"),
    RelationKind.CONDITION: gettext_lazy("Conditions"),
    RelationKind.MEDICATION: gettext_lazy("Medications"),
    RelationKind.PREANALYTICAL: gettext_lazy("Preanalytical factors"),
}
EFFECTS: dict[str, Words] = {
    "raises": gettext_lazy("raises it"),
    "lowers": gettext_lazy("lowers it"),
    "both": gettext_lazy("can raise or lower it"),
    "confounds": gettext_lazy("disturbs the measurement"),
    "explains": gettext_lazy("helps to explain it"),
    "contextualises": gettext_lazy("puts it in context"),
}
LEVELS: dict[str, Words] = {
    "guideline": gettext_lazy("guideline"),
    "review": gettext_lazy("review"),
    "study": gettext_lazy("study"),
    "label": gettext_lazy("product label"),
    "textbook": gettext_lazy("textbook"),
    "expert": gettext_lazy("expert opinion"),
    "domain_default": gettext_lazy("domain default"),
}
POPULATIONS: dict[str, Words] = {
    "adult": gettext_lazy("adult"),
    "child": gettext_lazy("child"),
    "neonate": gettext_lazy("neonate"),
    "pregnancy": gettext_lazy("pregnancy"),
    "any": gettext_lazy("everyone"),
}
SEXES: dict[str | None, Words] = {
    "female": gettext_lazy("female"),
    "male": gettext_lazy("male"),
    None: gettext_lazy("both sexes"),
}
LANGUAGES = {"en": "English", "ru": "Русский", "zh": "中文"}


@dataclass(frozen=True)
class EntryRow:
    """One line of the list."""

    name: str
    url: str
    loinc: str
    domain: str
    domain_url: str
    links: tuple[tuple[Words, int], ...]
    """How many relations of each kind, in the order of ``KINDS``."""
    validity: int | None
    reviewed: bool


def entry_rows(snapshot: Snapshot, words: str, domain: str, language: str) -> list[EntryRow]:
    """The biomarkers of a domain (or all) that any name, code or key of theirs speaks for."""
    wanted = normalise_name(words)
    entries = [
        entry
        for entry in snapshot.biomarkers.values()
        if (not domain or entry.domain == domain) and speaks_for(entry, wanted)
    ]
    rows = [_row(snapshot, entry, language) for entry in entries]
    return sorted(rows, key=lambda row: row.name.casefold())


def domain_choices(snapshot: Snapshot, language: str) -> list[tuple[str, str]]:
    """Key and name of every domain, by name."""
    choices = [(key, shown(entry.names, language)) for key, entry in snapshot.domains.items()]
    return sorted(choices, key=lambda choice: choice[1].casefold())


def entry_page(snapshot: Snapshot, entry: Biomarker, language: str) -> dict[str, Any]:
    """Everything the entry page shows of a biomarker."""
    domain = snapshot.domains[entry.domain]
    return {
        "name": shown(entry.names, language),
        "key": entry.key,
        "reviewed": entry.reviewed,
        "domain": shown(domain.names, language),
        "domain_url": reverse("graphcurate:domain-detail", args=[domain.key]),
        "specimen": entry.specimen,
        "units": entry.units,
        "validity_days": entry.validity_days,
        "validity_days_after_change": entry.validity_days_after_change,
        "validity_reason": entry.validity_reason,
        "validity_source": entry.validity_source,
        "comparability": entry.comparability_note,
        "look_alikes": _look_alikes(snapshot, entry, language),
        "codes": entry.loinc,
        "names": [
            (LANGUAGES[key], key, entry.names.get(key), entry.synonyms.get(key, ()))
            for key in LANGUAGES
        ],
        "intervals": [_interval_row(line) for line in entry.intervals],
        "criticals": [_critical_row(line) for line in entry.criticals],
        "conversions": entry.conversions,
        "groups": relation_groups(entry.relations, snapshot),
    }


def domain_page(snapshot: Snapshot, entry: Domain, language: str) -> dict[str, Any]:
    """Everything the page of a domain shows."""
    return {
        "name": shown(entry.names, language),
        "key": entry.key,
        "scope": entry.scope,
        "rule": entry.rule,
        "groups": relation_groups(entry.relations, snapshot),
        "biomarkers": entry_rows(snapshot, "", entry.key, language),
    }


def relation_groups(relations: Iterable[RelatedItem], snapshot: Snapshot) -> list[dict[str, Any]]:
    """Relations by kind, each kind with its rows, kinds without any left out."""
    listed = list(relations)
    groups = []
    for kind, title in KINDS.items():
        rows = [_relation_row(item, snapshot) for item in listed if item.kind is kind]
        if rows:
            groups.append({"kind": kind.value, "title": title, "rows": rows})
    return groups


def shown(names: dict[str, str], language: str) -> str:
    """The name in the reader's language, else in English."""
    return names.get(language[:2]) or names["en"]


def speaks_for(entry: Biomarker, wanted: str) -> bool:
    """Whether a name, a code or the key of this entry holds the words, which are normalised."""
    if not wanted:
        return True
    spoken = (*all_names(entry), entry.key, *(code.code for code in entry.loinc))
    return any(wanted in normalise_name(text) for text in spoken)


def _row(snapshot: Snapshot, entry: Biomarker, language: str) -> EntryRow:
    kinds = [item.kind for item in entry.relations]
    return EntryRow(
        name=shown(entry.names, language),
        url=reverse("graphcurate:entry-detail", args=[entry.key]),
        loinc=next((code.code for code in entry.loinc if code.primary), ""),
        domain=shown(snapshot.domains[entry.domain].names, language),
        domain_url=reverse("graphcurate:domain-detail", args=[entry.domain]),
        links=tuple((title, kinds.count(kind)) for kind, title in KINDS.items()),
        validity=entry.validity_days,
        reviewed=entry.reviewed,
    )


def _relation_row(item: RelatedItem, snapshot: Snapshot) -> dict[str, Any]:
    to_biomarker = item.kind is RelationKind.PARAMETER and item.key in snapshot.biomarkers
    others = [snapshot.sources[key] for key in item.more_sources if key in snapshot.sources]
    return {
        "name": item.name,
        "url": reverse("graphcurate:entry-detail", args=[item.key]) if to_biomarker else "",
        "codes": [] if to_biomarker else item.codes,
        "effect": EFFECTS[item.effect.value],
        "rationale": item.rationale,
        "level": LEVELS.get(item.knowledge_level, item.knowledge_level),
        "sources": [_source_row(source) for source in filter(None, (item.source, *others))],
        "reviewed": item.reviewed,
    }


def _source_row(source: Source) -> dict[str, Any]:
    said = [source.organisation, source.title, source.section or ""]
    return {
        "text": ". ".join(text for text in said if text),
        "year": source.year,
        "url": _web_address(source),
        "doi": source.doi,
        "verified": source.identifier_verified,
    }


def _web_address(source: Source) -> str:
    """Where it can be read; a DOI given as its address is one, and nothing else is linked."""
    said = source.url or ""
    doi = source.doi or (said if said.startswith("10.") else "")
    if doi:
        return f"https://doi.org/{doi}"
    return said if said.startswith(("https://", "http://")) else ""


def _interval_row(line: Interval) -> dict[str, Any]:
    return {
        "range": _between(line.low, line.high),
        "unit": line.unit,
        "sex": SEXES[line.sex],
        "population": POPULATIONS[line.population],
        "owner": line.owner,
        "note": line.note,
    }


def _critical_row(line: CriticalLimit) -> dict[str, Any]:
    return {
        "low": _bound(line.low, "≤" if line.low_included else "<"),
        "high": _high(line),
        "unit": line.unit,
        "population": POPULATIONS[line.population],
        "owner": line.owner,
        "note": line.note,
        "other": line.other_limits,
        "source": _source_row(line.source) if line.source else None,
    }


def _high(line: CriticalLimit) -> str:
    if line.positive:
        return _("any positive result")
    bound = _bound(line.high, "≥" if line.high_included else ">")
    return _("%(bound)s × upper limit") % {"bound": bound} if line.high_times_upper_limit else bound


def _between(low: Decimal | None, high: Decimal | None) -> str:
    if low is not None and high is not None:
        return f"{low}–{high}"
    return _bound(low, "≥") or _bound(high, "≤")


def _bound(number: Decimal | None, sign: str) -> str:
    return f"{sign} {number}" if number is not None else ""


def _look_alikes(snapshot: Snapshot, entry: Biomarker, language: str) -> list[tuple[str, str]]:
    """The other biomarkers of its comparability group."""
    if not entry.comparability_group:
        return []
    return [
        (shown(other.names, language), reverse("graphcurate:entry-detail", args=[other.key]))
        for other in snapshot.biomarkers.values()
        if other.comparability_group == entry.comparability_group and other.key != entry.key
    ]
