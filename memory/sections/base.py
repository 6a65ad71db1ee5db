"""What a section of the memory is: its fields, when two facts are one, and how its facts age.

One section is one file beside this one. Its rules are ours, made for caution: what ages out is
only no longer read as present, and nothing is ever deleted by its age. Pure.
"""

from dataclasses import dataclass, field

from pydantic import Field

from medreview.common.contract import Contract
from memory.values import When
from memory.vocabulary import SectionKey, Status


class Fields(Contract):
    """What a section says of a thing besides its name."""


class NoFields(Fields):
    """Nothing besides the name."""


@dataclass(frozen=True)
class Section:
    """One of the eleven."""

    key: SectionKey
    title: str
    fields: type[Fields]
    told_apart_by: tuple[str, ...] = ()
    """Fields in which two facts of one name must not differ to be one: where both are known."""
    is_episodic: bool = False
    """Whether the same thing at another time is another thing: an operation, not a condition."""
    read_by_default: frozenset[Status] = frozenset({Status.ACTIVE, Status.UNKNOWN})
    """The statuses that are read where nobody asks for the past."""
    days_fresh: int | None = None
    """After so many days without a word a fact is no longer read as present; None: never."""
    asks_when_unknown: bool = False
    """Whether a person is asked when nothing was ever said."""
    answer_within_days: int = 90
    """After so many days an unanswered candidate expires."""
    bulk: bool = False
    """Whether plain confirmations may be given for many at once."""
    notes: tuple[str, ...] = field(default=())
    """Why its rules are as they are."""


class Noted(Fields):
    """Fields that many sections share."""

    note: str = Field(default="", max_length=300)
    """What else was said of it, in the speaker's words."""


class Begun(Noted):
    """A thing that began, and may have ended."""

    began: When = When()
    ended: When = When()
