"""What was spent on language models, asked over a run, a person's day and a hospital's day."""

import datetime as dt

from django.db.models import Q, Sum

from medreview.accounts.models import Hospital, User
from medreview.llm.budgets import Scope, Spent
from medreview.llm.models import LLMCall


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


def _sum(rows: Q) -> Spent:
    found = LLMCall.objects.filter(rows).aggregate(
        tokens=Sum("input_tokens", default=0) + Sum("output_tokens", default=0),
        micros=Sum("micros", default=0),
    )
    return Spent(tokens=found["tokens"], micros=found["micros"])
