"""Biomarker: one analyte, with its codes, names, units and conversions."""

from typing import ClassVar

from django.db import models

from graphcurate.models.domain import Domain
from graphcurate.models.entry import Entry, Part
from graphcurate.models.fields import ExactDecimalField
from graphcurate.vocabulary import BiomarkerKind, Language, choices_of


class Biomarker(Entry):
    """One analyte by its own key. Codes are attributes, never the key."""

    id_prefix = "bio"

    name = models.CharField(max_length=200)
    domain = models.ForeignKey(Domain, on_delete=models.PROTECT, related_name="biomarkers")
    kind = models.CharField(max_length=16, choices=choices_of(BiomarkerKind))
    specimen = models.CharField(max_length=120, blank=True)
    units = models.JSONField(default=list)
    """UCUM codes, the one its default interval is written in first."""
    molar_mass = ExactDecimalField(null=True)
    comparability_group = models.CharField(max_length=60, blank=True)
    """Look-alikes that share a group are never converted into one another in silence."""
    comparability_note = models.TextField(blank=True)


class BiomarkerCode(Part):
    """A LOINC code. One code belongs to one biomarker."""

    id_prefix = "bco"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="codes")
    code = models.CharField(max_length=20, unique=True)
    primary = models.BooleanField()
    display = models.CharField(max_length=400, blank=True)
    verified = models.BooleanField(default=False)
    default_limits = models.BooleanField(default=True)
    """Whether the default intervals and critical limits are made for this code too."""
    status = models.CharField(max_length=20, blank=True)
    """What LOINC says of the code, as ``ACTIVE``; empty where nobody looked."""
    specimen = models.CharField(max_length=120, blank=True)
    property = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["biomarker"],
                condition=models.Q(primary=True),
                name="graph_one_primary_code",
            )
        ]


class BiomarkerName(Part):
    """What reports call it in one language; one of them is shown."""

    id_prefix = "bna"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="names")
    language = models.CharField(max_length=2, choices=choices_of(Language))
    text = models.CharField(max_length=200)
    shown = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["biomarker", "language"],
                condition=models.Q(shown=True),
                name="graph_one_shown_name",
            )
        ]


class UnitConversion(Part):
    """``target = value × factor + offset`` between two units of this analyte."""

    id_prefix = "con"

    biomarker = models.ForeignKey(Biomarker, on_delete=models.PROTECT, related_name="conversions")
    from_unit = models.CharField(max_length=40)
    to_unit = models.CharField(max_length=40)
    factor = ExactDecimalField()
    offset = ExactDecimalField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["biomarker", "from_unit", "to_unit"], name="graph_one_conversion"
            )
        ]
