"""A model that names tests: it looks every name up at once, then hands in a plan."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from medreview.llm.double.script import ScriptedCall, Turn
from tests.doubles.conversation import Asked

Answer = dict[str, Any]


def biomarker(key: str) -> Answer:
    """It is this test."""
    return {"decision": "biomarker", "key": key}


def domain(key: str) -> Answer:
    """It is of this field."""
    return {"decision": "domain", "key": key}


def knowledge(*related: tuple[str, str, str]) -> Answer:
    """Things by kind, name and effect that a model knows of it."""
    items = [
        {"kind": kind, "name": name, "effect": effect, "why": "Textbooks relate it."}
        for kind, name, effect in related
    ]
    return {"decision": "model_knowledge", "related": items}


UNKNOWN: Answer = {"decision": "unknown"}


@dataclass
class Namer:
    """Knows some names; of every other it says so."""

    known: Mapping[str, Answer] = field(default_factory=dict)
    singly: bool = False
    """Looks up one name after the other."""

    def __call__(self, request: dict[str, Any]) -> Turn:
        """Look up first, then submit."""
        asked = Asked(request)
        names = names_in(asked)
        if self.singly and asked.turns < len(names):
            return _call("lookup_biomarker", names=[names[asked.turns]["name"]])
        if not self.singly and asked.turns == 0:
            return _call("lookup_biomarker", names=[one["name"] for one in names])
        return _call("submit_diagnostic_plan", answers=self.answers(names))

    def answers(self, names: list[Answer]) -> list[Answer]:
        """One answer for each name."""
        return [{"id": one["id"], **self.known.get(one["name"], UNKNOWN)} for one in names]


def names_in(asked: Asked) -> list[Answer]:
    """The names the model was given."""
    return [json.loads(line) for line in asked.shown["names"].splitlines()]


def _call(name: str, **arguments: Any) -> Turn:
    return Turn(calls=(ScriptedCall(name=name, arguments=arguments),), times=0)
