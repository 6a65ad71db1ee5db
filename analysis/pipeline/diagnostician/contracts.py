"""What a model is given of names that nobody knows, and the plan it hands in for them."""

import re
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from graphcurate.contracts import Effect, RelationKind
from medreview.common.contract import Contract

MOST_NAMES = 200
"""In one batch; no patient has more abnormal results that nobody can name."""
MOST_RELATED = 6
"""Things a model may bring for one name by its own knowledge."""

_NOT_WORDS = re.compile(r"[\x00-\x1f\x7f<>{}\[\]\\`|]|://|\d\.\d|\d{4}|%")
"""What stands in no name of a test, disease or medicine: markup, addresses, values, years."""


def _plain_words(text: str) -> str:
    if _NOT_WORDS.search(text) or not text.strip():
        # A model is told the kind of a mistake, and mends it by that.
        raise PydanticCustomError("must_be_plain_words_without_values_or_markup", "not plain words")
    return " ".join(text.split())


Words = Annotated[str, AfterValidator(_plain_words)]
"""A line that a reader may be shown: no markup, no address, no value."""


class UnresolvedName(Contract):
    """A name as sent, with what tells one test from another. Nothing of the patient."""

    id: str
    name: str
    unit: str = ""
    specimen: str = ""
    range: str = ""
    could_be: tuple[str, ...] = ()
    """Keys of the tests that share this name; no other one may be chosen."""


class UnresolvedNames(Contract):
    """All names of one analysis that neither code nor synonym resolves, each once."""

    names: tuple[UnresolvedName, ...]


class Decision(StrEnum):
    """What a name is taken for."""

    BIOMARKER = "biomarker"
    DOMAIN = "domain"
    MODEL_KNOWLEDGE = "model_knowledge"
    UNKNOWN = "unknown"


class ProposedItem(Contract):
    """One thing that general knowledge says to look at beside a result."""

    kind: RelationKind
    name: Annotated[Words, Field(min_length=2, max_length=80)]
    effect: Effect
    why: Annotated[Words, Field(min_length=2, max_length=160)]


class NameAnswer(Contract):
    """What one name is taken for."""

    id: str = Field(max_length=8, description="the id of the name, such as n1")
    decision: Decision
    key: str = Field(
        default="",
        max_length=120,
        description="the key of the biomarker or domain; empty for the other decisions",
    )
    related: tuple[ProposedItem, ...] = Field(
        default=(), max_length=MOST_RELATED, description="only for model_knowledge"
    )


class NamingPlan(Contract):
    """One answer for every name, none left out and none added."""

    answers: tuple[NameAnswer, ...] = Field(max_length=MOST_NAMES)


class LookUp(Contract):
    """What to look up, everything at once."""

    names: tuple[Annotated[str, Field(min_length=1, max_length=120)], ...] = Field(
        min_length=1,
        max_length=2 * MOST_NAMES,
        description="names or keys, all you want to know in one call",
    )


def nothing_named(given: UnresolvedNames) -> NamingPlan:
    """The plan without a model: nobody knows these names."""
    return NamingPlan(
        answers=tuple(NameAnswer(id=one.id, decision=Decision.UNKNOWN) for one in given.names)
    )
