"""The guided reading of the starter content: what a reader passed over, what a second one read."""

from typing import ClassVar

from django.db import models

from graphcurate.entry_fields import EntryKind
from graphcurate.models.change_set import KEY_LENGTH, ChangeSet
from graphcurate.vocabulary import choices_of
from medreview.accounts.models import User
from medreview.common.models import Record


class PassedOver(Record):
    """An item one reader left for later or for somebody else, and why."""

    id_prefix = "pas"

    entry_kind = models.CharField(max_length=12, choices=choices_of(EntryKind))
    entry_key = models.CharField(max_length=KEY_LENGTH)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=280)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry_kind", "entry_key", "by"], name="graph_passed_over_once"
            )
        ]


class SecondReading(Record):
    """An item of a sent change set that a second reader agrees with, as the set stood."""

    id_prefix = "sec"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.CASCADE, related_name="readings")
    entry_kind = models.CharField(max_length=12, choices=choices_of(EntryKind))
    entry_key = models.CharField(max_length=KEY_LENGTH)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    content_hash = models.CharField(max_length=64)
    """What the set said then; a reading of another content counts for nothing."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["change_set", "entry_kind", "entry_key", "by"],
                name="graph_second_reading_once",
            )
        ]
