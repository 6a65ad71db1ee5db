"""An honest model for whole runs: it answers from what it is asked, and invents nothing."""

from collections.abc import Callable
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles import names, retrieval, wording
from tests.doubles.conversation import Asked, calls

SILENT = Turn(text="I have nothing to add.")

BY_SKILL: dict[str, Callable[[Asked], Turn]] = {
    "diagnostician": names.turn,
    "retriever_code_mode": retrieval.by_snippets,
    "retriever_tool_arm": retrieval.by_tools,
    "wording": wording.turn,
}


def answer(request: dict[str, Any]) -> Turn:
    """What the skill that asks is answered by; whoever asks for something else hears nothing."""
    asked = Asked(request)
    turn = BY_SKILL.get(asked.skill, _other)
    return turn(asked)


def _other(asked: Asked) -> Turn:
    """It knows one thing besides, for whoever tries a new endpoint."""
    if "capital of France" not in str(asked.messages):
        return SILENT
    paris = {"city": "Paris"}
    return calls((tool, paris)) if (tool := next(iter(asked.tools), "")) else Turn(says=paris)
