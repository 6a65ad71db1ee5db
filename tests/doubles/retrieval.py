"""What an honest model finds of what code looked for in vain, by either way to the record."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles.conversation import Asked, calls
from tests.doubles.spellings import meant

SNIPPET = """\
for one in left_over():
    print(one["id"], "|", one["name"])
"""
READS = ("get_observations", "get_conditions", "get_medications")


def by_snippets(asked: Asked) -> Turn:
    """One snippet, then the claims."""
    if not asked.called:
        return calls(("execute_code", {"code": SNIPPET}))
    lines = "\n".join(asked.came_back_from("execute_code")).splitlines()
    entries = [tuple(line.split(" | ", 1)) for line in lines if " | " in line]
    return calls(("submit_generation_ready_package", {"claims": _claims(asked, entries)}))


def by_tools(asked: Asked) -> Turn:
    """Three readings at once, then the claims."""
    if not asked.called:
        return calls(*((name, {}) for name in READS))
    answers = "\n".join(answer for name in READS for answer in asked.came_back_from(name))
    read = [json.loads(line) for line in answers.splitlines() if line.startswith("{")]
    entries = [(one["id"], one["name"]) for one in read]
    return calls(("finish_retrieval", {"claims": _claims(asked, entries)}))


def _claims(asked: Asked, entries: Iterable[tuple[str, ...]]) -> list[dict[str, Any]]:
    wanted = dict(_wanted(asked))
    return [
        {"item": item, "resource": entry, "quote": name, "why": "Another spelling."}
        for entry, name in entries
        if (item := wanted.get(meant(name).casefold()))
    ][:100]


def _wanted(asked: Asked) -> Iterator[tuple[str, str]]:
    """The name of each thing asked for, and its id."""
    for line in asked.lines_of("asked"):
        item, _, name = line.partition(" | ")
        yield name.casefold(), item
