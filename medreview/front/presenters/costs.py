"""The page of cost and latency: its tables, the same rows for a file, and its tiles."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from analysis.pipeline.figures.calls import NOTHING, Took, together
from analysis.pipeline.figures.runs import Runs
from analysis.pipeline.figures.whole import Figures
from graphcurate.gaps.tier_shares import TIERS
from graphcurate.presenters.coverage import TIER_WORDS
from medreview.common.display import clinical_date
from medreview.front.filters import STATE_WORDS
from medreview.front.presenters import cost_tables as cells
from medreview.front.presenters.cost_tables import (
    CALL_COLUMNS,
    LATENCY_COLUMNS,
    SHORT_COLUMNS,
    Cell,
    Column,
    Table,
)
from medreview.front.presenters.model_words import failure_said, number_said
from medreview.front.presenters.runs import span
from medreview.llm.costs import Cost
from medreview.runtime.run_states import RunState

OTHER = "other"
"""Requests of a skill that belongs to no stage any more."""
RUN_COLUMNS = (
    Column("runs", gettext_lazy("Runs")),
    Column("runs_failed", gettext_lazy("Runs failed")),
)
RUN = Column("run", gettext_lazy("Run"), is_number=False)


@dataclass(frozen=True)
class Tile:
    """One figure of the head of the page."""

    name: str
    title: str
    said: str
    detail: str = ""
    is_quiet: bool = False


def tiles(found: Figures) -> list[Tile]:
    """What one wants to know first."""
    took, runs = found.took, found.runs
    middle, most = (cells.duration(value, runs.through) for value in (runs.p50, runs.p95))
    each = _each(took.cost, runs.count)
    counted = _("n = %(n)s") % {"n": number_said(runs.through)}
    return [
        Tile(
            "runs",
            _("Runs"),
            number_said(runs.count),
            _("%(n)s failed") % {"n": number_said(runs.failed)},
        ),
        Tile("p50", _("p50 of a run"), str(middle.said), counted, middle.is_quiet),
        Tile("p95", _("p95 of a run"), str(most.said), counted, most.is_quiet),
        _cost_tile(took.cost),
        Tile("each", _("Cost per run"), str(each.said), "", each.is_quiet),
        Tile(
            "tokens",
            _("Tokens in and out"),
            f"{number_said(took.tokens_in)} / {number_said(took.tokens_out)}",
            _("%(n)s requests estimated") % {"n": number_said(took.estimated)}
            if took.estimated
            else "",
        ),
        Tile("questions", _("Questions to models"), number_said(took.questions)),
        Tile(
            "failures",
            _("Failed questions"),
            number_said(took.failures),
            _("%(n)s retries") % {"n": number_said(took.retries)},
        ),
    ]


def _cost_tile(cost: Cost) -> Tile:
    """What is known, and under it how much is not."""
    known = cells.money(Cost(cost.micros, cost.requests - cost.unpriced, 0))
    if not cost.is_known or not cost.unpriced:
        known = cells.money(cost)
        return Tile("cost", _("Cost"), str(known.said), "", known.is_quiet)
    unpriced = ngettext(
        "%(n)s request has no price", "%(n)s requests have no price", cost.unpriced
    ) % {"n": number_said(cost.unpriced)}
    return Tile("cost", _("Cost"), str(known.said), unpriced)


def tables(found: Figures, stage_of: Mapping[str, str]) -> dict[str, Table]:
    """Every table of the page by its name."""
    made = (
        _days(found),
        _stage_days(found, stage_of),
        _stages(found, stage_of),
        _models(found),
        _failures(found),
        _tiers(found),
        _weeks(found),
        _slowest(found),
        _dearest(found),
    )
    return {table.name: table for table in made}


def day_url(day: dt.date) -> str:
    """The runs that were asked for on a day."""
    return f"{reverse('front:run-list')}?{urlencode({'since': day, 'until': day})}"


def stages_shown(found: Figures, stage_of: Mapping[str, str]) -> list[str]:
    """The stages that asked a model, in the order in which they run."""
    asking = {stage_of.get(skill, OTHER) for skill in found.took_by_skill}
    known = [one.stage for one in found.stages]
    return sorted(asking, key=lambda name: (known.index(name) if name in known else 99, name))


def of_stage(took: Mapping[str, Took], stage_of: Mapping[str, str], stage: str) -> Took:
    """What the skills of a stage took together; percentiles don't add up and are left out."""
    of_it = [one for skill, one in took.items() if stage_of.get(skill, OTHER) == stage]
    return together(of_it)


def took_on(found: Figures, stage_of: Mapping[str, str], day: dt.date, stage: str) -> Took:
    """What a stage took on one day."""
    skills = [skill for skill in found.took_by_skill if stage_of.get(skill, OTHER) == stage]
    each = (found.took_by_day_and_skill.get((day, skill)) for skill in skills)
    return together([took for took in each if took])


def _days(found: Figures) -> Table:
    def rows() -> Iterator[tuple[Cell, ...]]:
        for day in found.asked.days():
            took = found.took_by_day.get(day, NOTHING)
            runs = found.runs_by_day.get(day, Runs())
            yield (
                _day(day),
                cells.number(runs.count),
                cells.number(runs.failed),
                cells.duration(runs.p50, runs.through),
                cells.duration(runs.p95, runs.through),
                *cells.call_cells(took),
                *cells.latency_cells(took),
            )

    columns = (
        Column("day", gettext_lazy("Day"), is_number=False),
        *RUN_COLUMNS,
        Column("run_p50_ms", gettext_lazy("p50 of a run")),
        Column("run_p95_ms", gettext_lazy("p95 of a run")),
        *CALL_COLUMNS,
        *LATENCY_COLUMNS,
    )
    return Table("days", _("Day by day"), columns, tuple(rows()))


def _stage_days(found: Figures, stage_of: Mapping[str, str]) -> Table:
    shown = stages_shown(found, stage_of)
    rows = tuple(
        (
            _day(day),
            cells.text(stage_words(stage), stage),
            *cells.call_cells(took_on(found, stage_of, day, stage)),
        )
        for day in found.asked.days()
        for stage in shown
    )
    columns = (
        Column("day", gettext_lazy("Day"), is_number=False),
        Column("stage", gettext_lazy("Stage"), is_number=False),
        *CALL_COLUMNS,
    )
    return Table("stage_days", _("Stages day by day"), columns, rows, _no_model())


def _stages(found: Figures, stage_of: Mapping[str, str]) -> Table:
    whole = sum(one.seconds for one in found.stages)

    def rows() -> Iterator[tuple[Cell, ...]]:
        for one in found.stages:
            took = of_stage(found.took_by_skill, stage_of, one.stage)
            yield (
                cells.text(stage_words(one.stage), one.stage),
                cells.number(one.runs),
                cells.share(one.seconds, whole),
                cells.seconds(one.p50, one.runs),
                cells.seconds(one.p95, one.runs),
                cells.number(one.degraded),
                cells.number(one.questions),
                cells.number(one.tool_calls),
                cells.number(one.rejections),
                cells.number(one.one_at_a_time),
                cells.tokens(one.tokens if one.questions else None),
                cells.money(took.cost),
            )

    columns = (
        Column("stage", gettext_lazy("Stage"), is_number=False),
        Column("runs", gettext_lazy("Runs (n)")),
        Column("share_of_time_percent", gettext_lazy("Share of time")),
        Column("p50_ms", gettext_lazy("p50")),
        Column("p95_ms", gettext_lazy("p95")),
        Column("degraded", gettext_lazy("Degraded")),
        Column("questions", gettext_lazy("Questions")),
        Column("tool_calls", gettext_lazy("Tool calls")),
        Column("rejections", gettext_lazy("Rejected")),
        Column("one_at_a_time", gettext_lazy("Names one at a time")),
        Column("tokens", gettext_lazy("Tokens")),
        Column("money", gettext_lazy("Cost")),
    )
    nothing = _("No stage has finished in these days.")
    return Table("stages", _("Stage by stage"), columns, tuple(rows()), nothing)


def _models(found: Figures) -> Table:
    columns = (
        Column("model", gettext_lazy("Model"), is_number=False),
        Column("provider", gettext_lazy("Provider"), is_number=False),
        *CALL_COLUMNS,
        *LATENCY_COLUMNS,
    )
    rows = tuple(
        (
            cells.text(model),
            cells.text(provider),
            *cells.call_cells(took),
            *cells.latency_cells(took),
        )
        for provider, model, took in found.took_by_model
    )
    return Table("models", _("Model by model"), columns, rows, _no_model())


def _failures(found: Figures) -> Table:
    columns = (
        Column("failure", gettext_lazy("Why no answer came"), is_number=False),
        Column("requests", gettext_lazy("Requests")),
        Column("share_percent", gettext_lazy("Of all requests")),
    )
    rows = tuple(
        (
            cells.text(failure_said(code), code),
            cells.number(count),
            cells.share(count, found.took.requests),
        )
        for code, count in found.failures
    )
    nothing = _("No request failed.") if found.took.requests else _no_model()
    return Table("failures", _("Failed requests"), columns, rows, nothing)


def _tiers(found: Figures) -> Table:
    columns = (
        Column("weakest_tier", gettext_lazy("Weakest answer in the run"), is_number=False),
        Column("runs", gettext_lazy("Runs")),
        Column("results", gettext_lazy("Abnormal results")),
        Column("p50_ms", gettext_lazy("p50 of a run")),
        Column("p95_ms", gettext_lazy("p95 of a run")),
        Column("tokens", gettext_lazy("Tokens")),
        Column("money", gettext_lazy("Cost")),
    )
    rows = tuple(
        (
            cells.text(TIER_WORDS[one.tier], one.tier or "none"),
            cells.number(one.runs),
            cells.number(one.results),
            cells.duration(one.p50, one.through),
            cells.duration(one.p95, one.through),
            cells.tokens(one.tokens),
            cells.money(one.cost),
        )
        for one in found.tiers
    )
    nothing = _("No run of these days was counted by tier.")
    return Table("tiers", _("Time and tokens by tier"), columns, rows, nothing)


def _weeks(found: Figures) -> Table:
    columns = (
        Column("monday", gettext_lazy("Week from"), is_number=False),
        Column("results", gettext_lazy("Abnormal results")),
        *(Column(f"{tier}_percent", TIER_WORDS[tier]) for tier in TIERS),
    )
    rows = tuple(
        (
            cells.text(clinical_date(week.monday), week.monday.isoformat()),
            cells.number(week.total),
            *(cells.share(week.asked.get(tier, 0), week.total) for tier in TIERS),
        )
        for week in found.weeks
    )
    return Table("weeks", _("What answered abnormal results, week by week"), columns, rows)


def _slowest(found: Figures) -> Table:
    columns = (
        RUN,
        Column("asked_at", gettext_lazy("Asked for"), is_number=False),
        Column("state", gettext_lazy("State"), is_number=False),
        Column("took_ms", gettext_lazy("Took")),
        *SHORT_COLUMNS,
    )
    rows = tuple(
        (
            _run(one.run),
            cells.text(clinical_date(one.asked_at, time=True), one.asked_at.isoformat()),
            cells.text(STATE_WORDS[RunState(one.state)], one.state),
            Cell(span(_ms(one.took)), str(_ms(one.took))),
            *cells.short_cells(found.spent_by_slow_run.get(one.run, NOTHING)),
        )
        for one in found.slowest
    )
    return Table("slowest", _("Slowest runs"), columns, rows, _("No run has ended in these days."))


def _dearest(found: Figures) -> Table:
    rows = tuple((_run(run), *cells.short_cells(took)) for run, took in found.dearest)
    return Table("dearest", _("Dearest runs"), (RUN, *SHORT_COLUMNS), rows, _no_model())


def _each(cost: Cost, runs: int) -> Cell:
    """Of what is known; a run that asked no model cost nothing of it."""
    if not runs:
        return cells.unknown(_("no data"))
    if cost.unpriced:
        return cells.unknown(_("no price"))
    return cells.money(Cost(cost.micros // runs, cost.requests, 0))


def _day(day: dt.date) -> Cell:
    return cells.text(clinical_date(day), day.isoformat(), day_url(day))


def _run(run: str) -> Cell:
    return cells.text(run, run, reverse("front:run-detail", args=[run]))


def _ms(span_of_time: dt.timedelta) -> int:
    return round(span_of_time.total_seconds() * 1000)


def stage_words(stage: str) -> str:
    """A stage as people read it."""
    return _("other work") if stage == OTHER else stage.replace("_", " ")


def _no_model() -> str:
    return _("No model was asked in these days: no data.")
