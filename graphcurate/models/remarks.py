"""What reviewers leave on a change set beside their decision: marks, remarks, assignments."""

from typing import ClassVar

from django.db import models

from graphcurate.models.change_set import ChangeSet
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record


class ViewedMark(Record):
    """One person looked at one entry's changes, as they stood then. An edit leaves it behind."""

    id_prefix = "vwd"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.PROTECT, related_name="viewed")
    entry_kind = models.CharField(max_length=12)
    entry_key = models.CharField(max_length=240)
    content_hash = models.CharField(max_length=64)
    """Of the entry's changes that were seen."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_viewed")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["change_set", "entry_kind", "entry_key", "by"],
                name="graph_one_viewed_mark_each",
            ),
        ]


class Comment(AppendOnly):
    """A remark on a change set, or on one entry of it, that decides nothing."""

    id_prefix = "gco"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.PROTECT, related_name="comments")
    entry_kind = models.CharField(max_length=12, blank=True)
    entry_key = models.CharField(max_length=240, blank=True)
    """Both empty where it is on the set as a whole."""
    text = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_comments")

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        triggers: ClassVar = append_only()


class Mention(Record):
    """Somebody is named in a comment, and finds it until they say that they have."""

    id_prefix = "mtn"

    comment = models.ForeignKey(Comment, on_delete=models.PROTECT, related_name="mentions")
    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_mentions")
    seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["comment", "person"], name="graph_mentioned_once_a_comment"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["person", "seen_at"], name="graph_mentions_of_person"),
        ]


class Assignment(AppendOnly):
    """Who is to review a change set; the newest counts. Empty: handed back to everybody."""

    id_prefix = "gas"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.PROTECT, related_name="assignments")
    reviewer = models.ForeignKey(
        User, null=True, on_delete=models.PROTECT, related_name="graph_assignments"
    )
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_assigned")

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        triggers: ClassVar = append_only()


class BulkEdit(Record):
    """Many lines put into a change set at once, so that they can be taken out at once."""

    id_prefix = "blk"

    change_set = models.ForeignKey(ChangeSet, on_delete=models.PROTECT, related_name="bulk_edits")
    lines = models.JSONField()
    """What was added: ``[[kind, key, field], …]``."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_bulk_edits")
    undone_at = models.DateTimeField(null=True)
