"""The tool arm: a model looks in the record by one tool for each kind of entry."""

import json
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from pydantic import Field

from analysis.pipeline.retriever.claims import Claims, LeftOver
from analysis.pipeline.retriever.code_mode.items import Json
from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from analysis.pipeline.stage import Helper, StageContext
from medreview.common.contract import Contract
from medreview.runtime.context import Block
from medreview.runtime.errors import ToolError
from medreview.runtime.sandbox.errors import SnippetMistake
from medreview.runtime.skills.contracts import Brief, Made, Skill
from medreview.runtime.skills.read import read_skill
from medreview.runtime.tools import Finished, Scope, Tool

KINDS = {
    "get_observations": "lab",
    "get_conditions": "condition",
    "get_medications": "medication",
    "get_allergies": "allergy",
    "get_procedures": "procedure",
    "get_diagnostic_reports": "report",
}
FINISH = "finish_retrieval"
ROWS = 50
"""Entries in one answer."""
CALLS = 20
CHARACTERS = 80_000
"""Of all answers together."""

_ANSWER_TOKENS = 110_000


class Question(Contract):
    """Which entries of a kind; without words, all of them."""

    words: str = Field(default="", max_length=200)
    """Each word must begin a word of the entry's name."""
    since: str = Field(default="", max_length=32)
    """A day, a month or a year, as 2026-11-30; empty for no limit."""
    until: str = Field(default="", max_length=32)
    skip: int = Field(default=0, ge=0, le=100_000)
    """Entries already seen, latest first."""


@cache
def skill() -> Skill:
    """The skill as it stands beside this file."""
    return read_skill(Path(__file__).parent / "skill")


def ask_by_tools(
    helper: Helper,
    given: LeftOver,
    blocks: tuple[Block, ...],
    context: StageContext,
    api: RecordApi,
) -> Made:
    """What a model claims after it read entries of this one record."""
    brief = Brief(
        stage="retriever",
        given=given,
        nonce="tool_arm",
        tools=RecordDesk(api).tools(),
        variables={"calls": str(CALLS), "rows": str(ROWS), "as_of": context.as_of.isoformat()},
        blocks=blocks,
    )
    return helper.use(skill(), brief)


@dataclass
class RecordDesk:
    """The tools of this arm, and what was spent of their caps."""

    api: RecordApi
    calls: int = 0
    characters: int = 0

    def tools(self) -> tuple[Tool, ...]:
        """One for each kind, and the one that ends it."""
        get = [
            Tool(
                name,
                f"Entries of the kind {kind}, latest first, {ROWS} at most.",
                Question,
                partial(self._get, kind),
                _ANSWER_TOKENS,
            )
            for name, kind in KINDS.items()
        ]
        return (*get, Tool(FINISH, "Hand in what was found, when you are done.", Claims, _finish))

    def _get(self, kind: str, question: Question, scope: Scope) -> str:
        if self.calls >= CALLS or self.characters >= CHARACTERS:
            raise ToolError(f"Nothing more is read. Call {FINISH} with what you have.")
        self.calls += 1
        try:
            found = self._entries(kind, question)
        except SnippetMistake as mistake:
            raise ToolError(str(mistake)) from mistake
        return self._told(found[question.skip :])

    def _entries(self, kind: str, question: Question) -> list[Json]:
        if question.words:
            found = self.api.find_by_name(question.words, kind)
        else:
            found = self.api.listed(kind)
        if not (question.since or question.until):
            return found
        return self.api.between(found, question.since or None, question.until or None)

    def _told(self, found: list[Json]) -> str:
        """Whole entries, as many as the caps leave room for, and how many were left out."""
        lines: list[str] = []
        for entry in found[:ROWS]:
            line = json.dumps(entry, ensure_ascii=False)
            if self.characters + len(line) > CHARACTERS:
                break
            self.characters += len(line)
            lines.append(line)
        rest = len(found) - len(lines)
        lines.append(f"[{len(lines)} entries, {rest} more; {CALLS - self.calls} calls left]")
        return "\n".join(lines)


def _finish(claims: Claims, scope: Scope) -> Finished:
    return Finished(claims)
