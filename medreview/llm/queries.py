"""What was spent on language models, asked over a run, a person's day and a hospital's day."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from medreview.accounts.models import Hospital, User
from medreview.common.clock import now
from medreview.llm.budgets import Scope, Spent
from medreview.llm.costs import Cost
from medreview.llm.models import BudgetHold, LLMCall


def spent(
    *, hospital: Hospital, user: User | None, run: str, since: dt.datetime
) -> dict[Scope, Spent]:
    """What was used up so far in every scope; days begin at ``since``."""
    today = Q(hospital=hospital, at__gte=since)
    scopes = {Scope.HOSPITAL_DAY: today}
    if user is not None:
        scopes[Scope.USER_DAY] = Q(user=user, at__gte=since)
    if run:
        scopes[Scope.RUN] = Q(hospital=hospital, run=run)
    return {scope: _sum(rows) for scope, rows in scopes.items()}


def held(*, hospital: Hospital, user: User | None, run: str) -> dict[Scope, Spent]:
    """What questions that are on their way may still take, in every scope."""
    rows = BudgetHold.objects.filter(hospital=hospital, until__gt=now())
    scopes = {Scope.HOSPITAL_DAY: rows}
    if user is not None:
        scopes[Scope.USER_DAY] = rows.filter(user=user)
    if run:
        scopes[Scope.RUN] = rows.filter(run=run)
    return {
        scope: Spent(
            **some.aggregate(tokens=Sum("tokens", default=0), micros=Sum("micros", default=0))
        )
        for scope, some in scopes.items()
    }


def _sum(rows: Q) -> Spent:
    found = LLMCall.objects.filter(rows).aggregate(
        tokens=Sum("input_tokens", default=0) + Sum("output_tokens", default=0),
        micros=Sum("micros", default=0),
    )
    return Spent(tokens=found["tokens"], micros=found["micros"])


def calls_of_run(run: str) -> list[LLMCall]:
    """Every request of a run, oldest first, those of one question together."""
    return list(LLMCall.objects.filter(run=run).order_by("at", "ask", "nth"))


@dataclass(frozen=True)
class RunSpent:
    """What one run asked of models."""

    questions: int
    tokens_in: int
    tokens_out: int
    cost: Cost


def spent_by_run(runs: Collection[str]) -> dict[str, RunSpent]:
    """What each of these runs asked of models; a run that asked nothing is left out."""
    rows = (
        LLMCall.objects.filter(run__in=runs)
        .order_by()
        .values("run")
        .annotate(
            questions=Count("ask", distinct=True),
            tokens_in=Sum("input_tokens"),
            tokens_out=Sum("output_tokens"),
            money=Sum("micros", default=0),
            requests=Count("id"),
            unpriced=Count("id", filter=Q(micros=None)),
        )
    )
    return {
        row["run"]: RunSpent(
            row["questions"],
            row["tokens_in"],
            row["tokens_out"],
            Cost(row["money"], row["requests"], row["unpriced"]),
        )
        for row in rows
    }


@dataclass(frozen=True)
class LastAsked:
    """When a model was asked last for a purpose, and in which run."""

    at: dt.datetime
    run: str


def last_asked(hospital: str) -> dict[str, LastAsked]:
    """The latest request of a hospital for each purpose."""
    rows = LLMCall.objects.filter(hospital=hospital).order_by("purpose", "-at", "-id")
    latest = rows.distinct("purpose").values_list("purpose", "at", "run")
    return {purpose: LastAsked(at, run) for purpose, at, run in latest}
