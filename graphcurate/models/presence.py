"""Who has an entry open in the editor just now."""

from typing import ClassVar

from django.db import models

from graphcurate.models.change_set import KEY_LENGTH
from medreview.accounts.models import User
from medreview.common.models import Record


class EditorPresence(Record):
    """A lease that runs out by itself: two curators on one entry know of each other."""

    id_prefix = "epr"

    entry_kind = models.CharField(max_length=12)
    entry_key = models.CharField(max_length=KEY_LENGTH)
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry_kind", "entry_key", "by"], name="graph_present_once"
            )
        ]
