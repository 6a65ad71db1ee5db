"""Who works on what."""

from typing import Literal

from pydantic import Field

from medreview.api.contracts.analyses import AnalysisRow, Holder
from medreview.api.contracts.base import Page, Paging
from medreview.api.contracts.reviews import Versioned
from medreview.common.contract import Contract

ListName = Literal["waiting", "mine", "others", "overdue", "signed"]


class WorklistAsked(Paging):
    """Which analyses a list shows."""

    severity: Literal["", "critical", "abnormal", "other"] = ""
    overdue: bool = False
    holder: str = Field(default="", max_length=40)
    """The id of the person who holds them."""
    handed_off: bool = False
    """Only what was handed off to a person and is not resolved."""


class WorklistCounts(Contract):
    """How long each list is. An open analysis is in one of the first three."""

    waiting: int
    mine: int
    others: int
    overdue: int
    """Of the three, what should have been signed by now."""
    signed: int


class WorklistRow(Contract):
    """One analysis of a list, and in whose hand it is."""

    analysis: AnalysisRow
    open_criticals: int
    holding: Holder | None
    handed_off: tuple[str, ...] = ()
    """Why a person must look at it beyond the ordinary review, as codes; empty where nobody must,
    or somebody has."""


class WorklistPage(Page):
    """One list: unanswered criticals first, then what is due earliest; signed ones newest first."""

    items: tuple[WorklistRow, ...]


class NextUndecided(Contract):
    """What to turn to next: one's own or nobody's."""

    analysis: AnalysisRow | None


class GiveAsked(Contract):
    """To whom an analysis is given."""

    to: str = Field(max_length=40)
    """The id of a colleague who may decide."""
    note: str = Field(default="", max_length=1000)
    """Where things stand; a must for what one holds oneself."""


class TakeOverAsked(Versioned):
    """``version`` is ``holding.moves`` as it was seen."""


class Colleague(Contract):
    """Somebody to whom work can be given."""

    id: str
    name: str


class ColleagueList(Contract):
    """To whom this person can give work, by name."""

    items: tuple[Colleague, ...]
