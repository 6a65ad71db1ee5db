"""What an honest model makes of names of tests: looked up all at once, then handed in."""

import json
import re
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles.conversation import Asked, calls
from tests.doubles.spellings import meant

LINE = re.compile(r'^"(?P<name>[^"\n]*)": key (?P<key>[\w.-]+),', re.MULTILINE)

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
    given = [json.loads(line) for line in asked.lines_of("names")]
    if not asked.called:
        return calls(("lookup_biomarker", {"names": [meant(one["name"]) for one in given]}))
    looked_up = "\n".join(asked.came_back_from("lookup_biomarker"))
    keys = {found["name"]: found["key"] for found in LINE.finditer(looked_up)}
    return calls(("submit_diagnostic_plan", {"answers": [_answer(one, keys) for one in given]}))


def _answer(name: dict[str, Any], keys: dict[str, str]) -> dict[str, Any]:
    key = keys.get(meant(name["name"]))
    if key is not None:
        return {"id": name["id"], "decision": "biomarker", "key": key}
    known = KNOWN_WELL.get(name["name"].casefold())
    if known is not None:
        return {"id": name["id"], "decision": "model_knowledge", "related": [known]}
    return {"id": name["id"], "decision": "unknown"}
