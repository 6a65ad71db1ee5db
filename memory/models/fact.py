"""Fact: the present state of one remembered thing, made again from its events at every change."""

from django.db import models

from medreview.accounts.models import Hospital, User
from medreview.audit.chain import START
from medreview.common.models import Record
from medreview.patients.models import Patient
from memory.vocabulary import SectionKey, Stance, Status


class MemoryChain(Record):
    """The end of one patient's chain of events; held while an event is added."""

    id_prefix = "mch"

    patient = models.OneToOneField(Patient, on_delete=models.PROTECT, related_name="memory_chain")
    last_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default=START)


class Fact(Record):
    """What is remembered of a patient. Written by ``recorder`` alone, as the fold of its events.

    What it says is sealed with the patient's key. Beside it stands only what a list is chosen by.
    """

    id_prefix = "fct"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="facts")
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT, related_name="facts")
    section = models.TextField(choices=[(key, key) for key in SectionKey])
    stance = models.TextField(choices=[(one, one) for one in Stance])
    status = models.TextField(choices=[(one, one) for one in Status])
    whole = models.BooleanField(default=False)
    """Whether it says of its whole section that there is nothing."""
    sealed = models.BinaryField()
    """The state (``facts.FactState``) as only the patient's key opens it."""
    is_confirmed = models.BooleanField(default=False)
    is_withdrawn = models.BooleanField(default=False)
    is_expired = models.BooleanField(default=False)
    confirmed_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="facts_confirmed"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_said_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    """Its number of events: who decides names the one they saw."""

    class Meta:
        ordering = ["section", "created_at", "id"]
        indexes = [
            models.Index(fields=["patient", "section"], name="facts_of_patient"),
            models.Index(
                fields=["patient", "section"],
                name="facts_that_may_be_read",
                condition=models.Q(is_confirmed=True, is_withdrawn=False, is_expired=False),
            ),
        ]
