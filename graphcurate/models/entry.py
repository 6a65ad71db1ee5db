"""What every entry of the graph has: a key of its own, a status and a version."""

from django.db import models

from graphcurate.vocabulary import EntryStatus, choices_of
from medreview.common.models import Record


class Entry(Record):
    """A thing people curate. Its key is stable; codes and names are what it has."""

    key = models.CharField(max_length=120, unique=True)
    status = models.CharField(
        max_length=16, choices=choices_of(EntryStatus), default=EntryStatus.DRAFT
    )
    version = models.PositiveIntegerField(default=1)
    reviewed = models.BooleanField(default=False)
    """A second person has accepted it. Starter content begins unreviewed."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key


class Part(Record):
    """A line of an entry, in the order it was written."""

    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
