"""When a flag may be raised, taken, linked and settled. Pure: facts in, an error or nothing out."""

from graphcurate.reviewing.flag_states import FLAG, FlagOutcome, FlagState
from medreview.common.errors import Denied, Invalid, WrongState, gettext_noop

NO_ANSWER = frozenset({"rejected", "withdrawn"})
"""States of a change set that will never be published."""


def check_seen(*, version: int, seen: int) -> None:
    """Who moves a flag names the version they saw; an older one is refused."""
    if version != seen:
        raise WrongState(
            gettext_noop(
                "Somebody else worked on this report after your page was made. "
                "Look at it as it stands now, and decide again."
            )
        )


def check_can_move(state: str, to: FlagState) -> None:
    """What is settled stays settled; a new report begins anew."""
    if not FLAG.allows(state, to):
        raise WrongState(
            gettext_noop("This report stands where this step can’t be taken any more.")
        )


def check_can_hand_back(*, taken_by: str | None, by: str) -> None:
    """Only who took a report gives it back."""
    if taken_by != by:
        raise Denied(gettext_noop("You have not taken this report, so you can’t hand it back."))


def check_outcome(outcome: str, *, set_state: str | None) -> None:
    """*Fixed* names the change set that does it, and one that can still be published."""
    if outcome not in set(FlagOutcome):
        raise Invalid(gettext_noop("Choose how this report is settled."))
    if outcome == FlagOutcome.FIXED:
        check_link(set_state)


def check_link(set_state: str | None) -> None:
    """A report is answered by a change set that exists and was not given up."""
    if set_state is None:
        raise Invalid(gettext_noop("Choose the change set that answers this report."))
    if set_state in NO_ANSWER:
        raise Invalid(gettext_noop("This change set was given up and will answer nothing."))
