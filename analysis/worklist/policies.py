"""When an analysis changes hands. Pure: facts in, an error or nothing out."""

from analysis.pipeline.analysis_states import DECIDABLE
from analysis.worklist.errors import NoteMissing, NotHeld, StaleHolding, WrongReceiver
from medreview.common.errors import Invalid, WrongState, gettext_noop

LONGEST_NOTE = 1000


def check_is_open(state: str) -> None:
    """Only what waits for decisions is in anybody's hand."""
    if state not in DECIDABLE:
        raise WrongState(gettext_noop("This analysis is not open for decisions."))


def check_holds(*, holder: str | None, by: str) -> None:
    """Only who holds an analysis gives it back."""
    if holder != by:
        raise NotHeld(gettext_noop("You do not hold this analysis, so you can’t give it back."))


def check_seen(*, moves: int, seen: int) -> None:
    """Who takes over names the newest move they saw; an older one is refused."""
    if moves != seen:
        raise StaleHolding(
            gettext_noop("This analysis came into another hand after your page was made.")
        )


def check_receiver(*, is_oneself: bool, is_colleague: bool, may_decide: bool) -> None:
    """Work goes to another person of the same hospital, who signs in and may decide."""
    if is_oneself:
        raise WrongReceiver(gettext_noop("Choose a colleague: this is you."))
    if not (is_colleague and may_decide):
        raise WrongReceiver(gettext_noop("Choose a colleague who may decide on analyses."))


def check_note(note: str, *, needed: bool) -> None:
    """A note says where things stand, and no more than one takes in between two patients."""
    if needed and not note.strip():
        raise NoteMissing(gettext_noop("Write what your colleague must know."))
    if len(note) > LONGEST_NOTE:
        raise Invalid(gettext_noop("This is longer than %(n)d characters."), n=LONGEST_NOTE)
