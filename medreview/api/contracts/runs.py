"""Runs: what happened in one, step by step, and who looked."""

import datetime as dt
from typing import Any

from pydantic import Field

from analysis.pipeline.contracts import ParameterPackage, StageReport, Statement
from medreview.api.contracts.base import LARGEST_PAGE, PAGE_SIZE, Page, Paging
from medreview.common.contract import Contract
from medreview.runtime.run_states import Models, RunState


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


class RunsAsked(Paging):
    """Which runs are asked for."""

    state: RunState | None = None
    models: Models | None = None
    """What part language models had in them."""
    since: dt.datetime | None = None
    before: dt.datetime | None = None


class ModelsTook(Contract):
    """What language models took in a run."""

    questions: int
    tokens_in: int
    tokens_out: int
    micros: int
    """Money in millionths of ``currency``, of the requests whose price is known."""
    unpriced: int
    """Requests that have no known price; they are not in ``micros``."""
    currency: str
    retries: int
    fallbacks: int
    """Uses of a skill that ended in the safe fallback."""


class RunRead(RunRow):
    """One run, and whether its chain of events is whole."""

    models: ModelsTook | None
    """What models took; null where none was asked."""

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


class EventOpened(EventRow):
    """One event with the words that were sealed in it: a prompt, a reply, arguments, a reason."""

    payload: dict[str, Any] | None
    """Null where nothing was sealed."""


class ModelRequest(Contract):
    """One request that was sent to a provider, and how it ended."""

    provider: str
    model: str
    outcome: str
    """``ok``, or the name of the failure."""
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    estimated: bool
    """Whether nobody counted and the tokens are our estimate."""
    micros: int | None
    """Money in millionths; null where no price is known, which is not nothing."""
    milliseconds: int


class ModelCall(Contract):
    """One question to a model. Its words, and those of the reply, are opened by their events."""

    event: int
    """The number of the event that asked."""
    answer: int | None
    """The number of the event that answered; null: the worker stopped before."""
    stage: str
    skill: str
    skill_version: str
    skill_hash: str
    ask: int
    """Its number within this use of the skill."""
    error: str
    """Why no reply came that can be used, as a code; empty: one came."""
    model: str
    provider: str
    tokens_in: int
    tokens_out: int
    micros: int | None
    """Null where no request of it has a known price."""
    unpriced: int
    milliseconds: int
    requests: tuple[ModelRequest, ...]


class ModelCallPage(Page):
    """The questions of a run to models, oldest first."""

    items: tuple[ModelCall, ...]
    currency: str


class ToolCallRow(Contract):
    """One call of a tool by a model. Arguments and answer are opened by their events."""

    event: int
    answer: int | None
    stage: str
    skill: str
    tool: str
    ask: int
    """The question in whose reply it was called."""
    call: int
    """Its number within this use of the skill."""
    outcome: str
    """``answered``, ``refused``, ``ended``; empty: the worker stopped before."""


class ToolCallPage(Page):
    """The calls of tools in a run, oldest first."""

    items: tuple[ToolCallRow, ...]


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
