"""The pictures of cost and latency, each with the very figures of the table below it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from analysis.pipeline.figures.asked import ENOUGH
from analysis.pipeline.figures.calls import NOTHING, Took
from analysis.pipeline.figures.whole import Figures
from graphcurate.gaps import tier_shares
from graphcurate.presenters.coverage import week_words
from medreview.common.day_charts import FILLS, Axis, Day, lines, stacked
from medreview.common.display import clinical_date
from medreview.front.presenters.costs import day_url, stage_words, stages_shown, took_on
from medreview.front.presenters.model_words import amount_said, money_said, number_said
from medreview.front.presenters.runs import span
from medreview.llm.budgets import Limit
from medreview.llm.pricing import MICROS

NEAR = 5
"""A budget five times as high as the highest bar would press the bars flat."""


@dataclass(frozen=True)
class Picture:
    """One picture, and what its fills stand for."""

    drawn: SafeString
    title: str
    legend: tuple[tuple[int, str], ...] = ()


def by_stage(found: Figures, stage_of: Mapping[str, str], budget: Limit) -> Picture:
    """Money by stage and day; where no price is known at all, tokens."""
    shown = stages_shown(found, stage_of)
    folded = shown[: len(FILLS)]
    in_money = found.took.cost.is_known and found.took.cost.micros > 0
    days = [
        _stacked_day(found, stage_of, day, folded, in_money=in_money) for day in found.asked.days()
    ]
    title = _("Cost by stage and day") if in_money else _("Tokens by stage and day")
    highest = max((sum(value or 0 for value in day.values) for day in days), default=0)
    limit = None if _is_narrowed(found) else _limit(budget, highest, in_money=in_money)
    told = "; ".join(day.said for day in days if any(day.values))
    first, last = _ends(found)
    axis = Axis(f"{title}: {told}", first, last, *(limit or (None, "")))
    legend = tuple(enumerate(stage_words(stage) for stage in folded))
    return Picture(_safe(stacked(days, axis)), title, legend)


def latency(found: Figures) -> Picture:
    """Median and 95th percentile of a request, on days that have enough of them."""
    days = [_latency_day(day, found.took_by_day.get(day, NOTHING)) for day in found.asked.days()]
    title = _("Seconds of a request, p50 and p95")
    told = "; ".join(day.said for day in days if any(value is not None for value in day.values))
    return Picture(_safe(lines(days, Axis(f"{title}: {told}", *_ends(found)))), title)


def tiers(found: Figures) -> Picture:
    """The shares of tiers week by week."""
    said = [week_words(week) for week in found.weeks]
    title = _("What answered abnormal results, week by week")
    told = "; ".join(words for words, week in zip(said, found.weeks, strict=True) if week.total)
    ends = (clinical_date(found.weeks[0].monday), clinical_date(found.weeks[-1].monday))
    drawn = tier_shares.picture(found.weeks, f"{title}: {told}", said, ends)
    return Picture(_safe(drawn), title)


def _stacked_day(
    found: Figures,
    stage_of: Mapping[str, str],
    day: dt.date,
    stages: list[str],
    *,
    in_money: bool,
) -> Day:
    each = [took_on(found, stage_of, day, stage) for stage in stages]
    values = tuple(_height(took, in_money=in_money) for took in each)
    told = ", ".join(
        f"{stage_words(stage)} {money_said(took.cost) if in_money else _tokens(took)}"
        for stage, took in zip(stages, each, strict=True)
        if took.requests
    )
    return Day(day, values, f"{clinical_date(day)}: {told or _('nothing')}", day_url(day))


def _height(took: Took, *, in_money: bool) -> float:
    return took.cost.micros / MICROS if in_money else took.tokens_in + took.tokens_out


def _latency_day(day: dt.date, took: Took) -> Day:
    if took.requests < ENOUGH or took.p50 is None or took.p95 is None:
        return Day(day, (None, None), f"{clinical_date(day)}: n = {took.requests}")
    said = f"p50 {span(round(took.p50))}, p95 {span(round(took.p95))}, n = {took.requests}"
    return Day(day, (took.p50 / 1000, took.p95 / 1000), f"{clinical_date(day)}: {said}")


def _limit(budget: Limit, highest: float, *, in_money: bool) -> tuple[float, str] | None:
    """The budget as a line, once the days come near enough that both can be seen."""
    said = amount_said(budget.micros or 0) if in_money else number_said(budget.tokens or 0)
    limit = (budget.micros or 0) / MICROS if in_money else budget.tokens or 0
    if not limit or highest * NEAR < limit:
        return None
    return limit, _("budget of a day: %(limit)s") % {"limit": said}


def _is_narrowed(found: Figures) -> bool:
    """A budget is of the whole hospital: beside a part of it, it would say too little."""
    return bool(found.asked.stage or found.asked.model or found.asked.release)


def _ends(found: Figures) -> tuple[str, str]:
    return clinical_date(found.asked.first), clinical_date(found.asked.last)


def _tokens(took: Took) -> str:
    return number_said(took.tokens_in + took.tokens_out)


def _safe(drawn: str) -> SafeString:
    return mark_safe(drawn)  # noqa: S308 - drawn by us, every text in it escaped
