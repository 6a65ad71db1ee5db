"""A hospital's settings in words, and where two versions of them differ."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings
from medreview.accounts.models import Team, User
from medreview.front.hospital_choices import Whom, whom_of

HOUR, DAY = 60, 24 * 60


@dataclass(frozen=True)
class Difference:
    """One setting that two people want otherwise."""

    name: str
    theirs: str
    mine: str


def whom_choices(teams: Iterable[Team], people: Iterable[User]) -> Whom:
    """Whom a step may go to: the reviewer, a team, somebody who can sign in."""
    return [
        ("reviewer", _("The reviewer: who holds the analysis, else who asked for it")),
        (_("Teams"), [(f"team:{team.pk}", team.name) for team in teams]),
        (_("People"), [(f"person:{user.pk}", user.get_full_name()) for user in people]),
    ]


def differences(
    theirs: HospitalSettings, mine: HospitalSettings, choices: Whom
) -> list[Difference]:
    """What differs between two versions, in words."""
    now, wanted = _in_words(theirs, choices), _in_words(mine, choices)
    return [Difference(name, now[name], wanted[name]) for name in now if now[name] != wanted[name]]


def time_in_words(minutes: int) -> str:
    """A number of minutes as people say it, where it is whole hours or days."""
    if minutes and minutes % DAY == 0:
        return ngettext("%(n)d day", "%(n)d days", minutes // DAY) % {"n": minutes // DAY}
    if minutes and minutes % HOUR == 0:
        return ngettext("%(n)d hour", "%(n)d hours", minutes // HOUR) % {"n": minutes // HOUR}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def _in_words(settings: HospitalSettings, choices: Whom) -> dict[str, str]:
    yes = _("Yes") if settings.analyse_on_import else _("No")
    required = settings.second_factor == "required"
    return {
        _("Analysis on import"): yes,
        _("Due with a critical value"): time_in_words(settings.due.critical),
        _("Due with an abnormal result"): time_in_words(settings.due.abnormal),
        _("Due otherwise"): time_in_words(settings.due.other),
        _("A claim lasts"): time_in_words(settings.claim_minutes),
        _("Escalation"): "; ".join(_step(step, choices) for step in settings.escalation),
        _("Second factor"): _("Required") if required else _("Each person decides"),
    }


def _step(step: EscalationStep, choices: Whom) -> str:
    return f"{time_in_words(step.after_minutes)} → {_whom(step, choices)}"


def _whom(step: EscalationStep, choices: Whom) -> str:
    if step.to == "reviewer":
        return _("the reviewer")
    wanted = whom_of(step)
    named = {
        value: name
        for _heading, group in choices
        if isinstance(group, list)
        for value, name in group
    }
    return named.get(wanted, wanted)
