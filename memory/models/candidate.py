"""Candidate: a change of what is remembered, proposed, waiting for a person."""

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.common.models import Record, both_or_neither
from medreview.patients.models import Patient
from memory.lifecycle import OPEN, CandidateState
from memory.models.fact import Fact
from memory.models.source import Source
from memory.vocabulary import ChangeKind, SectionKey


class Candidate(Record):
    """Something proposed. What it says is sealed; it is no fact until a person says so."""

    id_prefix = "cnd"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="candidates")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="candidates")
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="candidates")
    section = models.TextField(choices=[(key, key) for key in SectionKey])
    change = models.TextField(choices=[(kind, kind) for kind in ChangeKind])
    fact = models.ForeignKey(
        Fact, on_delete=models.PROTECT, null=True, blank=True, related_name="candidates"
    )
    """The fact it would change; empty for a new one until it is confirmed."""
    fact_version = models.PositiveIntegerField(default=0)
    """Of that fact, when it was proposed."""
    against = models.JSONField(default=list)
    """Ids of facts that can't be true together with it."""
    sealed = models.BinaryField()
    """The proposal (``write_path.reconcile.Proposed``)."""
    made_by = models.TextField()
    confidence = models.FloatField()
    place = models.PositiveIntegerField(default=0)
    """Which thing of its source, from 0: a source read twice proposes nothing twice."""
    state = models.TextField(
        choices=[(state, state) for state in CandidateState], default=CandidateState.PENDING
    )
    version = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="candidates_decided"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")
    """Of a rejection: a code."""

    class Meta:
        ordering = ["created_at", "place", "id"]
        constraints = [
            models.UniqueConstraint(fields=["source", "place"], name="proposed_once"),
            both_or_neither("decided_by", "decided_at", name="candidate_decided_by_whom_and_when"),
        ]
        indexes = [
            models.Index(
                fields=["hospital", "created_at"],
                name="candidates_waiting",
                condition=models.Q(state__in=sorted(OPEN)),
            ),
            models.Index(fields=["patient", "section"], name="candidates_of_patient"),
        ]
