"""What can happen in a run: one small class per event, joined in a tagged union.

An event's own fields are its header: ids, hashes, counts and states, readable for ever.
``payload`` is what only the patient's key opens: why, and words about the patient.
"""

import datetime as dt
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue, TypeAdapter

from medreview.common.contract import Contract
from medreview.runtime.run_states import RunState

Payload = dict[str, JsonValue]


class Event(Contract):
    """What every event has: a payload that is sealed, or none."""

    payload: Payload | None = Field(default=None, exclude=True)


class RunOpened(Event):
    """Somebody asked for it; its inputs are fixed from here on."""

    kind: Literal["run.opened"] = "run.opened"
    work: str
    as_of: dt.datetime
    graph_release: str
    again_after: str | None = None
    """The failed run this one tries again."""


class RunClaimed(Event):
    """A worker took it: for the first time, or over from a worker that gave no more signal."""

    kind: Literal["run.claimed"] = "run.claimed"
    token: int
    attempt: int


class StageStarted(Event):
    kind: Literal["stage.started"] = "stage.started"
    stage: str
    token: int


class StageFinished(Event):
    """Its output is saved, in the same transaction as this event."""

    kind: Literal["stage.finished"] = "stage.finished"
    stage: str
    status: str
    input_hash: str
    output_hash: str
    token: int
    code: str = ""
    """The hash of the code that made it; empty in runs from before it was kept."""


class StageCarried(Event):
    """The failed run's output of this stage is used again, unchanged."""

    kind: Literal["stage.carried"] = "stage.carried"
    stage: str
    output_hash: str
    from_run: str


class StageBroke(Event):
    """It could not finish; what earlier stages saved stays readable."""

    kind: Literal["stage.broke"] = "stage.broke"
    stage: str
    error: str
    """The kind of error, not its words."""


class CriticalsRaised(Event):
    kind: Literal["criticals.raised"] = "criticals.raised"
    count: int


class MissesNoted(Event):
    """What the graph did not know was filed for its curators."""

    kind: Literal["misses.noted"] = "misses.noted"
    count: int


class GateDecided(Event):
    """What became of the result: an ordinary review, or a hand-off as well. Codes and counts."""

    kind: Literal["gate.decided"] = "gate.decided"
    outcome: Literal["in_review", "handed_off"]
    reasons: tuple[str, ...] = ()
    """Why it is handed off."""
    noted: tuple[str, ...] = ()
    """What holds as well, for the reviewer to see."""


class HandedOff(Event):
    """A person must look at this run beyond its ordinary review."""

    kind: Literal["handoff.opened"] = "handoff.opened"
    handoff: str
    cause: str
    reasons: tuple[str, ...]


class HandoffResolved(Event):
    """It was looked at, or what it was about came to its end. What was written is sealed with it,
    not here."""

    kind: Literal["handoff.resolved"] = "handoff.resolved"
    handoff: str
    outcome: str


class ReviewAwaited(Event):
    """The work is done; a person decides."""

    kind: Literal["review.awaited"] = "review.awaited"


class ReviewEnded(Event):
    """A person signed, rejected or amended what the run produced, or a re-run replaced it."""

    kind: Literal["review.ended"] = "review.ended"
    outcome: Literal["signed", "rejected", "amended", "replaced"]
    version: int


class RunFinished(Event):
    kind: Literal["run.finished"] = "run.finished"


class RunFailed(Event):
    kind: Literal["run.failed"] = "run.failed"
    stage: str | None = None
    error: str


class RunCancelled(Event):
    kind: Literal["run.cancelled"] = "run.cancelled"


class SkillUsed(Event):
    """A model is about to be asked, by this instruction in this version and of this hash."""

    kind: Literal["skill.used"] = "skill.used"
    stage: str
    skill: str
    version: str
    skill_hash: str


class SkillRefused(Event):
    """The skill as it stands may not run in this hospital: the run stops before it is used."""

    kind: Literal["skill.refused"] = "skill.refused"
    stage: str
    skill: str
    version: str
    skill_hash: str


class ModelAsked(Event):
    """A request as it left for the model; its words are sealed."""

    kind: Literal["model.asked"] = "model.asked"
    stage: str
    ask: int
    """Its number within this use of the skill, from 1 on."""
    nonce: str
    request_hash: str
    tokens_guessed: int
    tools: tuple[str, ...] = ()


class ModelReplied(Event):
    """The reply as it was used from here on; its words are sealed."""

    kind: Literal["model.replied"] = "model.replied"
    stage: str
    ask: int
    reply_hash: str
    model: str
    provider: str
    finish: str
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    money: str
    """What it cost, as a decimal number in the currency of the price list."""
    attempts: int
    milliseconds: int


class ModelFailed(Event):
    """No reply that could be used came; the kind of error, not its words."""

    kind: Literal["model.failed"] = "model.failed"
    stage: str
    ask: int
    error: str
    tokens_in: int
    tokens_out: int
    money: str


class ToolCalled(Event):
    """The model called a tool it may call, with arguments that fit; they are sealed."""

    kind: Literal["tool.called"] = "tool.called"
    stage: str
    ask: int
    call: int
    """Its number within this use of the skill, from 1 on."""
    tool: str


class ToolAnswered(Event):
    """What the tool said went back to the model, or ended the work; its words are sealed."""

    kind: Literal["tool.answered"] = "tool.answered"
    stage: str
    call: int
    outcome: Literal["answered", "refused", "ended"]
    answer_hash: str


class ProposalRejected(Event):
    """The model proposed what it may not or can't do. Why went back to it, and is sealed."""

    kind: Literal["proposal.rejected"] = "proposal.rejected"
    stage: str
    ask: int
    reason: Literal["unknown_tool", "bad_arguments", "bad_calls", "bad_reply", "no_proposal"]


class LimitMet(Event):
    """A limit ended the work with the model."""

    kind: Literal["limit.reached"] = "limit.reached"
    stage: str
    limit: str
    cap: str
    used: str


class SkillEnded(Event):
    """The model's part is over: with what it made, or with the safe fallback and why."""

    kind: Literal["skill.ended"] = "skill.ended"
    stage: str
    skill: str
    outcome: Literal["made", "fallback"]
    reason: str = ""
    output_hash: str


AnyEvent = Annotated[
    RunOpened
    | RunClaimed
    | StageStarted
    | StageFinished
    | StageCarried
    | StageBroke
    | CriticalsRaised
    | MissesNoted
    | SkillUsed
    | SkillRefused
    | ModelAsked
    | ModelReplied
    | ModelFailed
    | ToolCalled
    | ToolAnswered
    | ProposalRejected
    | LimitMet
    | SkillEnded
    | GateDecided
    | HandedOff
    | HandoffResolved
    | ReviewAwaited
    | ReviewEnded
    | RunFinished
    | RunFailed
    | RunCancelled,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
"""Reads a stored header back into its class."""

EVENT_CLASSES: tuple[type[Event], ...] = get_args(get_args(AnyEvent)[0])

STATE_AFTER: dict[str, RunState] = {
    "run.opened": RunState.QUEUED,
    "run.claimed": RunState.RUNNING,
    "review.awaited": RunState.AWAITING_REVIEW,
    "run.finished": RunState.DONE,
    "run.failed": RunState.FAILED,
    "run.cancelled": RunState.CANCELLED,
}
"""The state a run is in after an event of this kind; other kinds leave it as it was."""
