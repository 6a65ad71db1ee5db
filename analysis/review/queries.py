"""Decisions, comments and drafts of an analysis, and who has it open."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from analysis.pipeline.analysis_states import AT_WORK
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.pipeline.queries import analyses_for, of_same_value, whole
from analysis.review.findings import findings_of
from analysis.review.models import (
    AddedFinding,
    Amendment,
    Comment,
    CriticalAcknowledgement,
    Decision,
    Draft,
    Signature,
)
from analysis.review.standing import by_finding, open_findings, standing
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.errors import NotFound, gettext_noop
from medreview.common.hashing import sha256_of
from medreview.patients.models import Patient

PRESENT_FOR = dt.timedelta(minutes=3)


@dataclass(frozen=True)
class Review:
    """What has been said on one analysis so far."""

    decisions: dict[str, list[Decision]]
    added: tuple[AddedFinding, ...]
    comments: dict[str, list[Comment]]
    alerts: tuple[CriticalAlert, ...]
    signatures: tuple[Signature, ...]
    amendments: tuple[Amendment, ...]
    answered_before: dict[str, CriticalAlert]
    """Of an open critical, by its id: the latest answer to the same result elsewhere."""

    def standing_on(self, finding: str) -> Decision | None:
        """The decision that stands on a finding."""
        return standing(self.decisions.get(finding, []))

    def version_of(self, finding: str) -> int:
        """What a write on this finding must name."""
        made = self.decisions.get(finding, [])
        return made[-1].number if made else 0

    def signature_on(self, edition: int) -> Signature | None:
        """Who answers for this edition; None while nobody does."""
        return next((each for each in self.signatures if each.edition == edition), None)

    def content_hash(self, keys: Sequence[str]) -> str:
        """Of every standing decision on these findings and the added ones, as they stand."""
        stand = (self.standing_on(key) for key in (*keys, *(added.pk for added in self.added)))
        return sha256_of(
            [[row.pk, row.finding, row.kind, row.text] for row in stand if row is not None]
        )

    def as_of(self, edition: int) -> "Review":
        """What had been said when this edition was signed: later words are left out."""
        decisions = {
            finding: kept
            for finding, made in self.decisions.items()
            if (kept := [row for row in made if row.edition <= edition])
        }
        return replace(
            self,
            decisions=decisions,
            signatures=tuple(each for each in self.signatures if each.edition <= edition),
            amendments=tuple(each for each in self.amendments if each.edition <= edition),
        )

    def open_among(self, keys: Sequence[str]) -> list[str]:
        """The findings that still need a decision."""
        return [key for key in keys if self.standing_on(key) is None]

    def open_alerts(self) -> list[CriticalAlert]:
        """Critical values nobody has answered for."""
        return [alert for alert in self.alerts if alert.state == AlertState.RAISED]

    def standing_added(self) -> list[AddedFinding]:
        """Added findings that were not taken back."""
        return [added for added in self.added if self.standing_on(added.pk) is not None]


def review_of(analysis: Analysis) -> Review:
    """Everything said on an analysis, oldest first."""
    comments: dict[str, list[Comment]] = {}
    for comment in analysis.comments.select_related("by"):
        comments.setdefault(comment.finding, []).append(comment)
    alerts = tuple(
        analysis.alerts.select_related(
            "acknowledged_by",
            "acknowledgement",
            "answered_in__analysis",
            "answered_in__acknowledgement",
        )
    )
    return Review(
        decisions=by_finding(
            analysis.decisions.select_related(
                "by", "carried_from__by", "carried_from__analysis"
            ).order_by("number")
        ),
        added=tuple(analysis.added_findings.select_related("by")),
        comments=comments,
        alerts=alerts,
        signatures=tuple(analysis.signatures.select_related("by")),
        amendments=tuple(analysis.amendments.select_related("by")),
        answered_before=_answered_before(analysis, alerts),
    )


def _answered_before(
    analysis: Analysis, alerts: Sequence[CriticalAlert]
) -> dict[str, CriticalAlert]:
    waiting = [alert for alert in alerts if alert.state == AlertState.RAISED]
    if not waiting:
        return {}
    answered = (
        CriticalAlert.objects.filter(
            patient_id=analysis.patient_id,
            result__in=[alert.result for alert in waiting],
            acknowledged_by__isnull=False,
        )
        .exclude(analysis=analysis)
        .select_related("acknowledged_by", "acknowledgement", "analysis")
        .order_by("acknowledged_at")
    )
    # A value that was corrected since is another value: nobody has answered for it.
    latest = {(alert.result, alert.value_text): alert for alert in answered}
    found = {alert.pk: latest.get((alert.result, alert.value_text)) for alert in waiting}
    return {pk: alert for pk, alert in found.items() if alert is not None}


def finding_keys(analysis: Analysis) -> list[str]:
    """The findings the pipeline made, in the order they are shown."""
    return [finding.key for finding in findings_of(whole(analysis))]


def still_open(analysis: Analysis) -> list[str]:
    """The findings of an analysis that need a decision."""
    return open_findings(finding_keys(analysis), analysis.decisions.order_by("number"))


def decisions_on(analysis: Analysis, finding: str) -> list[Decision]:
    """Everything decided on one finding, oldest first."""
    return list(analysis.decisions.filter(finding=finding).select_related("by").order_by("number"))


def alert_of(analysis: Analysis, pk: str) -> CriticalAlert:
    """One critical value of this analysis."""
    alert = analysis.alerts.filter(pk=pk).select_related("patient", "analysis").first()
    if alert is None:
        raise NotFound(gettext_noop("There is no such critical value."))
    return alert


def first_raised_at(alert: CriticalAlert) -> dt.datetime:
    """When the measured value was first raised, by this analysis or another."""
    return of_same_value(alert).earliest("created_at").created_at


def answer_to(alert: CriticalAlert) -> CriticalAcknowledgement | None:
    """Who answered for it; None while nobody has."""
    return CriticalAcknowledgement.objects.filter(alert=alert).select_related("by").first()


def decided_on(patient: Patient, results: Sequence[str]) -> dict[str, list[Decision]]:
    """What stands decided on these results of a patient, in every analysis of theirs.

    Newest first. Two analyses may have said different things of one result: both are there.
    """
    made = (
        Decision.objects.filter(analysis__patient=patient, finding__in=results)
        .select_related("by", "analysis")
        .order_by("number")
    )
    apart: dict[tuple[str, str], list[Decision]] = {}
    for decision in made:
        apart.setdefault((decision.finding, decision.analysis_id), []).append(decision)
    standing_ones = [one for each in apart.values() if (one := standing(each)) is not None]
    newest_first = sorted(standing_ones, key=lambda one: (one.created_at, one.pk), reverse=True)
    return by_finding(newest_first)


def draft_of(analysis: Analysis, finding: str, kind: str, by: User) -> str:
    """What this person had written and not sent; empty when nothing."""
    found = Draft.objects.filter(analysis=analysis, finding=finding, kind=kind, by=by).first()
    return found.text if found else ""


def drafts_by(user: User) -> QuerySet[Draft]:
    """This person's unsent texts, newest first."""
    return (
        Draft.objects.filter(by=user, analysis__in=analyses_for(user))
        .select_related("analysis", "analysis__patient")
        .order_by("-saved_at", "-pk")
    )


def others_present(analysis: Analysis, user: User) -> list[str]:
    """Names of the others who have this analysis open just now."""
    since = now() - PRESENT_FOR
    seen = analysis.presences.filter(seen_at__gt=since).exclude(by=user).select_related("by")
    return [presence.by.get_full_name() for presence in seen]


def ended_among(user: User, ids: Sequence[str]) -> list[Analysis]:
    """Of these analyses, as far as this person may know of them, those no longer at work."""
    ended = analyses_for(user).filter(pk__in=ids).exclude(state__in=sorted(AT_WORK))
    return list(ended.order_by("finished_at", "pk"))


def last_decision(user: User) -> Decision | None:
    """The newest decision in this person's hospital, theirs or a colleague's."""
    rows = Decision.objects.filter(analysis__in=analyses_for(user).order_by().values("pk"))
    return rows.select_related("by").order_by("-created_at", "-pk").first()
