"""Release: a numbered, frozen snapshot with its hash."""

from typing import ClassVar

from django.db import models

from graphcurate.vocabulary import Origin, choices_of
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly


class Release(AppendOnly):
    """What runs name and old answers are replayed with. It never changes."""

    id_prefix = "rel"

    name = models.CharField(max_length=60, unique=True)
    origin = models.CharField(max_length=12, choices=choices_of(Origin))
    notes = models.TextField(blank=True)
    snapshot = models.TextField()
    """The Snapshot contract as canonical JSON; ``content_hash`` is the sha-256 of this text."""
    content_hash = models.CharField(max_length=64)
    content = models.TextField(blank=True)
    """The GraphContent it was built from, as canonical JSON: what a diff compares and a roll back
    restores. Empty in a release that was made before releases kept it."""
    code_systems = models.JSONField(default=dict)
    """The version of each code system its codes were taken from."""

    class Meta:
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return self.name
