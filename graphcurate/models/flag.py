"""Flag: a reader says that something in the graph is wrong, and hears how it was settled."""

from typing import ClassVar

from django.db import models

from graphcurate.models.change_set import ChangeSet
from graphcurate.reviewing.flag_states import FlagOutcome, FlagState
from medreview.accounts.models import Hospital, User
from medreview.common.models import Record, both_or_neither


class Flag(Record):
    """One report and its task. It belongs to a hospital, as the words of its people do."""

    id_prefix = "flg"

    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="graph_flags")
    entry_kind = models.CharField(max_length=12)
    entry_key = models.CharField(max_length=240)
    release = models.CharField(max_length=60)
    """The release in which the reporter read it."""
    text = models.TextField()
    reported_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_flags")
    state = models.CharField(
        max_length=12, choices=[(one, one) for one in FlagState], default=FlagState.OPEN
    )
    version = models.PositiveIntegerField(default=1)
    taken_by = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="graph_flags_taken"
    )
    change_set = models.ForeignKey(
        ChangeSet, null=True, on_delete=models.PROTECT, related_name="flags"
    )
    """The change set that answers it, where one does."""
    outcome = models.CharField(max_length=12, blank=True)
    answer = models.TextField(blank=True)
    settled_by = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="graph_flags_settled"
    )
    settled_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    """When the reporter opened the answer."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["hospital", "state"], name="graph_flags_by_hospital"),
            models.Index(fields=["reported_by", "heard_at"], name="graph_flags_by_reporter"),
        ]
        constraints: ClassVar = [
            both_or_neither("settled_by", "settled_at", name="graph_flag_settled_by_whom_and_when"),
            models.CheckConstraint(
                condition=models.Q(state=FlagState.SETTLED, outcome__in=list(FlagOutcome))
                | (~models.Q(state=FlagState.SETTLED) & models.Q(outcome="")),
                name="graph_flag_settled_says_how",
            ),
            models.CheckConstraint(
                condition=~models.Q(outcome=FlagOutcome.FIXED) | models.Q(change_set__isnull=False),
                name="graph_flag_fixed_names_the_set",
            ),
        ]
