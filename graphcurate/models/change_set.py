"""Change sets: what curators propose, field by field, and what a second person said of it."""

from typing import ClassVar

from django.db import models

from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import OPEN, ChangeSetState, Verdict
from graphcurate.models.release import Release
from graphcurate.vocabulary import choices_of
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record

FIELD_LENGTH = 400
KEY_LENGTH = 200


class ChangeSet(Record):
    """Changes that are reviewed, accepted and published together."""

    id_prefix = "chs"

    number = models.PositiveIntegerField(unique=True)
    title = models.CharField(max_length=200)
    reason = models.TextField(blank=True)
    state = models.CharField(
        max_length=20, choices=choices_of(ChangeSetState), default=ChangeSetState.DRAFT
    )
    version = models.PositiveIntegerField(default=1)
    """Grows with every change of it, its state and its revisions."""
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="change_sets")
    submitted_at = models.DateTimeField(null=True)
    release = models.ForeignKey(
        Release, null=True, on_delete=models.PROTECT, related_name="change_sets"
    )
    """The release it was published in."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(state=ChangeSetState.PUBLISHED, release__isnull=False)
                | ~models.Q(state=ChangeSetState.PUBLISHED) & models.Q(release__isnull=True),
                name="graph_published_in_a_release",
            )
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """What people call it: ``CS-12``."""
        return f"CS-{self.number}"

    @property
    def is_open(self) -> bool:
        """It may still be edited and still become part of a release."""
        return self.state in OPEN


class Revision(Record):
    """One field of one entry: what it was, and what it shall be."""

    id_prefix = "rvn"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.CASCADE, related_name="revisions")
    entry_kind = models.CharField(max_length=12, choices=choices_of(EntryKind))
    entry_key = models.CharField(max_length=KEY_LENGTH)
    field = models.CharField(max_length=FIELD_LENGTH)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="revisions")
    """Who wrote the value that stands."""
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()
    superseded_by = models.ForeignKey(
        ChangeSet, null=True, on_delete=models.PROTECT, related_name="superseded"
    )
    """The set that was published with another value of this field; its author looks again."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["change_set", "entry_kind", "entry_key", "field"],
                name="graph_one_revision_of_a_field",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["entry_kind", "entry_key"], name="graph_revisions_by_entry")
        ]


class Contribution(AppendOnly):
    """A person wrote in a change set, whether or not their words still stand there."""

    id_prefix = "cbn"

    change_set = models.ForeignKey(
        ChangeSet, on_delete=models.PROTECT, related_name="contributions"
    )
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="contributions")

    class Meta:
        triggers: ClassVar = append_only()
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["change_set", "by"], name="graph_one_contribution")
        ]


class ReviewDecision(AppendOnly):
    """What a second person said of a change set as it stood; it holds for that content only."""

    id_prefix = "rvd"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.PROTECT, related_name="decisions")
    verdict = models.CharField(max_length=16, choices=choices_of(Verdict))
    comment = models.TextField(blank=True)
    content_hash = models.CharField(max_length=64)
    changes = models.JSONField()
    """The changes it was given to, so that anybody can see what changed since."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="review_decisions")
    as_clinician = models.BooleanField()
    """They were a clinician in a hospital at that moment."""

    class Meta:
        triggers: ClassVar = append_only()


class ConflictStatement(AppendOnly):
    """What a curator says of interests that could sway them. It holds for a year."""

    id_prefix = "coi"

    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="conflict_statements")
    interests = models.TextField(blank=True)
    """Empty: they say they have none."""

    class Meta:
        triggers: ClassVar = append_only()
