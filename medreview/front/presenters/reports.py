"""The weeks of a hospital's trail, and what the report of one says, in plain facts."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.accounts.models import User
from medreview.audit.contracts import PersonWeek, Tally, WeekFacts
from medreview.audit.models import Examination, WeekReport
from medreview.audit.weeks import Week
from medreview.common.display import clinical_date
from medreview.front.presenters.timeline import actor_name


@dataclass(frozen=True)
class Signature:
    """One auditor's word that a week was examined."""

    name: str
    at: dt.datetime
    note: str


@dataclass(frozen=True)
class WeekRow:
    """One week in the list."""

    name: str
    url: str
    days: str
    is_made: bool
    signatures: list[Signature]

    @property
    def is_examined(self) -> bool:
        """Whether anybody signed it."""
        return bool(self.signatures)


def week_rows(
    weeks: Iterable[Week], reports: Mapping[str, WeekReport], people: Mapping[str, User]
) -> list[WeekRow]:
    """The weeks in the order given."""
    return [
        WeekRow(
            name=week.name,
            url=reverse("front:week", args=[week.name]),
            days=days_of(week),
            is_made=week.name in reports,
            signatures=signatures_of(reports.get(week.name), people),
        )
        for week in weeks
    ]


def days_of(week: Week) -> str:
    """From which day to which."""
    return f"{clinical_date(week.monday)} – {clinical_date(week.sunday)}"


def signatures_of(report: WeekReport | None, people: Mapping[str, User]) -> list[Signature]:
    """Who signed a report, in the order they did."""
    return [_signature(one, people) for one in report.examinations.all()] if report else []


def _signature(examined: Examination, people: Mapping[str, User]) -> Signature:
    name = actor_name(examined.by, people)
    return Signature(name=name, at=examined.created_at, note=examined.note)


@dataclass(frozen=True)
class TallyRow:
    """How often something happened to or by one person."""

    name: str
    what: str
    times: int


@dataclass(frozen=True)
class ChangeRow:
    """One change of who may do what."""

    seq: int
    event: str
    by: str
    to: str
    said: str


@dataclass(frozen=True)
class PersonRow:
    """How one person read in the week."""

    name: str
    week: PersonWeek
    url: str
    """Their events of that week in the trail."""


@dataclass(frozen=True)
class ReportPage:
    """A week's report, with names where there were ids."""

    facts: WeekFacts
    wrong_passwords: list[TallyRow]
    lock_outs: list[TallyRow]
    denied: list[TallyRow]
    exports: list[TallyRow]
    changes: list[ChangeRow]
    people: list[PersonRow]
    unusual: list[str]
    """What was other than in the weeks before, as sentences."""


def people_in(facts: WeekFacts, reports: Iterable[WeekReport] = ()) -> set[str]:
    """The ids of everyone a report names."""
    tallies = (*facts.wrong_passwords, *facts.lock_outs, *facts.denied, *facts.exports)
    named = {tally.person for tally in tallies} | {one.person for one in facts.people}
    named |= {change.by for change in facts.changes} | {one.thing_id for one in facts.changes}
    return named | signers_of(reports)


def signers_of(reports: Iterable[WeekReport]) -> set[str]:
    """The ids of everyone who signed or made these reports."""
    found = list(reports)
    signed = {one.by for report in found for one in report.examinations.all()}
    return signed | {report.made_by for report in found}


def report_page(facts: WeekFacts, week: Week, people: Mapping[str, User]) -> ReportPage:
    """Everything the page of a report shows."""
    return ReportPage(
        facts=facts,
        wrong_passwords=_tallies(facts.wrong_passwords, people),
        lock_outs=_tallies(facts.lock_outs, people),
        denied=_tallies(facts.denied, people),
        exports=_tallies(facts.exports, people),
        changes=[
            ChangeRow(
                seq=one.seq,
                event=one.event,
                by=actor_name(one.by, people),
                to=actor_name(one.thing_id, people),
                said=" · ".join(f"{name} {value}" for name, value in one.detail.items()),
            )
            for one in facts.changes
        ],
        people=[
            PersonRow(actor_name(one.person, people), one, _events_of(one.person, week))
            for one in facts.people
        ],
        unusual=[said for one in facts.people for said in _unusual(one, people)],
    )


def _tallies(found: Sequence[Tally], people: Mapping[str, User]) -> list[TallyRow]:
    return [TallyRow(actor_name(one.person, people), one.what, one.times) for one in found]


def _events_of(person: str, week: Week) -> str:
    return f"{reverse('front:trail')}?actor={person}&since={week.monday}&until={week.sunday}"


def _unusual(one: PersonWeek, people: Mapping[str, User]) -> Iterable[str]:
    name = actor_name(one.person, people)
    if one.is_new:
        said = ngettext(
            "%(name)s read %(n)s patient; there are no earlier weeks to compare with.",
            "%(name)s read %(n)s patients; there are no earlier weeks to compare with.",
            one.patients,
        )
        yield said % {"name": name, "n": one.patients}
    if one.reads_many_more:
        said = _("%(name)s read %(n)s patients; in the weeks before, at most %(most)s in one week.")
        yield said % {"name": name, "n": one.patients, "most": one.most_patients_before}
    if one.reads_at_new_hours:
        said = ngettext(
            "%(name)s read %(n)s time between 22:00 and 6:00; in the weeks before, never.",
            "%(name)s read %(n)s times between 22:00 and 6:00; in the weeks before, never.",
            one.at_night,
        )
        yield said % {"name": name, "n": one.at_night}
