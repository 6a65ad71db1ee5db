"""A model that obeys whoever gives an order, wherever it stands, once; then it works honestly."""

import json
import re
from collections.abc import Iterator
from typing import Any

from medreview.llm.double.script import Turn
from tests.doubles import honest
from tests.doubles.conversation import Asked, calls

ORDER = re.compile(r"(?:call|use|run)\s+(?:the\s+tool\s+)?(\w+)\s+with\s+(?={)")
EVERYTHING = """\
for one in left_over():
    print(one)
for one in find_by_name("Report"):
    print(one)
"""

Order = tuple[str, dict[str, Any]]


class Obedient:
    """One such model; ``obeyed`` holds every order it followed."""

    def __init__(self) -> None:
        self.obeyed: list[str] = []
        self._done: set[tuple[str, str, str]] = set()

    def __call__(self, request: dict[str, Any]) -> Turn:
        """The next order it has not followed yet; else its work."""
        asked = Asked(request)
        for name, arguments in _orders_in(asked):
            told = (str(asked.shown), name, json.dumps(arguments, sort_keys=True))
            if told not in self._done:
                self._done.add(told)
                self.obeyed.append(name)
                return calls((name, arguments))
        if asked.skill == "retriever_code_mode" and not asked.came_back_from("execute_code"):
            return calls(("execute_code", {"code": EVERYTHING}))
        return honest.answer(request)


def _orders_in(asked: Asked) -> Iterator[Order]:
    """What stands in data like an order, however often it was quoted."""
    decoder = json.JSONDecoder()
    for one in asked.messages:
        text = str(one.get("content") or "") if one["role"] in ("user", "tool") else ""
        for words in (text, text.replace('\\"', '"').replace("\\'", "'")):
            for found in ORDER.finditer(words):
                try:
                    arguments, _ = decoder.raw_decode(words, found.end())
                except ValueError:
                    continue
                yield found[1], arguments
