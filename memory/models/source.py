"""Source: a stretch of dialogue, a note or a document as it was said, before anything is read."""

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.common.models import Record
from medreview.patients.models import Patient
from memory.source_states import SourceState
from memory.vocabulary import SourceKind


class Source(Record):
    """Words about a patient, sealed. The same words twice are one source."""

    id_prefix = "src"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="memory_sources")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="memory_sources")
    kind = models.TextField(choices=[(kind, kind) for kind in SourceKind])
    sealed = models.BinaryField()
    """The turns (``contracts.Dialogue``) as only the patient's key opens them."""
    said_hash = models.CharField(max_length=64)
    """Keyed with the patient's key: equal for equal words of this patient."""
    given_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="memory_sources"
    )
    state = models.TextField(
        choices=[(state, state) for state in SourceState], default=SourceState.WAITING
    )
    found = models.PositiveIntegerField(default=0)
    """How many candidates came of it."""
    left_out = models.PositiveIntegerField(default=0)
    """How many things were read and not proposed; why stands sealed in the run of it."""
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["patient", "said_hash"], name="said_once"),
        ]
