"""What programs ask for that no page does: a critical value by its own id, who looked at a run."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from analysis.escalation.queries import open_criticals_for, overdue_for
from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.pipeline.queries import analyses_for
from medreview.accounts.models import User
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.audit.queries import of_chain
from medreview.common.errors import NotFound
from medreview.patients.queries import visible_to
from medreview.runtime.models import Run

LOOKS = (
    EventType.RUN_READ,
    EventType.RUN_PAYLOAD_READ,
    EventType.ANALYSIS_READ,
    EventType.EVIDENCE_READ,
    EventType.REPORT_PRINTED,
)
"""What counts as having looked at a run or at what it made."""

WITH = ("patient", "analysis", "acknowledgement", "acknowledged_by")


def alerts_for(user: User, which: str) -> QuerySet[CriticalAlert]:
    """The critical values this person may know of: ``open``, ``overdue``, or ``all``."""
    if which == "open":
        return open_criticals_for(user).select_related(*WITH)
    if which == "overdue":
        return overdue_for(user).select_related(*WITH)
    return CriticalAlert.objects.filter(patient__in=visible_to(user)).select_related(*WITH)


def alert_for(user: User, pk: str) -> CriticalAlert:
    """One critical value, or the same NotFound for another hospital's as for none."""
    alert = alerts_for(user, "all").filter(pk=pk).first()
    if alert is None:
        raise NotFound(_("There is no such critical value."))
    return alert


def analysis_of_run(user: User, pk: str) -> Analysis:
    """The analysis that stands on this run now, or NotFound."""
    analysis = analyses_for(user).filter(run=pk).first()
    if analysis is None:
        raise NotFound(_("There is no such run."))
    return analysis


def looks_at(run: Run) -> QuerySet[AuditEvent]:
    """Who looked at a run and at what it made."""
    things = [run.pk, *Analysis.objects.filter(run=run).values_list("pk", flat=True)]
    found = of_chain(run.hospital_id).filter(thing_id__in=things)
    return found.filter(event__in=[event.value for event in LOOKS])
