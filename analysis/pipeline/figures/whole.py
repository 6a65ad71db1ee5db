"""All figures of a page at once, by a number of questions that no amount of runs changes."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from analysis.pipeline.figures import calls, runs
from analysis.pipeline.figures.asked import Asked
from analysis.pipeline.figures.calls import Took
from analysis.pipeline.figures.runs import Runs, SlowRun, StageFigures, TierFigures
from graphcurate.gaps.tier_shares import Week
from medreview.llm.queries import RunSpent, spent_by_run


@dataclass(frozen=True)
class Figures:
    """What models were asked and how runs went, of what was asked for."""

    asked: Asked
    took: Took
    took_by_day: Mapping[dt.date, Took]
    took_by_day_and_skill: Mapping[tuple[dt.date, str], Took]
    took_by_model: list[tuple[str, str, Took]]
    failures: list[tuple[str, int]]
    runs: Runs
    runs_by_day: Mapping[dt.date, Runs]
    stages: list[StageFigures]
    tiers: list[TierFigures]
    weeks: tuple[Week, ...]
    slowest: list[SlowRun]
    spent_by_slow_run: Mapping[str, RunSpent]
    dearest: list[tuple[str, Took]]

    @cached_property
    def took_by_skill(self) -> Mapping[str, Took]:
        """What each skill took on all days together."""
        days: dict[str, list[Took]] = {}
        for (_, skill), took in self.took_by_day_and_skill.items():
            days.setdefault(skill, []).append(took)
        return {skill: calls.together(each) for skill, each in days.items()}


def figures(asked: Asked) -> Figures:
    """The figures, counted now."""
    slowest = runs.slowest(asked)
    return Figures(
        asked=asked,
        took=calls.total(asked),
        took_by_day=calls.by_day(asked),
        took_by_day_and_skill=calls.by_day_and_skill(asked),
        took_by_model=calls.by_model(asked),
        failures=calls.by_outcome(asked),
        runs=runs.total(asked),
        runs_by_day=runs.by_day(asked),
        stages=runs.stages(asked),
        tiers=runs.tiers(asked),
        weeks=runs.tier_weeks(asked),
        slowest=slowest,
        spent_by_slow_run=spent_by_run([one.run for one in slowest]),
        dearest=calls.dearest(asked),
    )
