"""Findings, decisions and critical values in the shapes of the API."""

from typing import Any

from analysis.pipeline.models import CriticalAlert
from analysis.review.findings import Finding
from analysis.review.models import (
    AddedFinding,
    Amendment,
    Comment,
    CriticalAcknowledgement,
    Decision,
    Signature,
)
from analysis.review.queries import Review
from analysis.review.views.shared import Opened
from analysis.review.vocabulary import DecisionKind
from medreview.api.contracts.reviews import (
    AddedRow,
    AmendmentRow,
    CommentRow,
    CriticalRow,
    DecisionList,
    DecisionRow,
    FindingList,
    FindingRow,
    SignatureRow,
)


def finding_list(seen: Opened) -> FindingList:
    """The findings of one analysis with the decisions that stand."""
    added = seen.review.standing_added()
    first = len(seen.findings) + 1
    return FindingList(
        analysis=seen.analysis.pk,
        analysis_version=seen.analysis.version,
        findings=tuple(finding_row(finding, seen.review) for finding in seen.findings),
        added=tuple(
            added_row(one, number, seen.review) for number, one in enumerate(added, start=first)
        ),
        open=tuple(seen.open_keys()),
        open_criticals=tuple(alert.pk for alert in seen.review.open_alerts()),
    )


def finding_row(finding: Finding, review: Review) -> FindingRow:
    """One finding with what is said of it."""
    standing = review.standing_on(finding.key)
    return FindingRow(
        number=finding.number,
        key=finding.key,
        name=finding.name,
        flag=finding.flag,
        result=finding.result,
        evidence_tier=finding.assessment.evidence_tier if finding.assessment else None,
        critical=finding.critical,
        statements=tuple(said for said in finding.statements if said.cut is None),
        decision=decision_row(standing) if standing else None,
        version=review.version_of(finding.key),
    )


def added_row(added: AddedFinding, number: int, review: Review) -> AddedRow:
    """A reviewer's own finding."""
    return AddedRow(
        number=number,
        key=added.pk,
        title=added.title,
        text=added.text,
        **_by_whom(added),
        version=review.version_of(added.pk),
    )


def decision_row(decision: Decision) -> DecisionRow:
    """One decision as it was made."""
    return DecisionRow(
        id=decision.pk,
        finding=decision.finding,
        version=decision.number,
        edition=decision.edition,
        kind=DecisionKind(decision.kind),
        text=decision.text,
        reason=decision.reason,
        comment=decision.comment,
        confirmed=decision.confirmed,
        undoes=decision.undoes_id,
        **_by_whom(decision),
    )


def comment_row(comment: Comment) -> CommentRow:
    """One remark."""
    return CommentRow(
        id=comment.pk,
        finding=comment.finding,
        text=comment.text,
        **_by_whom(comment),
    )


def signature_row(signature: Signature) -> SignatureRow:
    """One signature."""
    return SignatureRow(
        id=signature.pk,
        edition=signature.edition,
        content_hash_of_decisions=signature.content_hash,
        accepted=signature.accepted,
        edited=signature.edited,
        rejected=signature.rejected,
        added=signature.added,
        criticals=signature.criticals,
        despite=signature.despite,
        **_by_whom(signature),
    )


def amendment_row(amendment: Amendment) -> AmendmentRow:
    """One amendment."""
    return AmendmentRow(
        id=amendment.pk,
        edition=amendment.edition,
        reason=amendment.reason,
        **_by_whom(amendment),
    )


def _by_whom(said: AddedFinding | Amendment | Comment | Decision | Signature) -> dict[str, Any]:
    return {"by": said.by_id, "by_name": said.by.get_full_name(), "at": said.created_at}


def decision_list(review: Review) -> DecisionList:
    """Everything said on one analysis, oldest first."""
    made = [row for rows in review.decisions.values() for row in rows]
    remarks = [row for rows in review.comments.values() for row in rows]
    return DecisionList(
        decisions=tuple(
            decision_row(row) for row in sorted(made, key=lambda row: (row.created_at, row.pk))
        ),
        comments=tuple(
            comment_row(row) for row in sorted(remarks, key=lambda row: (row.created_at, row.pk))
        ),
        signatures=tuple(signature_row(row) for row in review.signatures),
        amendments=tuple(amendment_row(row) for row in review.amendments),
    )


def critical_row(alert: CriticalAlert) -> CriticalRow:
    """One critical value, and the answer to it where there is one."""
    answer: CriticalAcknowledgement | None = getattr(alert, "acknowledgement", None)
    return CriticalRow(
        id=alert.pk,
        analysis=alert.analysis_id,
        patient=alert.patient_id,
        result=alert.result,
        name=alert.name,
        value=alert.value_text,
        effective=alert.effective_text,
        limit=alert.limit,
        population=alert.population,
        source=alert.source,
        doubt=alert.doubt,
        state=alert.state,
        raised_at=alert.created_at,
        version=alert.version,
        told=answer.told if answer else None,
        told_at=answer.told_at if answer else None,
        read_back=answer.read_back if answer else None,
        acknowledged_by=alert.acknowledged_by_id,
        acknowledged_at=alert.acknowledged_at,
    )
