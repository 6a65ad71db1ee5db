"""MemoryRead: which facts were given to whom, written before they leave."""

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly
from medreview.patients.models import Patient


class MemoryRead(AppendOnly):
    """One reading of a patient's facts: by a person, or for a run."""

    id_prefix = "mrd"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="memory_reads")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="memory_reads")
    by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="memory_reads"
    )
    run = models.TextField(blank=True, default="")
    purpose = models.TextField()
    """For what, as a word without spaces."""
    facts = models.JSONField(default=list)
    """Ids of the facts that were given."""
    dropped = models.JSONField(default=list)
    """Ids of those that did not fit, and were named as left out."""

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["patient", "-created_at"], name="memory_reads_of_patient")]
        triggers = append_only()
