"""Gaps of the graph as rows, and what a name could be as choices with a digit each."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from graphcurate.contracts import LookupHow
from graphcurate.entry_fields import EntryKind
from graphcurate.gaps.states import AsideWhy, GapState
from graphcurate.gaps.suggestions import Fit, Suggestion
from graphcurate.models import Gap
from graphcurate.presenters.coverage import TIER_WORDS, Words, editor_url
from graphcurate.presenters.entry_names import Names
from graphcurate.queries.coverage import UNSOURCED, Asked


@dataclass(frozen=True)
class GapRow:
    """One thing runs missed."""

    pk: str
    version: int
    name: str
    code: str
    units: Sequence[str]
    laboratories: Sequence[str]
    specimens: Sequence[str]
    domain: str
    tier: str
    tier_words: Words
    why: str
    hits: int
    unsourced: Sequence[tuple[int, Words]]
    """Of these, how many had an abnormal result and no source for it, where not all had the same:
    by a model's knowledge, or not at all."""
    last: dt.datetime
    state: str
    biomarker: str
    """The entry it is, where the graph has one without relations of its own."""
    url: str
    """Where it is curated, with what is known filled in."""
    can_map: bool
    proposed: str
    """The biomarker a model took it for last, by its name; empty where none did."""
    settled: str
    reason: str
    by: str
    set_label: str
    set_pk: str


@dataclass(frozen=True)
class Choice:
    """One biomarker a name could be of, and the digit that chooses it."""

    digit: int
    key: str
    name: str
    because: str
    """The name it is like; empty where only a model says so."""
    by_model: bool
    for_it: Sequence[str]
    against: Sequence[str]


def gap_row(names: Names, asked: Asked) -> GapRow:
    """A gap as one row."""
    gap = asked.gap
    state = GapState.OPEN if gap.came_to_nothing else GapState(gap.state)
    draft = gap.change_set if state is GapState.MAPPED else None
    return GapRow(
        pk=gap.pk,
        version=gap.version,
        name=gap.name,
        code=gap.code,
        units=gap.units,
        laboratories=gap.laboratories,
        specimens=gap.specimens,
        domain=names.of(EntryKind.DOMAIN, gap.domain) if gap.domain else "",
        tier=gap.tier,
        tier_words=TIER_WORDS.get(gap.tier, gap.tier),
        why=_why(gap),
        hits=asked.hits,
        unsourced=[
            (asked.unsourced[tier], TIER_WORDS[tier])
            for tier in UNSOURCED
            if 0 < asked.unsourced.get(tier, 0) < asked.hits
        ],
        last=gap.missed_at,
        state=state.value,
        biomarker=names.of(EntryKind.BIOMARKER, gap.biomarker) if gap.biomarker else "",
        url=_curate_url(gap),
        can_map=not gap.biomarker,
        proposed=names.of(EntryKind.BIOMARKER, gap.proposed[0]) if gap.proposed else "",
        settled=names.of(EntryKind.BIOMARKER, gap.mapped_to) if draft else _aside(gap),
        reason=gap.reason,
        by=gap.settled_by.get_full_name() if gap.settled_by else "",
        set_label=draft.label if draft else "",
        set_pk=draft.pk if draft else "",
    )


def gap_rows(names: Names, listed: Iterable[Asked]) -> list[GapRow]:
    """Gaps in the order given."""
    return [gap_row(names, asked) for asked in listed]


def choices(names: Names, found: Iterable[Suggestion]) -> list[Choice]:
    """Suggestions with what speaks for and against each, numbered."""
    return [
        Choice(
            digit=digit,
            key=one.key,
            name=names.of(EntryKind.BIOMARKER, one.key),
            because=one.because if one.like else "",
            by_model=one.by_model,
            for_it=_for(one),
            against=_against(one),
        )
        for digit, one in enumerate(found, start=1)
    ]


def _for(one: Suggestion) -> list[str]:
    said = [_("the unit fits")] if one.unit is Fit.FITS else []
    return said + ([_("the specimen fits")] if one.specimen is Fit.FITS else [])


def _against(one: Suggestion) -> list[str]:
    said = []
    if one.unit is Fit.DIFFERS:
        said.append(_("other unit"))
    if one.specimen is Fit.DIFFERS:
        said.append(_("other specimen"))
    if one.shared:
        said.append(_("another biomarker bears this name: it stays ambiguous without a unit"))
    return said


def _why(gap: Gap) -> str:
    if gap.biomarker:
        return _("no relations of its own")
    if gap.how == LookupHow.AMBIGUOUS:
        return _("could be several")
    return _("code not in the graph") if gap.code else _("name not in the graph")


def _aside(gap: Gap) -> str:
    if gap.state != GapState.SET_ASIDE:
        return ""
    is_other = gap.why_aside == AsideWhy.NOT_LABORATORY
    return _("not a laboratory test") if is_other else _("ignored")


def _curate_url(gap: Gap) -> str:
    if gap.biomarker:
        return editor_url("biomarker", gap.biomarker)
    unit = gap.units[0] if gap.units else ""
    return editor_url("biomarker", name=gap.name, loinc=gap.code, unit=unit, domain=gap.domain)
