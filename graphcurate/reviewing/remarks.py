"""What may be remarked on a change set, by whom, and who is meant by a mention. Pure."""

import re

from medreview.common.errors import Denied, Invalid, WrongState, gettext_noop

_MENTION = re.compile(r"(?<![\w@.])@([\w][\w.+-]*[\w]|\w)")


def mentioned(text: str) -> tuple[str, ...]:
    """The sign-in names that a text calls by ``@name``, each once, in lower case."""
    return tuple(dict.fromkeys(name.lower() for name in _MENTION.findall(text)))


def check_reviewer(*, may_decide: bool, contributed: bool) -> None:
    """A review goes to somebody who may decide and wrote none of it."""
    if not may_decide:
        raise Invalid(gettext_noop("Choose a colleague who may decide on change sets."))
    if contributed:
        raise Invalid(
            gettext_noop("Choose somebody else: who wrote in a change set doesn’t review it.")
        )


def check_waits(state: str) -> None:
    """Only what waits for a review is given to somebody."""
    if state != "in_review":
        raise WrongState(gettext_noop("This change set doesn’t wait for a review just now."))


def check_can_hand_back(*, reviewer: str | None, by: str, opened_by: str) -> None:
    """The reviewer hands a review back, or the author takes it from them."""
    if by not in {reviewer, opened_by}:
        raise Denied(gettext_noop("This review isn’t in your hands, so you can’t hand it back."))
