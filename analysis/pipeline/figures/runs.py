"""How many runs there were, how long they and their stages took, and what answered in them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Count,
    DurationField,
    ExpressionWrapper,
    F,
    FloatField,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, TruncDay, TruncWeek

from analysis.pipeline.figures.asked import Asked
from analysis.pipeline.figures.percentiles import Percentiles, spread
from analysis.pipeline.models import StageOutput
from graphcurate.gaps.tier_shares import TIERS, Week
from graphcurate.models import TierCount
from medreview.llm.costs import Cost
from medreview.llm.models import LLMCall
from medreview.runtime.models import Run
from medreview.runtime.run_states import RunState

SLOWEST = 20
THROUGH = (RunState.AWAITING_REVIEW, RunState.DONE)
"""What a run is in once its stages are through."""


@dataclass(frozen=True)
class Runs:
    """Some runs, and how long those took whose stages came through."""

    count: int = 0
    failed: int = 0
    through: int = 0
    p50: dt.timedelta | None = None
    """From being asked for to the last stage's end."""
    p95: dt.timedelta | None = None


@dataclass(frozen=True)
class StageFigures:
    """How one stage went in some runs."""

    stage: str
    runs: int
    seconds: float
    """Of all of them together."""
    p50: float
    p95: float
    degraded: int
    questions: int
    tokens: int
    tool_calls: int
    rejections: int
    one_at_a_time: int


@dataclass(frozen=True)
class TierFigures:
    """The runs whose weakest result is of one tier: how long they took, and how many tokens."""

    tier: str
    runs: int
    results: int
    through: int
    p50: dt.timedelta | None
    p95: dt.timedelta | None
    tokens: int | None
    """None where none of them asked a model."""
    cost: Cost


@dataclass(frozen=True)
class SlowRun:
    """One of the slowest."""

    run: str
    state: str
    asked_at: dt.datetime
    took: dt.timedelta


def total(asked: Asked) -> Runs:
    """All of them."""
    return Runs(**spread(_timed(asked).aggregate(**_figures())))


def by_day(asked: Asked) -> dict[dt.date, Runs]:
    """Day by day, where the hospital is; a day without runs is left out."""
    days = _timed(asked).annotate(day=TruncDay("created_at", tzinfo=asked.zone))
    rows = days.values("day").annotate(**_figures())
    return {row["day"].date(): Runs(**_without("day", spread(row))) for row in rows}


def stages(asked: Asked) -> list[StageFigures]:
    """Each stage, in the order in which they run."""
    rows = StageOutput.objects.filter(run__in=_runs(asked).values("pk")).order_by()
    if asked.stage:
        rows = rows.filter(stage=asked.stage)
    seconds = Cast(KT("report__seconds"), FloatField())
    found = rows.values("stage", "position").annotate(
        runs=Count("id"),
        seconds=Sum(seconds),
        degraded=Count("id", filter=Q(report__status="degraded")),
        questions=_counted("iterations"),
        tokens=_counted("tokens"),
        tool_calls=_counted("tool_calls"),
        rejections=_counted("rejections"),
        one_at_a_time=Count("id", filter=Q(report__one_at_a_time=True)),
        percentiles=Percentiles(seconds, FloatField()),
    )
    in_order = found.order_by("position", "stage")
    return [StageFigures(**_without("position", spread(row))) for row in in_order]


def tiers(asked: Asked) -> list[TierFigures]:
    """Runs by the weakest tier in them, the strongest first; a tier without runs is left out."""
    calls = LLMCall.objects.filter(run=OuterRef("run")).order_by().values("run")
    run = _timed(asked).filter(pk=OuterRef("run"))
    rows = (
        _tier_counts(asked)
        .annotate(
            tier=_weakest(),
            took=Subquery(
                run.filter(state__in=THROUGH).values("took")[:1], output_field=DurationField()
            ),
            tokens=_of_calls(calls, Sum(F("input_tokens") + F("output_tokens"))),
            micros=_of_calls(calls, Sum("micros")),
            requests=_of_calls(calls, Count("id")),
            unpriced=_of_calls(calls, Count("id", filter=Q(micros=None))),
        )
        .values("tier")
        .annotate(
            runs=Count("id"),
            results=Sum(sum((F(tier) for tier in TIERS[1:]), F(TIERS[0]))),
            through=Count("took"),
            all_tokens=Sum("tokens"),
            all_micros=Sum("micros"),
            all_requests=Sum("requests"),
            all_unpriced=Sum("unpriced"),
            percentiles=Percentiles("took", DurationField()),
        )
    )
    order = {tier: place for place, tier in enumerate((*TIERS, ""))}
    return sorted((_tier_figures(spread(row)) for row in rows), key=lambda one: order[one.tier])


def tier_weeks(asked: Asked) -> tuple[Week, ...]:
    """The abnormal results by tier, week by week; a week without any is there, and empty."""
    weeks = _tier_counts(asked).annotate(week=TruncWeek("asked_at", tzinfo=asked.zone))
    counted = weeks.values_list("week").annotate(**{f"n_{tier}": Sum(tier) for tier in TIERS})
    known = {week.date(): dict(zip(TIERS, numbers, strict=True)) for week, *numbers in counted}
    nothing = dict.fromkeys(TIERS, 0)
    return tuple(Week(monday, known.get(monday, nothing)) for monday in asked.mondays())


def slowest(asked: Asked) -> list[SlowRun]:
    """The runs that took longest from being asked for to their end, whatever it was."""
    rows = _timed(asked).filter(took__isnull=False).order_by("-took", "pk")
    found = rows.values_list("pk", "state", "created_at", "took")[:SLOWEST]
    return [SlowRun(*row) for row in found]


def _runs(asked: Asked) -> QuerySet[Any]:
    runs = Run.objects.filter(
        hospital=asked.hospital, created_at__gte=asked.since, created_at__lt=asked.until
    ).order_by()
    if asked.release:
        runs = runs.filter(graph_release=asked.release)
    if asked.model:
        calls = LLMCall.objects.filter(hospital=asked.hospital, model=asked.model)
        runs = runs.filter(pk__in=calls.order_by().values("run"))
    return runs


def _timed(asked: Asked) -> QuerySet[Any]:
    """With how long each took: its analysis' stages, or, of one tried again, its failure."""
    ended = Coalesce("analysis__finished_at", "finished_at")
    took = ExpressionWrapper(ended - F("created_at"), output_field=DurationField())
    return _runs(asked).annotate(took=took)


def _figures() -> dict[str, Any]:
    through = Q(state__in=THROUGH)
    return {
        "count": Count("id"),
        "failed": Count("id", filter=Q(state=RunState.FAILED)),
        "through": Count("took", filter=through),
        "percentiles": Percentiles("took", DurationField(), filter=through),
    }


def _without(column: str, row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != column}


def _counted(name: str) -> Coalesce:
    """The sum of a number of a report; a report from before it was kept has none."""
    return Coalesce(Sum(Cast(KT(f"report__{name}"), IntegerField())), 0)


def _tier_counts(asked: Asked) -> QuerySet[Any]:
    return TierCount.objects.filter(run__in=_runs(asked).values("pk")).order_by()


def _weakest() -> Case:
    """The weakest tier of a run's abnormal results; empty where nothing was abnormal."""
    weakest_first = [When(**{f"{tier}__gt": 0}, then=Value(tier)) for tier in reversed(TIERS)]
    return Case(*weakest_first, default=Value(""), output_field=CharField())


def _of_calls(calls: QuerySet[Any, Any], what: Any) -> Subquery:
    return Subquery(calls.annotate(said=what).values("said"), output_field=IntegerField())


def _tier_figures(row: Mapping[str, Any]) -> TierFigures:
    requests, unpriced = row["all_requests"] or 0, row["all_unpriced"] or 0
    return TierFigures(
        tier=row["tier"],
        runs=row["runs"],
        results=row["results"],
        through=row["through"],
        p50=row["p50"],
        p95=row["p95"],
        tokens=row["all_tokens"],
        cost=Cost(row["all_micros"] or 0, requests, unpriced),
    )
