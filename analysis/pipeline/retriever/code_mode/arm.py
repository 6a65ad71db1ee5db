"""Code mode: a model looks in the record by short snippets, in a sandbox of its own."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import Field

from analysis.pipeline.retriever.claims import Claims, LeftOver
from analysis.pipeline.retriever.code_mode.description import described
from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from analysis.pipeline.retriever.code_mode.rounds import CHARACTERS, ROUNDS, Rounds
from analysis.pipeline.stage import Helper, StageContext
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop
from medreview.runtime.context import Block, as_data
from medreview.runtime.errors import ModelWorkEnded, ToolError
from medreview.runtime.sandbox.contracts import Fate, SnippetLimits
from medreview.runtime.sandbox.errors import SandboxUnavailable
from medreview.runtime.sandbox.runner import SnippetSession, snippets
from medreview.runtime.skills.contracts import Brief, Made, Skill
from medreview.runtime.skills.read import read_skill
from medreview.runtime.tools import Finished, Scope, Tool

EXECUTE, SUBMIT = "execute_code", "submit_generation_ready_package"
STAGE = "retriever"

_LIMITS = SnippetLimits(output=CHARACTERS)
_A_ROUND_AT_MOST = _LIMITS.seconds + _LIMITS.host_seconds + 1
"""Seconds. A snippet begins only when so much time is left, so that none ends after the stage."""
_ANSWER_TOKENS = 110_000
"""The rounds count characters; no script takes more bytes for so many of them."""


class SnippetsUnavailable(ModelWorkEnded):
    """No worker could be had; what code found stands."""

    reason = "sandbox.unavailable"


class Snippet(Contract):
    """A short program in the subset of Python."""

    code: str = Field(max_length=_LIMITS.code)


@cache
def skill() -> Skill:
    """The skill as it stands beside this file."""
    return read_skill(Path(__file__).parent / "skill")


def ask_by_snippets(
    helper: Helper,
    given: LeftOver,
    blocks: tuple[Block, ...],
    context: StageContext,
    api: RecordApi,
) -> Made:
    """What a model claims after it ran snippets over this one record."""
    with snippets(api.functions(), at=context.as_of, limits=_LIMITS) as session:
        desk = SnippetDesk(session, seconds=skill().manifest.caps.seconds)
        brief = Brief(
            stage=STAGE,
            given=given,
            nonce="code_mode",
            tools=desk.tools(),
            variables={
                "rounds": str(ROUNDS),
                "record": described(context.record, api, context.as_of),
                "entries": _counted(given),
            },
            blocks=blocks,
        )
        return helper.use(skill(), brief)


def _counted(given: LeftOver) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in given.entries.items())


@dataclass
class SnippetDesk:
    """The two tools of code mode, over one session, and what was spent of its rounds."""

    session: SnippetSession
    seconds: float
    """How long the whole work may take."""
    clock: Callable[[], float] = time.monotonic
    rounds: Rounds = field(default_factory=Rounds)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def tools(self) -> tuple[Tool, ...]:
        """What the skill names, and nothing besides."""
        return (
            Tool(
                EXECUTE,
                "Run one snippet over the record. What it prints, and its last value, comes back.",
                Snippet,
                self._execute,
                _ANSWER_TOKENS,
            ),
            Tool(SUBMIT, "Hand in what was found, when you are done.", Claims, self._submit),
        )

    def _execute(self, snippet: Snippet, scope: Scope) -> str:
        self._check_room()
        try:
            outcome = self.session.run(snippet.code, output=self.rounds.characters_left)
        except SandboxUnavailable as problem:
            raise SnippetsUnavailable(
                gettext_noop("No worker for snippets could be had.")
            ) from problem
        self.rounds = self.rounds.after(outcome)
        told = self.rounds.told(outcome)
        if outcome.fate is not Fate.FINISHED:
            # What a snippet raised may quote the record: it goes back as data, like its output.
            raise ToolError(as_data(EXECUTE, told))
        return told

    def _check_room(self) -> None:
        if self.rounds.ending is not None:
            raise ToolError(f"No further snippet is run. Call {SUBMIT} with what you have.")
        if self.clock() - self._began > self.seconds - _A_ROUND_AT_MOST:
            raise ToolError(f"There is no time for another snippet. Call {SUBMIT} now.")

    def _submit(self, claims: Claims, scope: Scope) -> Finished:
        return Finished(claims)
