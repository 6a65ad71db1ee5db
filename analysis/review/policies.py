"""What may be decided when. Pure: facts in, an error or nothing out."""

import datetime as dt
from collections.abc import Sequence

from analysis.pipeline.analysis_states import DECIDABLE, AnalysisState
from analysis.pipeline.contracts import EvidenceTier
from analysis.review.errors import (
    ConfirmationMissing,
    NotReadyToSign,
    ReasonMissing,
    StaleDecision,
)
from analysis.review.vocabulary import RejectionReason
from medreview.common.errors import Invalid, WrongState, gettext_noop

LONGEST_TEXT = 4000
READ_BACK_LEAST = 3


def can_decide(state: str) -> bool:
    """Whether findings are open for decisions."""
    return state in DECIDABLE


def check_can_decide(state: str) -> None:
    """Only what is in review, or opened again by an amendment, is decided on."""
    if not can_decide(state):
        raise WrongState(gettext_noop("This analysis is not open for decisions."))


def check_version(*, latest: int, seen: int) -> None:
    """A decision names the newest one its author saw; an older one is refused."""
    if latest != seen:
        raise StaleDecision(
            gettext_noop("Somebody decided on this finding after your page was made.")
        )


def check_acceptance(*, tier: EvidenceTier | None, confirmed: bool) -> None:
    """A finding that rests on a model's knowledge alone asks for one more look."""
    if tier == EvidenceTier.MODEL_KNOWLEDGE and not confirmed:
        raise ConfirmationMissing(
            gettext_noop("This finding has no source. Confirm that you checked it.")
        )


def check_text(text: str) -> None:
    """A text says something, and no more than a reader can take in."""
    if not text.strip():
        raise Invalid(gettext_noop("Write something first."))
    if len(text) > LONGEST_TEXT:
        raise Invalid(gettext_noop("This is longer than %(n)d characters."), n=LONGEST_TEXT)


def check_reason(reason: str) -> None:
    """A rejection carries one of the listed reasons."""
    if reason not in set(RejectionReason):
        raise ReasonMissing(gettext_noop("Choose why you reject this finding."))


def check_told(told: str) -> None:
    """An acknowledgement names who was told."""
    if not told.strip():
        raise Invalid(gettext_noop("Name the person who was told."))


def check_told_at(told_at: dt.datetime, *, raised_at: dt.datetime, now: dt.datetime) -> None:
    """Somebody was told of a value after it was raised, and not in the future."""
    if told_at > now:
        raise Invalid(gettext_noop("This time has not come yet."))
    # People write minutes: told in the minute it was raised in is not before.
    if told_at < raised_at.replace(second=0, microsecond=0):
        raise Invalid(gettext_noop("Nobody can have been told before the value was raised."))


def check_read_back(read_back: str) -> None:
    """An acknowledgement repeats what was read back."""
    if len(read_back.strip()) < READ_BACK_LEAST:
        raise Invalid(gettext_noop("Write what was read back to you."))


def can_sign(*, state: str, open_findings: Sequence[str], open_criticals: int) -> bool:
    """Whether a signature would be taken."""
    return can_decide(state) and not open_findings and not open_criticals


def check_can_sign(*, state: str, open_findings: Sequence[str], open_criticals: int) -> None:
    """Signed is only what was wholly decided, every critical answered for."""
    check_can_decide(state)
    if open_findings:
        raise NotReadyToSign(gettext_noop("A finding still needs a decision."))
    if open_criticals:
        raise NotReadyToSign(gettext_noop("A critical value has not been acknowledged yet."))


def check_seen_as_outdated(*, outdated: bool, despite: str) -> None:
    """What rests on a record that changed since is signed only by who saw that, and says why."""
    if outdated and not despite.strip():
        raise NotReadyToSign(
            gettext_noop(
                "The record has changed since. Run it again, or say why you sign it as it is."
            )
        )
    if len(despite) > LONGEST_TEXT:
        raise Invalid(gettext_noop("This is longer than %(n)d characters."), n=LONGEST_TEXT)


def check_can_amend(state: str, *, replaced_by: str = "") -> None:
    """Only a signed report is amended, and only the one that stands."""
    if state != AnalysisState.SIGNED:
        raise WrongState(gettext_noop("Only a signed report can be amended."))
    if replaced_by:
        raise WrongState(
            gettext_noop("%(number)s asks this again: decide there."), number=replaced_by
        )
