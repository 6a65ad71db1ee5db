"""The impact of one state of the graph: how far it is computed, and what comes out differently."""

from typing import ClassVar

from django.db import models

from analysis.impact.impact_states import AT_WORK, ImpactState
from analysis.pipeline.models import Analysis
from graphcurate.models import ChangeSet, Release
from medreview.accounts.models import Hospital, User
from medreview.audit.triggers import append_only
from medreview.common.clock import now
from medreview.common.models import AppendOnly, Record


class ImpactRun(Record):
    """One comparing of the stored analyses: with a candidate, or with a release that came out.

    A candidate is compared with the release that is current when it is asked for; a release with
    the one that each analysis was made with.
    """

    id_prefix = "imp"

    candidate_hash = models.CharField(max_length=64)
    """Names the candidate's content; of a release, its hash."""
    content = models.BinaryField(null=True)
    """The candidate, compressed; empty for a release, which holds its own."""
    release = models.ForeignKey(Release, null=True, on_delete=models.PROTECT, related_name="+")
    """The release that came out; empty for a candidate."""
    base = models.ForeignKey(Release, null=True, on_delete=models.PROTECT, related_name="+")
    """What a candidate is compared with; empty for a release."""
    change_set = models.ForeignKey(
        ChangeSet, null=True, on_delete=models.PROTECT, related_name="impacts"
    )
    set_hash = models.CharField(max_length=64, blank=True, default="")
    """What the change set held when it was asked for: another now, and this is of an older one."""
    asked_by = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="impacts_asked"
    )
    """Empty when the system itself asked."""
    state = models.TextField(
        choices=[(state, state) for state in ImpactState], default=ImpactState.QUEUED
    )
    since = models.DateTimeField(null=True)
    upto = models.DateTimeField()
    """It is about the analyses that were finished in this time."""
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    recomputed = models.PositiveIntegerField(default=0)
    """How many of those done could differ at all."""
    differing = models.PositiveIntegerField(default=0)
    unread = models.PositiveIntegerField(default=0)
    """Of how many what they had read can't be opened any more."""
    last = models.TextField(blank=True, default="")
    """The last analysis done: a worker goes on behind it."""
    tally = models.JSONField(default=list)
    """Each difference once, with the number of analyses it is found in: no word of a patient."""
    fence = models.PositiveIntegerField(default=0)
    """Grows with every worker that takes it up; an older one may write nothing more."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """Workers that took it up since it last moved."""
    woken_at = models.DateTimeField(default=now)
    """When a worker was last called for it, so that none is called at every turn."""
    leased_until = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, default="")
    began_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(release=None, base__isnull=False, content__isnull=False)
                | models.Q(release__isnull=False, base=None, content=None),
                name="impact_of_a_candidate_or_a_release",
            ),
            models.UniqueConstraint(
                fields=["candidate_hash", "base"],
                condition=models.Q(state__in=sorted(AT_WORK)),
                nulls_distinct=False,
                name="impact_computed_once_at_a_time",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["candidate_hash", "-created_at"], name="impact_of_content")
        ]

    @property
    def at_work(self) -> bool:
        """Whether a worker has it, or will."""
        return self.state in AT_WORK


class ImpactDifference(AppendOnly):
    """That one analysis comes out differently, and how."""

    id_prefix = "imd"

    run = models.ForeignKey(ImpactRun, on_delete=models.PROTECT, related_name="differences")
    analysis = models.ForeignKey(Analysis, on_delete=models.PROTECT, related_name="impacts")
    hospital = models.ForeignKey(Hospital, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveSmallIntegerField()
    """Of the gravest difference; the smaller the graver."""
    kinds = models.JSONField()
    """Which kinds of difference there are, by their codes."""
    sealed = models.BinaryField()
    """The Differences, sealed with the patient's key."""

    class Meta:
        ordering: ClassVar = ["rank", "id"]
        triggers: ClassVar = append_only()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "analysis"], name="impact_one_row_per_analysis")
        ]
        indexes: ClassVar = [
            models.Index(fields=["run", "hospital", "rank"], name="impact_of_a_hospital")
        ]
