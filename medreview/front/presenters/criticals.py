"""Critical values: what the strip, the lists and the page of one of them say."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from analysis.escalation import queries
from analysis.escalation.message_states import MessageState
from analysis.escalation.models import EscalationStepTaken, Message
from analysis.pipeline.models import CriticalAlert
from analysis.review.presenters.banner import born_text, patient_name
from medreview.accounts.models import Hospital, Team, User
from medreview.accounts.queries import people_by_id, teams_of
from medreview.common.clock import now
from medreview.fhir import json_text
from medreview.fhir.gate import why_excluded
from medreview.fhir.models import Resource


class Listing(StrEnum):
    """Which critical values a list shows."""

    OPEN = "open"
    OVERDUE = "overdue"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"


TITLES: Final[Mapping[Listing, str | Promise]] = {
    Listing.OPEN: pgettext_lazy("critical values", "Open"),
    Listing.OVERDUE: pgettext_lazy("critical values", "Overdue"),
    Listing.ANSWERED: gettext_lazy("Answered, last 24 hours"),
    Listing.WITHDRAWN: pgettext_lazy("critical values", "Withdrawn"),
}

ROWS_OF: Final = {
    Listing.OPEN: queries.open_criticals_for,
    Listing.OVERDUE: queries.overdue_for,
    Listing.ANSWERED: queries.answered_lately,
    Listing.WITHDRAWN: queries.withdrawn_for,
}

REASONS: Final[Mapping[str, str | Promise]] = {
    "no_address": gettext_lazy("no e-mail address is known"),
    "deactivated": gettext_lazy("the account is deactivated"),
    "may_not_answer": gettext_lazy("their roles don't let them answer for a critical value"),
    "no_email_configured": gettext_lazy("no e-mail is configured here"),
    "no_base_url": gettext_lazy("no address of this installation is configured for links"),
    "recipient_refused": gettext_lazy("the mail server refused the address"),
    "timeout": gettext_lazy("no answer in time"),
    "ConnectionRefusedError": gettext_lazy("the server refused the connection"),
    "name_not_found": gettext_lazy("the name of the server is not known"),
    "address_refused": gettext_lazy("the address is private, and not among those allowed"),
    "redirected": gettext_lazy("it answered with a redirection, which is not followed"),
    "webhook_off": gettext_lazy("the webhook was switched off"),
    "worker_lost": gettext_lazy("the worker stopped without a word"),
    "answered": gettext_lazy("somebody had answered before it was sent"),
}


@dataclass(frozen=True)
class Tab:
    """One list and how many rows it has."""

    name: str
    title: str | Promise
    url: str
    count: int
    current: bool


@dataclass(frozen=True)
class Told:
    """One person or program a step was brought to, and what became of it."""

    whom: str
    outcome: str
    state: str


@dataclass(frozen=True)
class Step:
    """One step of the timetable that was taken."""

    title: str
    at: dt.datetime
    told: tuple[Told, ...]


@dataclass(frozen=True)
class CriticalRow:
    """One critical value on a list."""

    id: str
    patient: str
    born: str
    mrn: str
    name: str
    value: str
    limit: str
    measured: str
    raised_at: dt.datetime
    analysis: str
    notes: tuple[str, ...]
    steps: tuple[Step, ...]
    answered: str
    answered_at: dt.datetime | None
    url: str
    answer_url: str
    """Empty where nobody has to answer any more."""


def tabs_of(user: User, chosen: Listing) -> list[Tab]:
    """Every list with its number of rows."""
    return [
        Tab(
            name=listing.value,
            title=TITLES[listing],
            url=list_url(listing),
            count=ROWS_OF[listing](user).count(),
            current=listing is chosen,
        )
        for listing in Listing
    ]


def list_url(listing: Listing, after: str = "") -> str:
    """The address of a list, of its first page or of the one behind a row."""
    asked = [f"list={listing}"] if listing is not Listing.OPEN else []
    asked += [f"after={after}"] if after else []
    url = reverse("front:criticals")
    return f"{url}?{'&'.join(asked)}" if asked else url


def critical_rows(alerts: Sequence[CriticalAlert], hospital: Hospital) -> list[CriticalRow]:
    """The alerts as rows, each with whom it was brought to and what its record says now."""
    steps = queries.steps_of(alerts)
    current = queries.current_versions(alerts)
    names = Names(hospital, [step for taken in steps.values() for step in taken])
    return [
        _row(
            alert,
            steps=steps_shown(steps.get(alert.pk, []), names),
            now_recorded=current.get((alert.patient_id, alert.result)),
        )
        for alert in alerts
    ]


def _row(
    alert: CriticalAlert, *, steps: tuple[Step, ...], now_recorded: Resource | None
) -> CriticalRow:
    answer_url = reverse("review:acknowledge", args=[alert.analysis_id, alert.pk])
    by = alert.acknowledged_by
    return CriticalRow(
        id=alert.pk,
        # Two patients may share a name: birth date and number always stand beside it.
        patient=patient_name(alert.patient),
        born=born_text(alert.patient),
        mrn=alert.patient.mrn,
        name=alert.name,
        value=alert.value_text,
        limit=alert.limit,
        measured=alert.effective_text,
        raised_at=alert.created_at,
        analysis=alert.analysis.number,
        notes=notes_on(alert, now_recorded),
        steps=steps,
        answered=by.get_full_name() if by else "",
        answered_at=alert.acknowledged_at,
        url=reverse("front:critical", args=[alert.pk]),
        answer_url=answer_url if queries.waits(alert) else "",
    )


def notes_on(alert: CriticalAlert, now_recorded: Resource | None) -> tuple[str, ...]:
    """What became of the analysis and of the value since it was raised."""
    notes = [ANALYSIS_ENDED.get(alert.analysis.state, "")]
    notes.append(alert.doubt)
    if now_recorded is None:
        notes.append(_("The record holds this result no more: its source took it back."))
    elif why := why_excluded(json_text.parse(now_recorded.raw), now()):
        notes.append(_("The record counts this result no more. %(why)s") % {"why": why})
    elif 0 < alert.result_version < now_recorded.version:
        notes.append(_("A newer version of this result has come since."))
    return tuple(str(note) for note in notes if note)


ANALYSIS_ENDED: Final[Mapping[str, str | Promise]] = {
    "failed": gettext_lazy("Its analysis failed after the value was raised."),
    "cancelled": gettext_lazy("Its analysis was cancelled after the value was raised."),
}


class Names:
    """The teams and people that steps speak of, looked up once."""

    def __init__(self, hospital: Hospital, steps: Iterable[EscalationStepTaken]) -> None:
        listed = list(steps)
        self.people = people_by_id(step.addressee for step in listed if step.to == "person")
        self.teams: dict[str, Team] = {}
        if any(step.to == "team" for step in listed):
            self.teams = {team.pk: team for team in teams_of(hospital)}

    def of(self, step: EscalationStepTaken) -> str:
        """To whom a step went, in words."""
        if step.to == "reviewer":
            return _("the reviewer")
        if step.to == "team":
            team = self.teams.get(step.addressee)
            return _("team %(name)s") % {"name": team.name} if team else _("a team of then")
        named = self.people.get(step.addressee)
        return named.get_full_name() if named else _("a person of then")


def steps_shown(steps: Iterable[EscalationStepTaken], names: Names) -> tuple[Step, ...]:
    """Each step in words, in the order they were taken."""
    return tuple(_step(step, names.of(step)) for step in steps)


def _step(step: EscalationStepTaken, whom: str) -> Step:
    minutes = step.after_minutes
    title = ngettext("After %(n)d minute: %(whom)s", "After %(n)d minutes: %(whom)s", minutes)
    told = tuple(told_of(message) for message in step.messages.all())
    if not any(message.person for message in step.messages.all()):
        nobody = _("nobody holds the analysis, and no person asked for it")
        if step.to != "reviewer":
            nobody = _("it has no members now")
        told = (Told(whom=_("Nobody"), outcome=nobody, state="failed"), *told)
    return Step(title=title % {"n": minutes, "whom": whom}, at=step.created_at, told=told)


def told_of(message: Message) -> Told:
    """One message in words."""
    whom = message.webhook.name if message.webhook else ""
    if message.person:
        whom = message.person.get_full_name()
    return Told(whom=whom, outcome=outcome_of(message), state=message.state)


def outcome_of(message: Message) -> str:
    """What became of a message; a fault is named, never a server's words."""
    reason = reason_text(message.reason)
    if message.state == MessageState.SENT:
        return _("sent by webhook") if message.webhook else _("e-mail sent")
    if message.state == MessageState.DROPPED:
        return _("not sent: %(reason)s") % {"reason": reason}
    if message.state == MessageState.FAILED:
        return _("could not be reached: %(reason)s") % {"reason": reason}
    if message.reason:
        return _("not reached yet, tried again soon: %(reason)s") % {"reason": reason}
    return _("being sent")


def reason_text(code: str) -> str:
    """A code in words; one we have no words for as it is."""
    if code.startswith("http_"):
        return _("it answered with HTTP status %(code)s") % {"code": code.removeprefix("http_")}
    if code.startswith("server_said_"):
        said = code.removeprefix("server_said_")
        return _("the mail server answered with code %(code)s") % {"code": said}
    return str(REASONS.get(code, code))
