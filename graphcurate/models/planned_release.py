"""A release on its way out: what it takes in, what was found of it, who let it pass or sent it."""

from typing import ClassVar

from django.db import models

from graphcurate.models.change_set import ChangeSet
from graphcurate.models.release import Release
from graphcurate.releasing.gates import Gate
from graphcurate.releasing.states import AppraisalState, PlanState
from graphcurate.vocabulary import choices_of
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record

NUMBER_LENGTH = 60


class PlannedRelease(Record):
    """The next release before it is one: a number, change sets (or an old release), notes."""

    id_prefix = "pln"

    number = models.CharField(max_length=NUMBER_LENGTH)
    notes = models.TextField(blank=True)
    code_systems = models.JSONField(default=dict)
    """The version of each code system its codes were taken from, by the system's short name."""
    change_sets = models.ManyToManyField(ChangeSet, related_name="planned_in", blank=True)
    restores = models.ForeignKey(
        Release, null=True, on_delete=models.PROTECT, related_name="restored_in"
    )
    """The release that is rolled back to; such a plan has no change sets."""
    reason = models.TextField(blank=True)
    """Why it is rolled back."""
    state = models.CharField(
        max_length=12, choices=choices_of(PlanState), default=PlanState.PLANNED
    )
    version = models.PositiveIntegerField(default=1)
    """Grows with every change; a change that names an older one is refused."""
    changed_at = models.DateTimeField(null=True)
    changed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    planned_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="planned_releases")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["number"],
                condition=~models.Q(state=PlanState.DISCARDED),
                name="graph_number_planned_once",
            ),
            models.CheckConstraint(
                condition=models.Q(restores__isnull=True) | ~models.Q(reason=""),
                name="graph_roll_back_says_why",
            ),
        ]


class Appraisal(Record):
    """What a worker found of one content, beside the release it would follow."""

    id_prefix = "apr"

    planned = models.ForeignKey(PlannedRelease, on_delete=models.PROTECT, related_name="appraisals")
    candidate_hash = models.CharField(max_length=64)
    base = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    """The release that was current."""
    state = models.CharField(
        max_length=8, choices=choices_of(AppraisalState), default=AppraisalState.QUEUED
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    touched_at = models.DateTimeField()
    """The last sign of life of its worker."""
    problems = models.JSONField(default=list)
    """What the checks found of the whole content."""
    vignettes = models.JSONField(default=list)
    """The vignettes that come out differently, before and after."""
    cases = models.PositiveIntegerField(default=0)
    """How many vignettes were run."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["candidate_hash", "base"], name="graph_content_appraised_once"
            )
        ]


class VignetteSignature(AppendOnly):
    """Somebody saw how the vignettes change by one content, and stands by it."""

    id_prefix = "vsg"

    appraisal = models.ForeignKey(Appraisal, on_delete=models.PROTECT, related_name="signatures")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        triggers: ClassVar = append_only()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["appraisal", "by"], name="graph_vignettes_signed_once")
        ]


class GateOverride(AppendOnly):
    """An admin let one content pass one gate that failed."""

    id_prefix = "gov"

    planned = models.ForeignKey(PlannedRelease, on_delete=models.PROTECT, related_name="overrides")
    candidate_hash = models.CharField(max_length=64)
    gate = models.CharField(max_length=12, choices=choices_of(Gate))
    reason = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        triggers: ClassVar = append_only()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["planned", "candidate_hash", "gate"], name="graph_gate_overridden_once"
            )
        ]


class Publication(AppendOnly):
    """Who sent a release out, over which one, and how every gate stood at that moment."""

    id_prefix = "pub"

    release = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="publication")
    planned = models.OneToOneField(
        PlannedRelease, on_delete=models.PROTECT, related_name="publication"
    )
    base = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="followed_by")
    candidate_hash = models.CharField(max_length=64)
    gates = models.JSONField()
    """A GateReport for each gate."""
    tallies = models.JSONField()
    """Totals and deltas by type."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="publications")

    class Meta:
        triggers: ClassVar = append_only()
