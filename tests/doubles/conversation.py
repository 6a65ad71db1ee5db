"""A request as it comes in over the wire, in the words a double needs to answer it."""

import json
import re
from dataclasses import dataclass
from typing import Any

from medreview.llm.double.script import ScriptedCall, Turn

DATA = re.compile(
    r'<data label="(?P<label>\w+)" mark="(?P<mark>\w+)"[^>]*>\n'
    r'(?P<text>.*?)\n</data mark="(?P=mark)">',
    re.DOTALL,
)

SKILLS = {
    "diagnostician": "submit_diagnostic_plan",
    "retriever_code_mode": "submit_generation_ready_package",
    "retriever_tool_arm": "finish_retrieval",
    "wording": "statements",
}
"""The tool that only this skill has, or the block that only it is shown."""


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
    def skill(self) -> str:
        """Which skill asks; empty for any that no script here knows."""
        marks = {*self.tools, *self.shown}
        return next((name for name, mark in SKILLS.items() if mark in marks), "")

    @property
    def instruction(self) -> str:
        """All that our own side says."""
        return "\n".join(_text(one) for one in self.messages if one["role"] == "system")

    @property
    def shown(self) -> dict[str, str]:
        """The blocks of the record at the beginning, by their label."""
        said = "\n".join(_text(one) for one in self.messages if one["role"] == "user")
        return {one["label"]: one["text"] for one in DATA.finditer(said)}

    def lines_of(self, label: str) -> list[str]:
        """The lines of one block that say something."""
        return [line for line in self.shown.get(label, "").splitlines() if line.strip()]

    @property
    def turns(self) -> int:
        """How often the model has spoken."""
        return sum(one["role"] == "assistant" for one in self.messages)

    def came_back_from(self, tool: str) -> list[str]:
        """What this tool answered so far, out of its data tags."""
        ids = {
            call["id"]
            for one in self.messages
            for call in one.get("tool_calls") or ()
            if call["function"]["name"] == tool
        }
        answers = [_text(one) for one in self.messages if one.get("tool_call_id") in ids]
        return [found["text"] if (found := DATA.search(said)) else said for said in answers]

    @property
    def called(self) -> list[tuple[str, dict[str, Any]]]:
        """Every call the model made so far, with its arguments."""
        return [
            (call["function"]["name"], json.loads(call["function"]["arguments"]))
            for one in self.messages
            for call in one.get("tool_calls") or ()
        ]


def calls(*wanted: tuple[str, dict[str, Any]]) -> Turn:
    """A turn that calls these tools."""
    return Turn(calls=tuple(ScriptedCall(name=name, arguments=said) for name, said in wanted))


def _text(message: dict[str, Any]) -> str:
    return str(message.get("content") or "")
