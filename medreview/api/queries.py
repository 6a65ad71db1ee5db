"""What programs ask for that no page does: any critical value, the analysis of a run."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from analysis.escalation.queries import open_criticals_for, overdue_for
from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.pipeline.queries import analyses_for
from medreview.accounts.models import User
from medreview.common.errors import NotFound
from medreview.patients.queries import visible_to

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
