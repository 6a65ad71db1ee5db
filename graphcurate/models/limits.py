"""The tables keyed by biomarker, unit, population and owner.

The owner is ``default`` or a laboratory. What is printed on a result goes before the
laboratory's own, and that before the default.
"""

from typing import ClassVar

from django.db import models

from graphcurate.models.biomarker import Biomarker
from graphcurate.models.entry import Part
from graphcurate.models.evidence import Source
from graphcurate.models.fields import ExactDecimalField
from graphcurate.vocabulary import Population, choices_of

DEFAULT_OWNER = "default"


class Limits(Part):
    """What the three tables share: for whom a line is, and whose it is."""

    population = models.CharField(
        max_length=16, choices=choices_of(Population), default=Population.ADULT
    )
    owner = models.CharField(max_length=120, default=DEFAULT_OWNER)

    class Meta:
        abstract = True


class ReferenceInterval(Limits):
    """What is usual in a population. Bounds are included."""

    id_prefix = "int"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="intervals")
    unit = models.CharField(max_length=40)
    low = ExactDecimalField(null=True)
    high = ExactDecimalField(null=True)
    sex = models.CharField(max_length=8, blank=True)
    """``female`` or ``male``; empty for both."""
    note = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["biomarker", "unit", "population", "owner", "sex"],
                name="graph_one_interval",
            ),
            models.CheckConstraint(
                condition=models.Q(low__isnull=True)
                | models.Q(high__isnull=True)
                | models.Q(low__lte=models.F("high")),
                name="graph_interval_in_order",
            ),
        ]


class CriticalLimit(Limits):
    """Beyond it somebody must be told at once."""

    id_prefix = "cri"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="criticals")
    unit = models.CharField(max_length=40, blank=True)
    low = ExactDecimalField(null=True)
    low_included = models.BooleanField(default=True)
    high = ExactDecimalField(null=True)
    high_included = models.BooleanField(default=True)
    high_times_upper_limit = models.BooleanField(default=False)
    positive = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    other_limits = models.TextField(blank=True)
    source = models.ForeignKey(Source, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(low__isnull=False)
                | models.Q(high__isnull=False)
                | models.Q(positive=True),
                name="graph_critical_says_something",
            )
        ]


class ValidityWindow(Limits):
    """For how long a result of this biomarker may speak of today."""

    id_prefix = "val"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="validity")
    days = models.PositiveIntegerField()
    days_after_change = models.PositiveIntegerField(null=True)
    """The shorter window once something that moves it has happened."""
    reason = models.TextField(blank=True)
    source_text = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["biomarker", "population", "owner"], name="graph_one_validity"
            )
        ]
