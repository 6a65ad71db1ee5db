"""What runs looked for in the graph and did not find, how often, and by what right they asked."""

from typing import ClassVar

from django.db import models

from graphcurate.gaps.states import AsideWhy, GapState
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models.change_set import ChangeSet
from graphcurate.models.release import Release
from graphcurate.vocabulary import choices_of
from medreview.accounts.models import User
from medreview.common.models import Record, both_or_neither

NAME_LENGTH = 200
DEAD = frozenset({ChangeSetState.REJECTED, ChangeSetState.WITHDRAWN})


class Gap(Record):
    """One name or code that the graph lacks, and what became of it."""

    id_prefix = "gap"

    code = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    """As sent; empty where the name was free text that is not kept."""
    how = models.CharField(max_length=20)
    domain = models.CharField(max_length=120, blank=True)
    biomarker = models.CharField(max_length=120, blank=True)
    """The entry it is, where the graph has one without relations of its own."""
    tier = models.CharField(max_length=20, blank=True)
    """By what right runs asked last; empty where no result of it was abnormal."""
    units = models.JSONField(default=list)
    laboratories = models.JSONField(default=list)
    """Who sent it, the latest first, as many as are kept."""
    specimens = models.JSONField(default=list)
    proposed = models.JSONField(default=list)
    """Biomarkers that a model took the name for, the latest first. A curator decides."""
    missed_at = models.DateTimeField()
    """When a run missed it last."""
    state = models.CharField(max_length=12, choices=choices_of(GapState), default=GapState.OPEN)
    version = models.PositiveIntegerField(default=1)
    settled_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    settled_at = models.DateTimeField(null=True)
    mapped_to = models.CharField(max_length=120, blank=True)
    """The biomarker it was put to."""
    change_set = models.ForeignKey(
        ChangeSet, null=True, on_delete=models.PROTECT, related_name="gaps"
    )
    """Where it was put to it."""
    why_aside = models.CharField(max_length=16, choices=choices_of(AsideWhy), blank=True)
    reason = models.CharField(max_length=280, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["code", "name"], name="graph_one_gap_of_a_thing"),
            both_or_neither("settled_by", "settled_at", name="graph_gap_settled_by_and_at"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["state", "missed_at"], name="graph_gaps_by_demand")
        ]

    @property
    def shown(self) -> str:
        """What it is called: its name, else its code."""
        return self.name or self.code

    @property
    def came_to_nothing(self) -> bool:
        """It was mapped in a change set that was rejected or withdrawn: it waits again."""
        draft = self.change_set
        return draft is not None and draft.state in DEAD


class LookupMiss(Record):
    """One thing one run missed; how often a thing is missed is how many runs missed it."""

    id_prefix = "mis"

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="misses")
    run = models.CharField(max_length=32)
    """The run's id. The graph knows no runs, only who asked."""
    gap = models.ForeignKey(Gap, null=True, on_delete=models.PROTECT, related_name="misses")
    """Empty only of misses from before gaps were kept, until they are counted."""
    code = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    domain = models.CharField(max_length=120, blank=True)
    how = models.CharField(max_length=20)
    tier = models.CharField(max_length=20, blank=True)
    """By what right it was asked all the same; empty where nothing was to be asked."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "code", "name"], name="graph_one_miss_of_a_run")
        ]
        indexes: ClassVar = [
            models.Index(fields=["code", "name"], name="graph_misses_by_thing"),
            models.Index(fields=["created_at", "gap"], name="graph_misses_by_day"),
        ]


class TierCount(Record):
    """By what right one run's abnormal results were asked about, in numbers."""

    id_prefix = "tie"

    run = models.CharField(max_length=32, unique=True)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(db_index=True)
    algorithm = models.PositiveIntegerField(default=0)
    domain_inference = models.PositiveIntegerField(default=0)
    model_knowledge = models.PositiveIntegerField(default=0)
    uncovered = models.PositiveIntegerField(default=0)


class Demand(Record):
    """How many runs asked about an abnormal result of a biomarker in one week."""

    id_prefix = "dem"

    biomarker = models.CharField(max_length=120)
    week = models.DateField()
    """Its Monday."""
    asked = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["biomarker", "week"], name="graph_one_demand_of_a_week")
        ]
