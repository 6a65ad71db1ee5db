"""What a model may call: a name, a typed set of arguments, and the code that answers.

Whose record a tool reads is given to it by code, in its ``Scope``. Arguments that could name a
patient or a hospital are refused when the tool is made, before any model sees it.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from medreview.common.contract import Contract
from medreview.llm.contracts import ToolSpec
from medreview.runtime.errors import SkillBroken, ToolError

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
WHOSE = re.compile(r"(?:^|_)(?:patient|hospital|tenant|mrn|subject|person)s?(?:_|$)")
"""Words by which an argument would say whose record is meant."""


@dataclass(frozen=True)
class Scope:
    """Whose record is worked on, and as of when: taken from the run, never from a model."""

    run: str
    patient: str
    hospital: str
    as_of: dt.datetime


@dataclass(frozen=True)
class Finished:
    """The answer of a tool that ends the work: its output."""

    output: Contract


Answer = str | Finished


@dataclass(frozen=True)
class Tool:
    """Something a model may ask code to do."""

    name: str
    description: str
    arguments: type[Contract]
    act: Callable[[Any, Scope], Answer]
    """Answers in words, finishes the work, or raises ``ToolError`` for the model to read."""
    most_tokens: int = 8_000
    """Of one answer; what is left out is said in the answer's label."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise SkillBroken("The name of a tool is a short word in lower case.")
        for name in _field_names(self.arguments):
            if WHOSE.search(name):
                raise SkillBroken(
                    "The tool %(tool)s takes %(name)s as an argument: whose record is read is "
                    "never for a model to say.",
                    tool=self.name,
                    name=name,
                )

    @property
    def spec(self) -> ToolSpec:
        """The tool as a model is told of it."""
        return ToolSpec(self.name, self.description, self.arguments)

    def read(self, arguments: Mapping[str, Any]) -> Contract:
        """The arguments in their type; what does not fit is told in words for the model."""
        try:
            return self.arguments.model_validate(dict(arguments))
        except ValidationError as problem:
            raise ToolError(_told(problem)) from problem


def allow_list(named: Iterable[str], offered: Iterable[Tool]) -> dict[str, Tool]:
    """The tools by name, if they are exactly those that a skill names."""
    tools = {tool.name: tool for tool in offered}
    wanted = set(named)
    if set(tools) != wanted:
        odd = ", ".join(sorted(set(tools) ^ wanted))
        raise SkillBroken("The tools and the skill's list of tools differ: %(odd)s.", odd=odd)
    return tools


def _told(problem: ValidationError) -> str:
    """Where arguments do not fit, without repeating what stood there."""
    places = (
        f"{'.'.join(str(part) for part in error['loc'])[:80] or 'arguments'}: {error['type']}"
        for error in problem.errors(include_url=False, include_input=False, include_context=False)
    )
    return "The arguments do not fit. " + "; ".join(list(places)[:10])


def _field_names(model: type[BaseModel], seen: frozenset[type] = frozenset()) -> Iterator[str]:
    """The names of all fields, also of models within models."""
    for name, field in model.model_fields.items():
        yield name
        yield from filter(None, (field.alias,))
        for inner in _models_in(field.annotation):
            if inner not in seen:
                yield from _field_names(inner, seen | {model, inner})


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)
