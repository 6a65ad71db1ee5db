"""GraphImport: a file of entries somebody brought in, and what became of each row of it."""

from typing import ClassVar

from django.db import models

from graphcurate.exchange.forms import Form
from graphcurate.import_states import UNDER_WAY, ImportState
from graphcurate.models.change_set import ChangeSet
from graphcurate.models.release import Release
from graphcurate.vocabulary import choices_of
from medreview.accounts.models import User
from medreview.common.models import Record

NAME_LENGTH = 200


class GraphImport(Record):
    """It makes drafts in a change set of its own, never anything that is published."""

    id_prefix = "gim"

    name = models.CharField(max_length=NAME_LENGTH)
    """What the file is called."""
    form = models.CharField(max_length=12, choices=choices_of(Form))
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    """The file, packed, until it was gone through."""
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="graph_imports")
    state = models.CharField(
        max_length=8, choices=choices_of(ImportState), default=ImportState.QUEUED
    )
    attempt = models.PositiveSmallIntegerField(default=0)
    """Which worker holds it: only the latest may write."""
    called_at = models.DateTimeField()
    """When a worker was last called for it, or last said that it goes on."""
    finished_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    """Rows in the file, and rows gone through."""
    counts = models.JSONField(default=dict)
    """Rows by what became of them."""
    report = models.BinaryField(default=b"")
    """The report of every row, packed."""
    notes = models.JSONField(default=list)
    """What is to be said of the whole file: sentences with their values."""
    problem = models.JSONField(null=True)
    """Why nothing of it could be taken: a sentence with its values."""
    release = models.ForeignKey(
        Release, null=True, on_delete=models.PROTECT, related_name="compared_imports"
    )
    """The release that it was compared with."""
    change_set = models.OneToOneField(
        ChangeSet, null=True, on_delete=models.PROTECT, related_name="graph_import"
    )
    """Where its drafts are; none where it changes nothing."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "called_at"], name="graph_imports_due")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_under_way(self) -> bool:
        """Whether a worker still has to come to its end."""
        return self.state in UNDER_WAY
