"""Whom an unanswered critical value was brought to, by which message, and how each one ended.

Steps and attempts are written once. A message is the work that is left: it waits until it was
sent, failed for good, or was not needed any more.
"""

from typing import ClassVar

from django.db import models

from analysis.escalation.message_states import MessageState
from analysis.pipeline.models import CriticalAlert
from medreview.accounts.models import Hospital, User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record

EMAIL = "email"


class EscalationStepTaken(AppendOnly):
    """One step of the hospital's timetable, taken for one critical value."""

    id_prefix = "esc"

    alert = models.ForeignKey(CriticalAlert, on_delete=models.PROTECT, related_name="steps")
    step = models.TextField()
    """Which step it was, by its time and addressee: a timetable that changes meanwhile doesn't
    make a step that was taken a new one."""
    after_minutes = models.PositiveIntegerField()
    to = models.TextField()
    """``reviewer``, ``team`` or ``person``."""
    addressee = models.TextField(blank=True, default="")
    """The id of the team or person; empty for the reviewer."""

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["alert", "step"], name="escalation_step_once"),
        ]
        triggers: ClassVar = append_only()


class Webhook(Record):
    """A program of the hospital that is told of each step. Its secret is sealed elsewhere."""

    id_prefix = "whk"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="webhooks")
    name = models.CharField(max_length=100)
    url = models.TextField()
    is_active = models.BooleanField(default=True)
    rotated_at = models.DateTimeField(null=True)
    """When its secret was last replaced; for a while the one before signs too."""
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]


class Message(Record):
    """One message to one person or program, until it was sent or given up."""

    id_prefix = "msg"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="messages")
    step = models.ForeignKey(
        EscalationStepTaken, null=True, on_delete=models.PROTECT, related_name="messages"
    )
    """Empty for the test of a webhook."""
    person = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="messages")
    webhook = models.ForeignKey(
        Webhook, null=True, on_delete=models.PROTECT, related_name="messages"
    )
    place = models.TextField()
    """Which outside system it goes through: ``email``, or the webhook's id."""
    state = models.TextField(
        choices=[(state, state) for state in MessageState], default=MessageState.WAITING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    reason = models.TextField(blank=True, default="")
    """A code for why it is not sent (yet); what a server answered is never kept."""
    next_at = models.DateTimeField()
    """Not before this moment is it tried (again)."""
    handed_out = models.BooleanField(default=False)
    """A worker was called for the next attempt; the first that comes makes it."""
    busy_until = models.DateTimeField(null=True)
    """Until then the attempt is somebody's; one that was lost comes back after it."""

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["step", "person"],
                condition=models.Q(person__isnull=False),
                name="escalation_one_mail_per_step",
            ),
            models.UniqueConstraint(
                fields=["step", "webhook"],
                condition=models.Q(webhook__isnull=False, step__isnull=False),
                name="escalation_one_call_per_step",
            ),
            models.CheckConstraint(
                condition=models.Q(person__isnull=False, webhook__isnull=True)
                | models.Q(person__isnull=True, webhook__isnull=False),
                name="escalation_to_a_person_or_a_program",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["next_at"],
                name="escalation_messages_due",
                condition=models.Q(state=MessageState.WAITING),
            ),
        ]


class DeliveryAttempt(AppendOnly):
    """How one attempt to send a message ended."""

    id_prefix = "dla"

    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="tries")
    number = models.PositiveSmallIntegerField()
    """From 1; 0 where there was nothing to try, such as without an address."""
    sent = models.BooleanField()
    reason = models.TextField(blank=True, default="")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["message", "number"], name="escalation_one_row_per_attempt"
            ),
        ]
        triggers: ClassVar = append_only()
