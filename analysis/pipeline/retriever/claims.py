"""What a model is given of things that code looked for in vain, and what it may claim of them."""

from pydantic import Field

from graphcurate.contracts import RelationKind
from medreview.common.contract import Contract

MOST_CLAIMS = 100
"""In one package; no patient has more entries that nobody can name."""


class AskedItem(Contract):
    """One thing that was asked for and not found, whichever results ask for it."""

    id: str
    kind: RelationKind
    name: str


class LeftOver(Contract):
    """What deterministic matching left over: the things, and how many entries it could not tell."""

    asked: tuple[AskedItem, ...]
    entries: dict[str, int]
    """By kind: ``lab``, ``condition``, ``medication``, and ``note`` for results with notes."""


class Claim(Contract):
    """That one entry of the record is one of the things asked for."""

    item: str = Field(max_length=200)
    """The id of the thing, as it was listed."""
    resource: str = Field(max_length=200)
    """The id of the entry."""
    quote: str = Field(max_length=300)
    """The words of that entry that say so, letter by letter."""
    why: str = Field(default="", max_length=300)
    """In a short sentence."""


class Claims(Contract):
    """Everything that was found; an empty list when nothing was."""

    claims: tuple[Claim, ...] = Field(max_length=MOST_CLAIMS)


def no_claims(given: LeftOver) -> Claims:
    """Without a model nothing more is found: what code found stands."""
    return Claims(claims=())
