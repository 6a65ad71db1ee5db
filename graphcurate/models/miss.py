"""LookupMiss: what a run looked for in the graph and did not find."""

from typing import ClassVar

from django.db import models

from graphcurate.models.release import Release
from medreview.common.models import Record

NAME_LENGTH = 200


class LookupMiss(Record):
    """One thing one run missed; how often a thing is missed is how many runs missed it."""

    id_prefix = "mis"

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="misses")
    run = models.CharField(max_length=32)
    """The run's id. The graph knows no runs, only who asked."""
    code = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    domain = models.CharField(max_length=120, blank=True)
    how = models.CharField(max_length=20)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "code", "name"], name="graph_one_miss_of_a_run")
        ]
        indexes: ClassVar = [models.Index(fields=["code", "name"], name="graph_misses_by_thing")]
