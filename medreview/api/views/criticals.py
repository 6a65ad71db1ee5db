"""Critical values: which wait, since when, and the answer to one."""

from rest_framework.request import Request

from analysis.escalation.services import open_critical
from analysis.pipeline import services as pipeline
from analysis.review.services import signing
from medreview.accounts.permissions import Permission
from medreview.api import queries
from medreview.api.contracts.reviews import (
    AcknowledgementAsked,
    CriticalList,
    CriticalRow,
    CriticalsAsked,
)
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links
from medreview.api.presenters.reviews import critical_row
from medreview.api.versions import IF_MATCH, seen_by
from medreview.common.keyset import slice_of
from medreview.patients.services import note_listed

READ, ANSWER = Permission.ANALYSIS_READ, Permission.CRITICAL_ACKNOWLEDGE
OLDEST = ("created_at", "pk")


class Criticals(ApiView):
    """The hospital's critical values."""

    @operation("criticals-list", ANSWER, asks=CriticalsAsked, gives=CriticalList)
    def get(self, request: Request, *, asked: CriticalsAsked) -> CriticalList:
        """Critical values, the longest waiting first; ``open`` are those nobody answered for,
        each measured value once; ``overdue`` those of them past the hospital's time."""
        found = queries.alerts_for(self.person, asked.show)
        page = slice_of(found, order=OLDEST, after=after_of(asked), size=asked.limit)
        note_listed(by=self.person, count=len(page.rows))
        items = tuple(critical_row(alert) for alert in page.rows)
        return CriticalList(items=items, **links(request, page.after))


class AnalysisCriticals(ApiView):
    """The critical values of one analysis."""

    @operation("analyses-criticals", READ, gives=CriticalList)
    def get(self, request: Request, *, pk: str) -> CriticalList:
        """Every critical value one analysis raised; the reading is recorded."""
        analysis = pipeline.open_analysis(pk, by=self.person)
        found = queries.alerts_for(self.person, "all").filter(analysis=analysis)
        rows = tuple(critical_row(alert) for alert in found.order_by(*OLDEST))
        return CriticalList(items=rows, next=None, cursor=None)


class CriticalDetail(ApiView):
    """One critical value."""

    @operation("criticals-detail", ANSWER, gives=CriticalRow)
    def get(self, request: Request, *, pk: str) -> CriticalRow:
        """One critical value; the reading is recorded."""
        open_critical(pk, by=self.person)
        return critical_row(queries.alert_for(self.person, pk))


class CriticalAnswer(ApiView):
    """Answer for one critical value."""

    @operation(
        "criticals-acknowledge",
        ANSWER,
        takes=AcknowledgementAsked,
        gives=CriticalRow,
        headers=IF_MATCH,
    )
    def post(self, request: Request, *, pk: str, body: AcknowledgementAsked) -> CriticalRow:
        """Who was told, when, and what they read back. The answer is to the measured value."""
        alert = queries.alert_for(self.person, pk)
        named = seen_by(request, body.version)
        with named.checked(lambda: critical_row(queries.alert_for(self.person, pk))):
            signing.acknowledge(
                alert=alert,
                told=body.told,
                told_at=body.told_at,
                read_back=body.read_back,
                version=named.version,
                by=self.person,
            )
        return critical_row(queries.alert_for(self.person, pk))
