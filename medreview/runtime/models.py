"""A run, everything that happened in it, who may work on it now, and the skills that may run."""

import datetime as dt
from typing import Any

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.audit.chain import START, Link
from medreview.audit.triggers import append_only
from medreview.common.hashing import sha256_of_bytes
from medreview.common.models import AppendOnly, Record
from medreview.patients.models import Patient
from medreview.runtime.handoff_states import HandoffEnd, HandoffState
from medreview.runtime.run_states import AT_WORK, RunState


class Run(Record):
    """One piece of work on one patient's record. Its inputs are fixed when it is opened."""

    id_prefix = "run"

    kind = models.TextField()
    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="runs")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="runs")
    state = models.TextField(
        choices=[(state, state) for state in RunState], default=RunState.QUEUED
    )
    started_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="runs_started"
    )
    """Empty when the system itself started it."""
    as_of = models.DateTimeField()
    graph_release = models.TextField()
    """The content hash of the release it reads, whatever is published meanwhile."""
    reason = models.TextField(blank=True, default="")
    """Why it failed, in a sentence without patient data."""
    failed_stage = models.TextField(blank=True, default="")
    finished_at = models.DateTimeField(null=True, blank=True)

    last_seq = models.PositiveIntegerField(default=0)
    head_hash = models.TextField(default=START)
    """Hash of its newest event: where the next one is chained on."""
    fence = models.PositiveBigIntegerField(default=0)
    """Grows with every take-over: a writer that holds an older number is refused."""
    attempts = models.PositiveSmallIntegerField(default=0)
    woken_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last called for it again, so that it is not called at every turn."""

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["hospital", "-created_at"], name="run_of_hospital"),
            models.Index(
                fields=["created_at"],
                name="run_at_work",
                condition=models.Q(state__in=sorted(AT_WORK)),
            ),
        ]

    @property
    def at_work(self) -> bool:
        """Whether it still owes an end."""
        return self.state in AT_WORK


class RunEvent(AppendOnly):
    """Something that happened in a run: a readable header, and a payload only its patient's
    key opens. Written by ``recorder`` alone.
    """

    id_prefix = "rev"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.TextField()
    at = models.DateTimeField()
    actor = models.TextField()
    """A user's id, or ``system``."""
    header = models.JSONField(default=dict)
    """Ids, hashes, counts and states; never words about the patient."""
    payload = models.BinaryField(null=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["run", "seq"], name="one_event_per_place"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="events_count_from_one"),
        ]
        indexes = [
            # Few among very many: which runs a skill stopped is asked by the page of that skill.
            models.Index(
                fields=["run"],
                condition=models.Q(kind="skill.refused"),
                name="events_of_refused_skills",
            ),
        ]
        triggers = append_only()

    def said(self) -> dict[str, Any]:
        """Everything the event says, as the chain hashes it.

        The payload counts by its ciphertext: a chain verifies without the patient's key.
        """
        return {
            "run": self.run_id,
            "kind": self.kind,
            "at": self.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
            "actor": self.actor,
            "header": self.header,
            "payload": self.sealed_hash,
        }

    @property
    def sealed_hash(self) -> str | None:
        """The hash of the ciphertext; None where nothing is sealed. A reader of many events has
        it from the database (``queries.events_of``), and the payloads stay where they are.
        """
        if "payload" not in self.__dict__:
            counted: str | None = self.__dict__["ciphertext_hash"]
            return counted
        return None if self.payload is None else sha256_of_bytes(bytes(self.payload))

    @property
    def is_sealed(self) -> bool:
        """Whether it holds words that only the patient's key opens."""
        return self.sealed_hash is not None

    def link(self) -> Link:
        """The event as a link of its run's chain."""
        return Link(self.seq, self.said(), self.previous_hash, self.hash)


class StageLease(Record):
    """Who may work on a stage now, until when, and with which fencing token."""

    id_prefix = "lea"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="leases")
    stage = models.TextField()
    token = models.PositiveBigIntegerField()
    holder = models.TextField()
    """Machine and process, for a person who looks for the worker."""
    beat_at = models.DateTimeField()
    """The last sign of life, by the database's clock."""
    expires_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "stage"], name="one_lease_per_stage"),
            models.UniqueConstraint(
                fields=["run"],
                condition=models.Q(released_at__isnull=True),
                name="one_open_lease_per_run",
            ),
        ]


class SkillText(AppendOnly):
    """What a skill said when it first ran, or was approved, in a hospital: kept once."""

    id_prefix = "skt"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="skill_texts")
    name = models.TextField()
    version = models.TextField()
    text_hash = models.CharField(max_length=64)
    files = models.JSONField(default=list)
    """Name and text of each of its files."""

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["hospital", "text_hash"], name="skill_text_kept_once"),
        ]
        triggers = append_only()


class SkillApproval(AppendOnly):
    """An admin's word that an altered skill may run in their hospital, and what they saw."""

    id_prefix = "ska"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="skill_approvals")
    text = models.ForeignKey(SkillText, on_delete=models.PROTECT, related_name="approvals")
    compared_with = models.CharField(max_length=64, blank=True, default="")
    """The hash of the text the change was shown against; empty where none was kept."""
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="skills_approved")

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class SkillRevocation(AppendOnly):
    """An admin's word that an approved skill may not run any more, and why."""

    id_prefix = "skr"

    approval = models.OneToOneField(
        SkillApproval, on_delete=models.PROTECT, related_name="revocation"
    )
    reason = models.TextField()
    revoked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="skills_revoked")

    class Meta:
        ordering = ["created_at", "id"]
        triggers = append_only()


class Handoff(Record):
    """A run that needs a person beyond its ordinary review, and for which reasons.

    One record whatever asked for it, so that all of them are on one worklist. Who holds the work
    is the worklist's to say; a hand-off only says that it is there, and how it ended.
    """

    id_prefix = "hof"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="handoffs")
    cause = models.TextField()
    """What handed it off, as ``result_gate``."""
    reasons = models.JSONField(default=list)
    """Codes, never words about the patient."""
    state = models.TextField(
        choices=[(state, state) for state in HandoffState], default=HandoffState.OPEN
    )
    version = models.PositiveIntegerField(default=1)
    ended_by = models.TextField(choices=[(end, end) for end in HandoffEnd], blank=True, default="")
    note = models.BinaryField(null=True)
    """What the person wrote who resolved it, sealed with the patient's key."""
    resolved_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="handoffs_resolved"
    )
    """Empty while it is open, and where a re-run ended it."""
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "cause"],
                condition=models.Q(state=HandoffState.OPEN),
                name="one_open_handoff_per_cause",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state=HandoffState.OPEN, ended_by="", resolved_by=None, resolved_at=None
                )
                | models.Q(
                    ~models.Q(ended_by=""), state=HandoffState.RESOLVED, resolved_at__isnull=False
                ),
                name="handoff_ended_how_and_when",
            ),
        ]
