"""In whose hand each analysis is, and every move from one hand to another.

A claim is a lease: it runs out ``claim_minutes`` after the last decision, and nobody has to
notice. An assignment was made by a person for a person, so that no clock takes it away. Both
end with the edition they were made for, and count for nothing once their holder can't decide
any more. No job tidies up: who holds an analysis is asked of the row and the clock together
(``queries``), so that there is no moment at which the two disagree.
"""

from django.db import models

from analysis.pipeline.models import Analysis
from analysis.worklist.holding_states import HoldingState, MoveKind
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record


class Holding(Record):
    """Where the moves of one analysis have brought it. Written under the lock of its run."""

    id_prefix = "hld"

    analysis = models.OneToOneField(Analysis, on_delete=models.PROTECT, related_name="holding")
    edition = models.PositiveSmallIntegerField()
    """Which edition of the report it speaks of; of any other it says nothing."""
    state = models.TextField(
        choices=[(state, state) for state in HoldingState], default=HoldingState.FREE
    )
    holder = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="holdings"
    )
    until = models.DateTimeField(null=True, blank=True)
    """When a claim lapses unless a decision renews it."""
    moves = models.PositiveIntegerField(default=0)
    """The number of the newest move: what taking over must name."""
    ready_at = models.DateTimeField(null=True, blank=True)
    """When an amendment opened this edition; empty for the first one."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state=HoldingState.FREE, holder=None, until=None)
                | models.Q(state=HoldingState.CLAIMED, holder__isnull=False, until__isnull=False)
                | models.Q(state=HoldingState.ASSIGNED, holder__isnull=False, until=None),
                name="worklist_held_by_whom_and_how",
            ),
        ]
        indexes = [models.Index(fields=["holder"], name="worklist_by_holder")]


class Move(AppendOnly):
    """One step of an analysis from hand to hand, with the note it was given with."""

    id_prefix = "mov"

    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    edition = models.PositiveSmallIntegerField()
    kind = models.TextField(choices=[(kind, kind) for kind in MoveKind])
    before = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="moves_from"
    )
    """Who held it until then; empty when nobody did."""
    to = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="moves_to"
    )
    """Who holds it from then on; empty when it waits again."""
    note = models.TextField(blank=True, default="")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="moves_made")
    """Who made it; of one that followed a re-run, who had brought the earlier one there."""

    class Meta:
        ordering = ["analysis", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "number"], name="worklist_one_move_per_number"
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=MoveKind.HANDED_OVER) | ~models.Q(note=""),
                name="worklist_hand_over_says_what",
            ),
        ]
        indexes = [models.Index(fields=["before", "created_at"], name="worklist_moved_from")]
        triggers = append_only()
