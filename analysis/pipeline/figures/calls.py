"""What models were asked, what it cost and how long it took, counted by the database."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import TruncDay

from analysis.pipeline.figures.asked import Asked
from analysis.pipeline.figures.percentiles import Percentiles, spread
from medreview.llm.costs import Cost
from medreview.llm.models import LLMCall
from medreview.runtime.models import Run

OK = "ok"
DEAREST = 20


@dataclass(frozen=True)
class Took:
    """What some requests took, and how they ended."""

    requests: int = 0
    questions: int = 0
    """Asked of a model, by however many requests each."""
    answered: int = 0
    retries: int = 0
    """Requests of a question after its first."""
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    """Requests whose tokens nobody counted: ours is a guess."""
    cost: Cost = field(default_factory=Cost)
    p50: float | None = None
    """Milliseconds of one request; with the number of requests it says how much it is worth."""
    p95: float | None = None

    @property
    def failures(self) -> int:
        """Questions without an answer that could be used."""
        return self.questions - self.answered


NOTHING = Took()


def together(each: Iterable[Took]) -> Took:
    """Their sum; percentiles don't add up, and are left out."""
    took = list(each)
    return Took(
        requests=sum(one.requests for one in took),
        questions=sum(one.questions for one in took),
        answered=sum(one.answered for one in took),
        retries=sum(one.retries for one in took),
        tokens_in=sum(one.tokens_in for one in took),
        tokens_out=sum(one.tokens_out for one in took),
        estimated=sum(one.estimated for one in took),
        cost=sum((one.cost for one in took), Cost()),
    )


def total(asked: Asked) -> Took:
    """All of it."""
    return _took(spread(_rows(asked).aggregate(**_sums(), percentiles=_latency())))


def by_day(asked: Asked) -> dict[dt.date, Took]:
    """Day by day, where the hospital is; a day without requests is left out."""
    rows = _by_day(asked).values("day").annotate(**_sums(), percentiles=_latency())
    return {row["day"].date(): _took(spread(row)) for row in rows}


def by_day_and_skill(asked: Asked) -> dict[tuple[dt.date, str], Took]:
    """What each skill took each day."""
    rows = _by_day(asked).values("day", "purpose").annotate(**_sums())
    return {(row["day"].date(), row["purpose"]): _took(row) for row in rows}


def by_model(asked: Asked) -> list[tuple[str, str, Took]]:
    """Provider, model and what it took, the most asked first."""
    rows = _rows(asked).values("provider", "model").annotate(**_sums(), percentiles=_latency())
    found = [(row["provider"], row["model"], _took(spread(row))) for row in rows]
    return sorted(found, key=lambda one: (-one[2].requests, one[0], one[1]))


def by_outcome(asked: Asked) -> list[tuple[str, int]]:
    """How requests failed, the most frequent way first."""
    rows = _rows(asked).exclude(outcome=OK).values("outcome").annotate(n=Count("id"))
    return [(row["outcome"], row["n"]) for row in rows.order_by("-n", "outcome")]


def dearest(asked: Asked) -> list[tuple[str, Took]]:
    """The runs that cost most; where no price is known, those that took most tokens."""
    rows = _rows(asked).exclude(run="").values("run").annotate(**_sums())
    rows = rows.order_by(F("spent").desc(nulls_last=True), F("tokens_out").desc(), "run")
    return [(row["run"], _took(row)) for row in rows[:DEAREST]]


def models_asked(hospital: str) -> list[str]:
    """Every model that was ever asked for a hospital."""
    rows = LLMCall.objects.filter(hospital=hospital).order_by()
    return sorted(rows.values_list("model", flat=True).distinct())


def _rows(asked: Asked) -> QuerySet[Any]:
    rows = LLMCall.objects.filter(
        hospital=asked.hospital, at__gte=asked.since, at__lt=asked.until
    ).order_by()
    if asked.stage:
        rows = rows.filter(purpose__in=asked.skills)
    if asked.model:
        rows = rows.filter(model=asked.model)
    if asked.release:
        runs = Run.objects.filter(hospital=asked.hospital, graph_release=asked.release)
        rows = rows.filter(run__in=runs.values("pk"))
    return rows


def _by_day(asked: Asked) -> QuerySet[Any]:
    return _rows(asked).annotate(day=TruncDay("at", tzinfo=asked.zone))


def _sums() -> dict[str, Any]:
    # Every question has one first request, and at most one that was answered.
    return {
        "requests": Count("id"),
        "questions": Count("id", filter=Q(nth=1)),
        "answered": Count("id", filter=Q(outcome=OK)),
        "tokens_in": Sum("input_tokens"),
        "tokens_out": Sum("output_tokens"),
        "estimated": Count("id", filter=Q(is_estimated=True)),
        "spent": Sum("micros"),
        "unpriced": Count("id", filter=Q(micros=None)),
    }


def _latency() -> Percentiles:
    return Percentiles("milliseconds", FloatField())


def _took(row: Mapping[str, Any]) -> Took:
    return Took(
        requests=row["requests"],
        questions=row["questions"],
        answered=row["answered"],
        retries=row["requests"] - row["questions"],
        tokens_in=row["tokens_in"] or 0,
        tokens_out=row["tokens_out"] or 0,
        estimated=row["estimated"],
        cost=Cost(row["spent"] or 0, row["requests"], row["unpriced"]),
        p50=row.get("p50"),
        p95=row.get("p95"),
    )
