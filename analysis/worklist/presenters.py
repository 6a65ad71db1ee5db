"""How a due time is said: how long there is, or since when it has passed."""

import datetime as dt

from django.utils.translation import gettext, ngettext

from medreview.common.display import clinical_date

HOUR, DAY = 60, 24 * 60
HOURS_LIMIT = 48


def due_text(due_at: dt.datetime, now: dt.datetime) -> str:
    """``due in 2 hours``, or ``overdue since 30-Nov-2026 14:20``. Never sooner than it is."""
    if due_at <= now:
        return gettext("overdue since %(when)s") % {"when": clinical_date(due_at, time=True)}
    minutes = int((due_at - now).total_seconds() // 60)
    if minutes < 1:
        return gettext("due now")
    if minutes < 2 * HOUR:
        return ngettext("due in %(n)d minute", "due in %(n)d minutes", minutes) % {"n": minutes}
    hours = minutes // HOUR
    if hours < HOURS_LIMIT:
        return ngettext("due in %(n)d hour", "due in %(n)d hours", hours) % {"n": hours}
    days = minutes // DAY
    return ngettext("due in %(n)d day", "due in %(n)d days", days) % {"n": days}
