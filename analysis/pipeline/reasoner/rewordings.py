"""What a model is given to word, and what it may answer. It names statements by number only."""

from pydantic import Field

from medreview.common.contract import Contract

MOST_STATEMENTS = 60
"""In one question: what a model can keep in sight, and a reply within its bound."""


class Numbered(Contract):
    """One statement as a model is shown it."""

    number: int
    finding: int
    """Statements with the same one are about the same result; 0: about none."""
    kind: str
    text: str
    plain: str = ""


class ToWord(Contract):
    """The statements of one question."""

    statements: tuple[Numbered, ...]


class Rewording(Contract):
    """Other words for one statement; an empty text leaves the sentence as it is."""

    number: int
    text: str = Field(default="", max_length=4000)
    plain: str = Field(default="", max_length=4000)


class Worded(Contract):
    """Other words for some of the statements, and an order for them all."""

    rewordings: tuple[Rewording, ...] = Field(default=(), max_length=2 * MOST_STATEMENTS)
    order: tuple[int, ...] = Field(default=(), max_length=2 * MOST_STATEMENTS)
    """Every number that was given, each once; empty: as they are."""


def as_they_are(given: ToWord) -> Worded:
    """Without a model the sentences of the rules stand, in their order."""
    return Worded()
