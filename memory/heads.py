"""What can be said of a whole section: recorded, confirmed none, not asked, or unavailable. Pure.

*Not asked* and *said no* are two things; an empty list is neither.
"""

from collections.abc import Iterable
from enum import StrEnum

from memory.facts import FactState
from memory.vocabulary import Experiencer, Stance


class Head(StrEnum):
    """The four states of a section."""

    RECORDED = "recorded"
    CONFIRMED_NONE = "confirmed_none"
    NOT_ASKED = "not_asked"
    UNAVAILABLE = "unavailable"
    """It can't be read now: nobody may take that for an answer."""


def head_of(states: Iterable[FactState], *, is_readable: bool = True) -> Head:
    """The head of a section with these facts."""
    if not is_readable:
        return Head.UNAVAILABLE
    counted = [one for one in states if one.is_confirmed and not one.is_withdrawn]
    present = [one for one in counted if not one.body.whole]
    if any(one.body.stance is not Stance.ABSENT for one in present):
        return Head.RECORDED
    if any(one.body.whole and one.body.experiencer is not Experiencer.OTHER for one in counted):
        return Head.CONFIRMED_NONE
    # "No penicillin allergy" alone says nothing of all the others.
    return Head.RECORDED if present else Head.NOT_ASKED
