"""What a reviewer writes: decisions, findings of their own, comments, signatures, drafts.

Everything said is written once and stays; taking something back is a row of its own. Only
drafts and presence change, and neither is part of the record.
"""

from django.db import models

from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.review.vocabulary import DecisionKind, DraftKind, RejectionReason
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record


class Decision(AppendOnly):
    """A clinician's word on one finding. Its number is the finding's version."""

    id_prefix = "dec"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="decisions")
    edition = models.PositiveSmallIntegerField()
    """Which edition of the report it was made for."""
    finding = models.TextField()
    """The result it is on, ``Observation/x``, or the id of an added finding."""
    number = models.PositiveIntegerField()
    kind = models.TextField(choices=[(kind, kind) for kind in DecisionKind])
    text = models.TextField(blank=True, default="")
    """The interpretation as the reviewer wants it, for an edit."""
    reason = models.TextField(
        blank=True, default="", choices=[(reason, reason) for reason in RejectionReason]
    )
    comment = models.TextField(blank=True, default="")
    confirmed = models.BooleanField(default=False)
    """The reviewer said they checked a finding that has no source."""
    undoes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    carried_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="carried_to"
    )
    """The decision of the analysis this one asks again, which still holds: everything it was
    made on is the same. Its author is the one who decided then."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="decisions")

    class Meta:
        ordering = ["analysis", "finding", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "finding", "number"], name="review_one_decision_per_number"
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=DecisionKind.REJECTED) | ~models.Q(reason=""),
                name="review_rejection_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=DecisionKind.UNDONE, undoes__isnull=False)
                | (~models.Q(kind=DecisionKind.UNDONE) & models.Q(undoes__isnull=True)),
                name="review_undo_names_what",
            ),
        ]
        triggers = append_only()


class AddedFinding(AppendOnly):
    """A finding the reviewer adds himself, beside those the pipeline made."""

    id_prefix = "afi"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="added_findings")
    title = models.TextField()
    text = models.TextField()
    taken_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="taken_over_by"
    )
    """The finding of an earlier analysis that its author here took over."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="findings_added")

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class Comment(AppendOnly):
    """A remark on a finding that decides nothing."""

    id_prefix = "com"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="comments")
    finding = models.TextField()
    text = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="comments")

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class ProblemReport(AppendOnly):
    """A reviewer says that a relation of the graph is wrong; its curators read it."""

    id_prefix = "prb"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="problems")
    relation = models.TextField()
    release = models.TextField()
    text = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="problems_reported")

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class CriticalAcknowledgement(AppendOnly):
    """Who was told of a critical value, when, and what they read back."""

    id_prefix = "ack"

    alert = models.OneToOneField(
        CriticalAlert, on_delete=models.PROTECT, related_name="acknowledgement"
    )
    told = models.TextField()
    told_at = models.DateTimeField(null=True)
    """When they were told; empty in rows from before this was asked."""
    read_back = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="acknowledgements")

    class Meta:
        triggers = append_only()


class Signature(AppendOnly):
    """A person answers for one edition of the report."""

    id_prefix = "sig"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="signatures")
    edition = models.PositiveSmallIntegerField()
    content_hash = models.TextField()
    """Of the decisions and findings that were signed, as they stood."""
    accepted = models.PositiveIntegerField()
    edited = models.PositiveIntegerField()
    rejected = models.PositiveIntegerField()
    added = models.PositiveIntegerField()
    criticals = models.PositiveIntegerField()
    despite = models.TextField(blank=True, default="")
    """Why it was signed although the record had changed; empty where it had not."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="signatures")

    class Meta:
        ordering = ["edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "edition"], name="review_one_signature_per_edition"
            ),
        ]
        triggers = append_only()


class Amendment(AppendOnly):
    """Why a signed report was opened again; its next signature is the edition named here."""

    id_prefix = "amd"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="amendments")
    edition = models.PositiveSmallIntegerField()
    reason = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="amendments")

    class Meta:
        ordering = ["edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "edition"], name="review_one_amendment_per_edition"
            ),
        ]
        triggers = append_only()


class Draft(Record):
    """Free text on its way, kept for its author alone until it is sent or emptied."""

    id_prefix = "drf"

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="drafts")
    finding = models.TextField(blank=True, default="")
    kind = models.TextField(choices=[(kind, kind) for kind in DraftKind])
    text = models.TextField()
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="drafts")
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "finding", "kind", "by"], name="review_one_draft_each"
            ),
        ]


class Presence(Record):
    """Who has an analysis open just now, so that two reviewers know of each other."""

    id_prefix = "prs"

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="presences")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="presences")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "by"], name="review_present_once"),
        ]
