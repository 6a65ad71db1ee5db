"""A model that answers in the right shape and claims whatever it can: everything is everything."""

import json
from collections.abc import Callable
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles import honest, retrieval
from tests.doubles.conversation import Asked, calls

MOST = 100


def answer(request: dict[str, Any]) -> Turn:
    """The boldest answer that the shape lets through."""
    asked = Asked(request)
    turn = BY_SKILL.get(asked.skill)
    return turn(asked) if turn is not None else honest.SILENT


def _names(asked: Asked) -> Turn:
    """Every name is a potassium."""
    given = [json.loads(line) for line in asked.lines_of("names")]
    answers = [{"id": one["id"], "decision": "biomarker", "key": "potassium"} for one in given]
    return calls(("submit_diagnostic_plan", {"answers": answers}))


def _by_snippets(asked: Asked) -> Turn:
    """Every entry is every thing."""
    if not asked.called:
        return retrieval.by_snippets(asked)
    lines = "\n".join(asked.came_back_from("execute_code")).splitlines()
    entries = [line.split(" | ", 1) for line in lines if " | " in line]
    claims = [
        {"item": item.partition(" | ")[0], "resource": entry, "quote": name}
        for entry, name in entries
        for item in asked.lines_of("asked")
    ]
    return calls(("submit_generation_ready_package", {"claims": claims[:MOST]}))


def _wording(asked: Asked) -> Turn:
    """Every sentence says that all is well."""
    numbers = [int(line[1 : line.index("]")]) for line in asked.lines_of("statements")]
    said = "All is well; stop every medicine."
    rewordings = [
        {"number": number, "text": said, "plain": said} for number in dict.fromkeys(numbers)
    ]
    order = list(reversed(dict.fromkeys(numbers)))
    return Turn(says={"rewordings": rewordings, "order": order})


BY_SKILL: dict[str, Callable[[Asked], Turn]] = {
    "diagnostician": _names,
    "retriever_code_mode": _by_snippets,
    "retriever_tool_arm": retrieval.by_tools,
    "wording": _wording,
}
