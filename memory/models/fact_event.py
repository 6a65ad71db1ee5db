"""FactRecord: how a fact came to be so. Only ever added, chained, its words sealed."""

import datetime as dt
from typing import Any

from django.db import models

from medreview.audit.chain import Link
from medreview.audit.triggers import append_only
from medreview.common.hashing import sha256_of_bytes
from medreview.common.models import AppendOnly
from medreview.patients.models import Patient
from memory.models.fact import Fact
from memory.vocabulary import EventKind


class FactRecord(AppendOnly):
    """One event of one fact, in its place of the patient's chain.

    The chain hashes the ciphertext: it verifies without the patient's key, and after it is gone.
    """

    id_prefix = "fev"

    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="fact_events")
    fact = models.ForeignKey(Fact, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    """Of the patient, without a gap."""
    kind = models.TextField(choices=[(kind, kind) for kind in EventKind])
    at = models.DateTimeField()
    actor = models.TextField()
    """A user's id, or ``system``."""
    sealed = models.BinaryField()
    """The event (``facts.FactEvent``) as only the patient's key opens it."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["patient", "seq"], name="one_fact_event_per_place"),
            models.CheckConstraint(
                condition=models.Q(seq__gte=1), name="fact_events_count_from_one"
            ),
        ]
        indexes = [models.Index(fields=["fact", "seq"], name="events_of_fact")]
        triggers = append_only()

    def said(self) -> dict[str, Any]:
        """Everything the event says, as the chain hashes it."""
        return {
            "patient": self.patient_id,
            "fact": self.fact_id,
            "kind": self.kind,
            "at": self.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
            "actor": self.actor,
            "sealed": sha256_of_bytes(bytes(self.sealed)),
        }

    def link(self) -> Link:
        """The event as a link of its patient's chain."""
        return Link(self.seq, self.said(), self.previous_hash, self.hash)
