"""A week of the trail as a report, and an auditor's word that it was examined."""

from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction

from medreview.audit import queries, services
from medreview.audit.errors import AlreadyExamined, NoteMissing, ReportChanged, WeekNotOver
from medreview.audit.event_types import EventType
from medreview.audit.models import Examination, WeekReport
from medreview.audit.week_facts import facts_of
from medreview.audit.weeks import Week, week_of, weeks_between
from medreview.common.clock import now


class ZonedHospital(Protocol):
    """A hospital as its trail knows it: an id, and the zone its weeks begin in."""

    id: Any
    timezone: str


class Person(Protocol):
    """Who acts."""

    id: Any
    hospital_id: Any


def last_week(hospital: ZonedHospital) -> Week:
    """The newest week that is over."""
    return week_of(now(), ZoneInfo(hospital.timezone)).before()


def weeks_of(hospital: ZonedHospital) -> list[Week]:
    """Every week that is over since the hospital's trail began, newest first."""
    began = queries.first_event_at(hospital.id)
    if began is None:
        return []
    return weeks_between(week_of(began, ZoneInfo(hospital.timezone)), last_week(hospital))


def weeks_open(hospital: ZonedHospital) -> list[Week]:
    """The weeks that are over and that nobody has examined."""
    reports = queries.reports_of(hospital.id)
    signed = {name for name, report in reports.items() if report.examinations.all()}
    return [week for week in weeks_of(hospital) if week.name not in signed]


@transaction.atomic
def make_report(*, hospital: ZonedHospital, week: Week, by: Person) -> WeekReport:
    """The report of a week that is over; made once, then the same for everybody."""
    made = queries.report_of(hospital.id, week.name)
    if made is not None:
        return made
    zone = ZoneInfo(hospital.timezone)
    if week > last_week(hospital):
        raise WeekNotOver()
    facts = facts_of(hospital.id, week, zone)
    report = WeekReport(
        chain=hospital.id,
        week=week.name,
        begins=week.begins(zone),
        ends=week.ends(zone),
        made_by=by.id,
        facts=facts.as_json(),
        content_hash=facts.content_hash(),
    )
    try:
        with transaction.atomic():
            report.save(force_insert=True)
    except IntegrityError:
        # Somebody else made it at the same moment: theirs is the report.
        return queries.report_of(hospital.id, week.name) or report
    services.record(
        EventType.EXAMINATION_REPORTED,
        thing=report,
        by=by,
        counts={"events": facts.events, "problems": len(facts.chain.problems)},
        detail={"week": week.name},
    )
    return report


@transaction.atomic
def open_report(*, chain: str, week: Week, by: Person) -> WeekReport | None:
    """A week's report, where it was made; the reading is recorded."""
    report = queries.report_of(chain, week.name)
    if report is not None:
        services.record(EventType.EXAMINATION_READ, thing=report, by=by, detail={"week": week.name})
    return report


@transaction.atomic
def examine(*, report: WeekReport, note: str, seen: str, by: Person) -> Examination:
    """An auditor's word that this report was examined; ``seen`` is the hash of what they saw."""
    if not note.strip():
        raise NoteMissing()
    if seen != report.content_hash:
        raise ReportChanged()
    if report.examinations.filter(by=by.id).exists():
        raise AlreadyExamined()
    examined = Examination.objects.create(
        report=report, by=by.id, note=note.strip(), content_hash=seen
    )
    services.record(EventType.EXAMINATION_SIGNED, thing=report, by=by, detail={"week": report.week})
    return examined
