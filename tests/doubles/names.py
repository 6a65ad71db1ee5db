"""What an honest model makes of names of tests: looked up all at once, then handed in."""

import json
import re
from typing import Any

from medreview.llm.double.script import ScriptedCall, Turn
from tests.doubles.conversation import Asked

LINE = re.compile(r'^"(?P<name>[^"\n]*)": key (?P<key>[\w.-]+),', re.MULTILINE)

IN_ENGLISH = {"kallium": "Potassium", "kalium i.s.": "Potassium", "ferritn": "Ferritin"}
"""Spellings that it can read."""

KNOWN_WELL = {
    "zonulin": {
        "kind": "condition",
        "name": "Coeliac disease",
        "effect": "raises",
        "why": "The gut lets more through.",
    }
}
"""Tests that no graph of ours has, and what textbooks say of them."""


def turn(asked: Asked) -> Turn:
    """One look-up of everything, then the plan."""
    given = [json.loads(line) for line in asked.shown.get("names", "").splitlines() if line]
    if not asked.called:
        return _call("lookup_biomarker", names=[_meant(one) for one in given] or ["Ferritin"])
    looked_up = "\n".join(asked.came_back_from("lookup_biomarker"))
    keys = {found["name"]: found["key"] for found in LINE.finditer(looked_up)}
    return _call("submit_diagnostic_plan", answers=[_answer(one, keys) for one in given])


def _meant(name: dict[str, Any]) -> str:
    said = str(name["name"])
    return IN_ENGLISH.get(said.casefold(), said)


def _answer(name: dict[str, Any], keys: dict[str, str]) -> dict[str, Any]:
    key = keys.get(_meant(name))
    if key is not None:
        return {"id": name["id"], "decision": "biomarker", "key": key}
    known = KNOWN_WELL.get(str(name["name"]).casefold())
    if known is not None:
        return {"id": name["id"], "decision": "model_knowledge", "related": [known]}
    return {"id": name["id"], "decision": "unknown"}


def _call(tool: str, **arguments: Any) -> Turn:
    return Turn(calls=(ScriptedCall(name=tool, arguments=arguments),))
