"""Runs: what happened in one, step by step, and who looked."""

import datetime as dt
from typing import Any

from pydantic import Field

from analysis.pipeline.contracts import ParameterPackage, StageReport, Statement
from medreview.api.contracts.base import LARGEST_PAGE, PAGE_SIZE, Page
from medreview.common.contract import Contract
from medreview.runtime.run_states import RunState


class RunRow(Contract):
    """One run in a list."""

    id: str
    kind: str
    patient: str
    state: RunState
    as_of: dt.datetime
    graph_release: str
    """The content hash of the release it read."""
    started_by: str | None
    started_at: dt.datetime
    finished_at: dt.datetime | None
    attempts: int
    events: int
    """How many events it has."""
    failed_stage: str
    reason: str


class RunRead(RunRow):
    """One run, and whether its chain of events is whole."""

    head_hash: str
    differences: tuple[str, ...]
    """Where folding the events says something else than the row; empty when all agrees."""
    links: dict[str, str]


class RunPage(Page):
    """The hospital's runs, newest first."""

    items: tuple[RunRow, ...]


class TimelineAsked(Contract):
    """Which events of a run are asked for."""

    after: int = Field(default=0, ge=0, le=2**31 - 1)
    """The number of the last event seen."""
    limit: int = Field(default=PAGE_SIZE, ge=1, le=LARGEST_PAGE)


class EventRow(Contract):
    """One event: ids, hashes, counts and states."""

    seq: int
    kind: str
    at: dt.datetime
    actor: str
    """A person's id, or ``system``."""
    header: dict[str, Any]
    sealed: bool
    """Whether it holds words that only the patient's key opens."""
    previous_hash: str
    hash: str


class Timeline(Contract):
    """Events of a run, oldest first."""

    items: tuple[EventRow, ...]
    last: int
    """The number of the newest event there is."""
    after: int
    """What to ask for next."""
    next: str | None


class StageList(Contract):
    """How each stage of a run went: counts and times."""

    items: tuple[StageReport, ...]


class RunEvidence(Contract):
    """What the sentences of a run rest on: found, missing and stale, each with its source."""

    run: str
    analysis: str
    graph_release: str
    per_parameter: tuple[ParameterPackage, ...]
    statements: tuple[Statement, ...]


class Look(Contract):
    """Somebody looked at a run, or at what it made."""

    by: str
    by_name: str
    what: str
    """The event as the trail names it."""
    at: dt.datetime


class LookPage(Page):
    """Who looked, newest first."""

    items: tuple[Look, ...]
