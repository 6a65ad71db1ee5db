"""A request as it comes in over the wire, in the words a double needs to answer it."""

import json
import re
from dataclasses import dataclass
from typing import Any

DATA = re.compile(
    r'<data label="(?P<label>\w+)" mark="(?P<mark>\w+)"[^>]*>\n'
    r'(?P<text>.*?)\n</data mark="(?P=mark)">',
    re.DOTALL,
)


@dataclass(frozen=True)
class Asked:
    """One request."""

    request: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.request.get("messages", []))

    @property
    def tools(self) -> frozenset[str]:
        """The tools that may be called."""
        return frozenset(one["function"]["name"] for one in self.request.get("tools", []))

    @property
    def instruction(self) -> str:
        """All that our own side says."""
        return "\n".join(_text(one) for one in self.messages if one["role"] == "system")

    @property
    def shown(self) -> dict[str, str]:
        """The blocks of the record at the beginning, by their label."""
        said = "\n".join(_text(one) for one in self.messages if one["role"] == "user")
        return {one["label"]: one["text"] for one in DATA.finditer(said)}

    @property
    def turns(self) -> int:
        """How often the model has spoken."""
        return sum(one["role"] == "assistant" for one in self.messages)

    @property
    def came_back(self) -> list[str]:
        """What tools answered since the model spoke last."""
        answers: list[str] = []
        for one in reversed(self.messages):
            if one["role"] == "assistant":
                break
            if one["role"] == "tool":
                found = DATA.search(_text(one))
                answers.insert(0, found["text"] if found else _text(one))
        return answers

    @property
    def called(self) -> list[tuple[str, dict[str, Any]]]:
        """Every call the model made so far, with its arguments."""
        return [
            (call["function"]["name"], json.loads(call["function"]["arguments"]))
            for one in self.messages
            for call in one.get("tool_calls") or ()
        ]


def _text(message: dict[str, Any]) -> str:
    return str(message.get("content") or "")
