"""AuditEvent: who did what, to which thing, when; chained by hash and never changed.

And what is made of a week of them: a report, and the word of those who examined it.
"""

from typing import Any, ClassVar

from django.db import models

from medreview.audit.chain import Link
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly

SYSTEM_CHAIN = "system"
"""The chain of events that belong to no hospital."""


class AuditEvent(AppendOnly):
    """One thing that happened, in ids and counts.

    It has no foreign keys: the trail outlives everything it speaks of.
    """

    id_prefix = "aud"

    chain = models.CharField(max_length=32)
    """The hospital's id, or ``system``. Each chain counts from 1 without a gap."""
    seq = models.BigIntegerField()
    event = models.CharField(max_length=64)
    """A member of ``EventType``. No choices: a new kind of event needs no migration."""
    actor = models.CharField(max_length=32, blank=True)
    """The user's id; empty when the system itself acted."""
    thing_kind = models.CharField(max_length=64)
    thing_id = models.CharField(max_length=255)
    patient = models.CharField(max_length=32, blank=True)
    """The patient's id, where patient data was read or changed."""
    counts = models.JSONField(default=dict)
    detail = models.JSONField(default=dict)
    request = models.CharField(max_length=32, blank=True)
    """The id of the request it happened in, as error pages print it."""
    address = models.CharField(max_length=64, blank=True)
    """The client's network, without its last part."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["chain", "seq"], name="audit_one_event_per_place"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["thing_id", "seq"], name="audit_by_thing"),
            models.Index(fields=["actor", "created_at"], name="audit_by_actor"),
            models.Index(fields=["patient", "created_at"], name="audit_by_patient"),
            models.Index(fields=["chain", "created_at"], name="audit_by_day"),
            models.Index(
                fields=["request"], name="audit_by_request", condition=~models.Q(request="")
            ),
            models.Index(fields=["chain", "event", "seq"], name="audit_by_kind"),
        ]
        triggers: ClassVar = append_only()

    def header(self) -> dict[str, Any]:
        """Everything the event says, as the chain hashes it."""
        return {
            "id": self.id,
            "at": self.created_at.isoformat(timespec="microseconds"),
            "chain": self.chain,
            "event": str(self.event),
            "actor": self.actor,
            "thing_kind": self.thing_kind,
            "thing_id": self.thing_id,
            "patient": self.patient,
            "counts": self.counts,
            "detail": self.detail,
            "request": self.request,
            "address": self.address,
        }

    def link(self) -> Link:
        """The event as a link of its chain."""
        return Link(self.seq, self.header(), self.previous_hash, self.hash)


class WeekReport(AppendOnly):
    """What one week of a hospital's trail says, computed once and kept as it was shown."""

    id_prefix = "wre"

    chain = models.CharField(max_length=32)
    """The hospital's id; no foreign key, like everything here."""
    week = models.CharField(max_length=8)
    """Such as ``2026-W48``."""
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    made_by = models.CharField(max_length=32)
    facts = models.JSONField()
    """A ``WeekFacts``."""
    content_hash = models.CharField(max_length=64)
    """Of the facts: what a signature of an examination is bound to."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["chain", "week"], name="audit_one_report_per_week"),
        ]
        triggers: ClassVar = append_only()


class Examination(AppendOnly):
    """One auditor's word that a week's report was examined."""

    id_prefix = "exa"

    report = models.ForeignKey(WeekReport, on_delete=models.PROTECT, related_name="examinations")
    by = models.CharField(max_length=32)
    note = models.TextField()
    content_hash = models.CharField(max_length=64)
    """Of the facts that were examined."""

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["report", "by"], name="audit_examined_once_by_each"),
        ]
        triggers: ClassVar = append_only()
