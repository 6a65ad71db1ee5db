"""Whether messages about critical values get through, for the health page."""

from django.utils.translation import gettext as _

from analysis.escalation.queries import deliveries
from medreview.common import mail
from medreview.server.health import Check, State


def messages() -> Check:
    """Fine while nothing waits too long and none was given up lately; never *down*: a mail
    server that is away takes nothing else with it."""
    found = deliveries()
    if found.failed or found.late:
        words = _("%(late)d wait too long, %(failed)d given up within a day") % {
            "late": found.late,
            "failed": found.failed,
        }
        return Check("messages", State.DEGRADED, words)
    if not mail.can_mail():
        return Check("messages", State.UNKNOWN, _("no e-mail is configured"))
    if not mail.link_to("/"):
        return Check("messages", State.DEGRADED, _("no MEDREVIEW_BASE_URL for their links"))
    return Check("messages", State.OK, _("get through"))
