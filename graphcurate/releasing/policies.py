"""When a release may be planned, changed, let pass, signed and sent out. Pure."""

from collections.abc import Iterable, Mapping

from graphcurate.errors import GatesClosed, NumberTaken, OwnOverride, StalePlan, WrongNumber
from graphcurate.releasing.gates import Gate, GateReport, held_back
from graphcurate.releasing.numbers import is_number
from graphcurate.releasing.states import PLAN, PlanState
from medreview.common.errors import Invalid, gettext_noop

LONGEST_VERSION = 40
CODE_SYSTEMS = {
    "loinc": "LOINC",
    "icd10cm": "ICD-10-CM",
    "snomed": "SNOMED CT",
    "atc": "ATC",
    "rxnorm": "RxNorm",
    "ucum": "UCUM",
}
"""The code systems whose version a release records, by their short names."""


def check_number(number: str, *, is_taken: bool) -> None:
    """A release has a number of the usual form that nothing else has."""
    if not is_number(number):
        raise Invalid(gettext_noop("A release is numbered like 2026.12-1."))
    if is_taken:
        raise NumberTaken(gettext_noop("Another release has the number %(n)s."), n=number)


def check_code_systems(versions: Mapping[str, str]) -> None:
    """A version is a short word of one of the code systems we use."""
    for system, version in versions.items():
        if system not in CODE_SYSTEMS or len(version) > LONGEST_VERSION:
            raise Invalid(
                gettext_noop("A version has at most %(n)d characters."), n=LONGEST_VERSION
            )


def check_version(*, now: int, seen: int) -> None:
    """A plan is changed as the page showed it, or not at all."""
    if now != seen:
        raise StalePlan(gettext_noop("Somebody changed this plan after your page was made."))


def check_content(*, latest: str, seen: str) -> None:
    """A word on a content is about the one that was looked at."""
    if latest != seen:
        raise StalePlan(
            gettext_noop("The content is not what you looked at: something changed. Look again.")
        )


def check_is_planned(state: str) -> None:
    """Only what has not gone out and was not discarded is changed."""
    if state != PlanState.PLANNED:
        PLAN.check(state, PlanState.DISCARDED)


def check_can_override(reports: Iterable[GateReport], gate: Gate) -> None:
    """An admin lets pass what failed; never what is not known yet, and never the approvals."""
    report = next(one for one in reports if one.gate is gate)
    if not report.can_be_overridden:
        raise GatesClosed(
            gettext_noop("This gate can't be let pass as it stands. Look at it again.")
        )


def check_not_own_override(reports: Iterable[GateReport], publisher: str) -> None:
    """Who publishes can't have let a gate pass themselves."""
    if any(report.override and report.override.by == publisher for report in reports):
        raise OwnOverride(
            gettext_noop("You let a gate of this release pass. Somebody else publishes it.")
        )


def check_typed(typed: str, number: str) -> None:
    """The number is typed by hand: nobody publishes by a slip."""
    if typed.strip() != number:
        raise WrongNumber(gettext_noop("Type the number %(n)s to publish."), n=number)


def check_gates(reports: Iterable[GateReport]) -> None:
    """Every gate lets the release pass."""
    closed = held_back(reports)
    if closed:
        raise GatesClosed(
            gettext_noop("Not published: %(n)s of the gates hold it back."), n=len(closed)
        )
