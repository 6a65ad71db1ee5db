"""How an honest model words statements: a little smoother, and saying the very same."""

import re
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles.conversation import Asked

LINE = re.compile(r"^\[(?P<number>\d+)\] finding \d+, \w+: (?P<text>.*)$")
ABSENT = re.compile(r"^Not in the record: (?P<what>[^.;:]+)\.$")


def turn(asked: Asked) -> Turn:
    """Other words where it has some; every other sentence stands."""
    found = [LINE.match(line) for line in asked.lines_of("statements")]
    worded = [_reworded(int(one["number"]), one["text"]) for one in found if one]
    return Turn(says={"rewordings": [one for one in worded if one is not None], "order": []})


def _reworded(number: int, text: str) -> dict[str, Any] | None:
    absent = ABSENT.match(text)
    if absent is None:
        return None
    verb = "are" if " and " in absent["what"] else "is"
    return {"number": number, "text": f"{absent['what']} {verb} not in the record."}
