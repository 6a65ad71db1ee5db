"""When the next person is told of a critical value, and when it counts as overdue. Pure."""

import datetime as dt

from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings


def name_of(step: EscalationStep) -> str:
    """Which step this is, whatever stands before or after it in the timetable."""
    return f"{step.after_minutes}:{step.to}:{step.team or step.person or ''}"


def wait_of(step: EscalationStep) -> dt.timedelta:
    """How long after a value was raised this step is due."""
    return dt.timedelta(minutes=step.after_minutes)


def allowed_time(settings: HospitalSettings) -> dt.timedelta:
    """After how long an unanswered value is overdue.

    Once everybody of the timetable was called, or at the hospital's own time for critical
    values, whichever comes first. A timetable whose only step is the first moment calls nobody
    later: then the hospital's time counts.
    """
    last = max((step.after_minutes for step in settings.escalation), default=0)
    minutes = min(last, settings.due.critical) if last else settings.due.critical
    return dt.timedelta(minutes=minutes)
