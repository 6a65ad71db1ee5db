"""Entries of a snapshot as rows and pages to look at."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from graphcurate.browsing import EntryType, Index, Item
from graphcurate.contracts import (
    Biomarker,
    CriticalLimit,
    Domain,
    Interval,
    NamedThing,
    Source,
)
from graphcurate.snapshot import all_names
from graphcurate.words import POPULATIONS, SEXES
from medreview.common.text import normalise_name

LANGUAGES = {"en": "English", "ru": "Русский", "zh": "中文"}


def biomarker_page(entry: Biomarker, index: Index, language: str) -> dict[str, Any]:
    """What a biomarker has besides its links."""
    domain = index.items.get(f"{EntryType.DOMAIN}:{entry.domain}")
    return {
        "domain": domain.name(language) if domain else entry.domain,
        "domain_url": reverse("graphcurate:domain-detail", args=[entry.domain]) if domain else "",
        "specimen": entry.specimen,
        "units": entry.units,
        "validity_days": entry.validity_days,
        "validity_days_after_change": entry.validity_days_after_change,
        "validity_reason": entry.validity_reason,
        "validity_source": entry.validity_source,
        "comparability": entry.comparability_note,
        "look_alikes": _look_alikes(index.by_type[EntryType.BIOMARKER], entry, language),
        "codes": entry.loinc,
        "names": [
            (LANGUAGES[key], key, entry.names.get(key), entry.synonyms.get(key, ()))
            for key in LANGUAGES
        ],
        "intervals": [_interval_row(line) for line in entry.intervals],
        "criticals": [_critical_row(line) for line in entry.criticals],
        "conversions": entry.conversions,
    }


def domain_page(entry: Domain) -> dict[str, Any]:
    """What a domain has besides its links and its biomarkers."""
    return {"scope": entry.scope, "rule": entry.rule}


def thing_page(entry: NamedThing) -> dict[str, Any]:
    """What a condition, medication or preanalytical factor has besides the links to it."""
    return {
        "codes": entry.codes,
        "names": [
            (LANGUAGES[key], key, names[0], names[1:])
            for key in LANGUAGES
            if (names := entry.names.get(key))
        ],
    }


def source_page(entry: Source, index: Index) -> dict[str, Any]:
    """What a source says of itself."""
    successor = index.items.get(f"{EntryType.SOURCE}:{entry.superseded_by}")
    return {
        "source": _source_row(entry),
        "organisation": entry.organisation,
        "version": entry.version,
        "section": entry.section,
        "retracted": entry.retracted,
        "superseded": bool(entry.superseded_by),
        "successor": successor.name("en") if successor else entry.superseded_by,
        "successor_url": reverse("graphcurate:source-detail", args=[successor.entry.key])
        if successor
        else "",
    }


def speaks_for(entry: Biomarker, wanted: str) -> bool:
    """Whether a name, a code or the key of this entry holds the words, which are normalised."""
    if not wanted:
        return True
    spoken = (*all_names(entry), entry.key, *(code.code for code in entry.loinc))
    return any(wanted in normalise_name(text) for text in spoken)


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


def _look_alikes(items: Iterable[Item], entry: Biomarker, language: str) -> list[tuple[str, str]]:
    """The other biomarkers of its comparability group."""
    others = [item for item in items if item.entry.key != entry.key]
    return [
        (item.name(language), reverse("graphcurate:entry-detail", args=[item.entry.key]))
        for item in others
        if entry.comparability_group
        and isinstance(item.entry, Biomarker)
        and item.entry.comparability_group == entry.comparability_group
    ]
