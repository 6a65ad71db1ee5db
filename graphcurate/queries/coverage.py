"""What is covered and what is asked for: gaps by demand, tiers by week, what has been read."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.db.models.functions import TruncWeek

from graphcurate.entry_fields import EntryKind
from graphcurate.gaps import coverage, tier_shares
from graphcurate.gaps.coverage import Known, Place
from graphcurate.gaps.states import GapState
from graphcurate.gaps.suggestions import Suggestions
from graphcurate.library import queries as library
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import Demand, Gap, LookupMiss, ReviewDecision, Revision, TierCount
from graphcurate.models.miss import DEAD
from graphcurate.queries.releases import current_release, head, lookup_of
from medreview.accounts.models import User
from medreview.common.clock import now, today
from medreview.common.errors import NotFound, gettext_noop

WINDOW = dt.timedelta(days=90)
"""For how long a miss counts as demand."""


class Show(StrEnum):
    """The lists of gaps a curator can look at."""

    ALL = "all"
    DOMAIN = "domain"
    MODEL = "model"
    UNCOVERED = "uncovered"
    NAMES = "names"
    MAPPED = "mapped"
    ASIDE = "aside"


_WAITING = Q(state=GapState.OPEN) | Q(
    state=GapState.MAPPED,
    change_set__state__in=DEAD,
)
"""Nobody has dealt with it, or what they did came to nothing."""
_LISTS = {
    Show.ALL: _WAITING,
    Show.DOMAIN: _WAITING & Q(tier="domain_inference"),
    Show.MODEL: _WAITING & Q(tier="model_knowledge"),
    Show.UNCOVERED: _WAITING & Q(tier="uncovered"),
    Show.NAMES: _WAITING & Q(biomarker=""),
    Show.MAPPED: Q(state=GapState.MAPPED) & ~_WAITING,
    Show.ASIDE: Q(state=GapState.SET_ASIDE),
}


@dataclass(frozen=True)
class Asked:
    """A gap, and how many runs of the last 90 days missed it."""

    gap: Gap
    hits: int
    unsourced: Mapping[str, int] = field(default_factory=dict)
    """How many of them had no source for it, by tier: a model's knowledge, or nothing."""


UNSOURCED = ("model_knowledge", "uncovered")


def gap(pk: str) -> Gap:
    """One gap by its id."""
    found = Gap.objects.select_related("settled_by", "change_set").filter(pk=pk).first()
    if found is None:
        raise NotFound(gettext_noop("There is no such gap."))
    return found


def hits_of(found: Gap) -> int:
    """How many runs of the last 90 days missed this one."""
    return found.misses.filter(created_at__gte=_since()).count()


def unsourced_of(gaps: Iterable[str]) -> dict[str, dict[str, int]]:
    """How many runs of the last 90 days met each gap with an abnormal result and no source."""
    rows = LookupMiss.objects.filter(gap__in=gaps, created_at__gte=_since(), tier__in=UNSOURCED)
    counted = rows.order_by().values_list("gap", "tier").annotate(runs=Count("*"))
    found: dict[str, dict[str, int]] = {}
    for gap_id, tier, runs in counted:
        found.setdefault(gap_id, {})[tier] = runs
    return found


def gaps(show: Show, *, start: int = 0, size: int = 100) -> list[Asked]:
    """A part of a list, the most asked for first."""
    # Counted by the index alone, and only then given names: misses are many, gaps are few.
    counted = LookupMiss.objects.filter(created_at__gte=_since(), gap__isnull=False)
    hits = dict(counted.order_by().values_list("gap").annotate(hits=Count("*")))
    listed = Gap.objects.filter(_LISTS[show], missed_at__gte=_since())
    ranked = sorted(
        listed.values_list("pk", "name", "code"),
        key=lambda row: (-hits.get(row[0], 0), row[1], row[2]),
    )[start : start + size]
    shown = [pk for pk, *_ in ranked]
    rows = Gap.objects.select_related("settled_by", "change_set").in_bulk(shown)
    unsourced = unsourced_of(shown)
    return [Asked(rows[pk], hits.get(pk, 0), unsourced.get(pk, {})) for pk in shown]


def gap_counts() -> dict[Show, int]:
    """How long each list is."""
    since = Q(missed_at__gte=_since())
    found = Gap.objects.aggregate(
        **{show.value: Count("id", filter=_LISTS[show] & since) for show in Show}
    )
    return {show: found[show.value] for show in Show}


def gaps_waiting(user: User | None = None) -> int:
    """How many gaps runs asked for in the last 90 days that nobody has dealt with."""
    return Gap.objects.filter(_WAITING, missed_at__gte=_since()).count()


def waiting_for_mapping() -> QuerySet[Gap]:
    """Gaps that a release could have answered: all that nobody set aside."""
    return Gap.objects.exclude(state=GapState.SET_ASIDE).select_related("change_set")


def uncounted_misses() -> bool:
    """Whether there are misses from before gaps were kept, which no list shows yet."""
    return LookupMiss.objects.filter(gap__isnull=True).exists()


def counted_since() -> dt.datetime | None:
    """The first run whose tiers are known."""
    first: dt.datetime | None = TierCount.objects.aggregate(first=Min("asked_at"))["first"]
    return first


def weeks() -> tuple[tier_shares.Week, ...]:
    """The abnormal results of the last half year by tier, week by week."""
    day = today()
    start = day - dt.timedelta(days=day.weekday(), weeks=tier_shares.WEEKS - 1)
    counted = (
        TierCount.objects.filter(asked_at__gte=dt.datetime.combine(start, dt.time(), dt.UTC))
        .annotate(week=TruncWeek("asked_at", tzinfo=dt.UTC))
        .values_list("week")
        .annotate(**{f"n_{tier}": Sum(tier) for tier in tier_shares.TIERS})
        .order_by("week")
    )
    return tier_shares.weeks(
        (
            (week.date(), dict(zip(tier_shares.TIERS, asked, strict=True)))
            for week, *asked in counted
        ),
        day,
    )


def demand_of_biomarkers() -> Mapping[str, int]:
    """How many runs of the last 90 days asked about an abnormal result of each biomarker."""
    rows = Demand.objects.filter(week__gte=today() - WINDOW).values_list("biomarker")
    return dict(rows.annotate(asked=Sum("asked")))


def runs_asking(biomarker: str) -> int:
    """How many runs of the last 90 days asked about an abnormal result of one biomarker."""
    return demand_of_biomarkers().get(biomarker, 0)


def concerns() -> dict[coverage.Concern, int]:
    """How long each list of what wants looking after is."""
    return coverage.counts(head(), known())


def concerned(concern: coverage.Concern) -> list[coverage.Concerned]:
    """What one of these lists holds."""
    return list(coverage.concerned(concern, head(), known()))


def known() -> Known:
    """What the lists need to know beside the content."""
    return Known(
        today=today(), documents=lapsed_documents(), read_by_clinicians=read_by_clinicians()
    )


def lapsed_documents() -> Mapping[str, str]:
    """Stored documents that quotes can't rest on any more, and why."""
    cited = {
        item.document for entry in head().relations for item in entry.evidence if item.document
    }
    kept = library.documents_with_hashes(cited)
    states = {hashed: library.state_of(document).value for hashed, document in kept.items()}
    states |= dict.fromkeys(cited - set(kept), "document_unknown")
    return {hashed: state for hashed, state in states.items() if state.startswith("document_")}


def read_by_clinicians() -> frozenset[Place]:
    """Entries that somebody who was a clinician then accepted, in sets that were published."""
    accepted = ReviewDecision.objects.filter(
        verdict=Verdict.APPROVE,
        as_clinician=True,
        change_set__state=ChangeSetState.PUBLISHED,
    )
    rows = Revision.objects.filter(
        change_set__in=accepted.values("change_set"), superseded_by__isnull=True
    )
    found = rows.values_list("entry_kind", "entry_key").distinct()
    return frozenset((EntryKind(kind), key) for kind, key in found)


def suggestions() -> Suggestions:
    """What names the current release could mean, ready to be asked."""
    return _suggestions_in(current_release().content_hash)


@lru_cache(maxsize=2)
def _suggestions_in(content_hash: str) -> Suggestions:
    return Suggestions(lookup_of(current_release()))


def _since() -> dt.datetime:
    return now() - WINDOW
