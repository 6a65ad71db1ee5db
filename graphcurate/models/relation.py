"""Relation: what medicine says to look at beside a result."""

from typing import ClassVar

from django.db import models

from graphcurate.models.biomarker import Biomarker
from graphcurate.models.domain import Domain
from graphcurate.models.entry import Entry
from graphcurate.models.thing import NamedThing
from graphcurate.vocabulary import Effect, RelationKind, choices_of

RATIONALE_LENGTH = 280


class Relation(Entry):
    """From a biomarker (tier 1) or a domain (tier 2) to one target."""

    id_prefix = "rln"

    key = models.CharField(max_length=200, unique=True)
    biomarker = models.ForeignKey(
        Biomarker, null=True, on_delete=models.PROTECT, related_name="relations"
    )
    domain = models.ForeignKey(
        Domain, null=True, on_delete=models.PROTECT, related_name="relations"
    )
    kind = models.CharField(max_length=16, choices=choices_of(RelationKind))
    effect = models.CharField(max_length=16, choices=choices_of(Effect))
    target_biomarker = models.ForeignKey(
        Biomarker, null=True, on_delete=models.PROTECT, related_name="pointed_to_by"
    )
    target_thing = models.ForeignKey(
        NamedThing, null=True, on_delete=models.PROTECT, related_name="pointed_to_by"
    )
    when_direction = models.CharField(max_length=3, blank=True)
    when_population = models.CharField(max_length=60, blank=True)
    when_dose = models.CharField(max_length=120, blank=True)
    when_timing = models.CharField(max_length=120, blank=True)
    rationale = models.CharField(max_length=RATIONALE_LENGTH)
    position = models.PositiveSmallIntegerField(null=True)
    """Where a curator put it among its kind; null follows by key."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(biomarker__isnull=True) ^ models.Q(domain__isnull=True),
                name="graph_relation_has_one_subject",
            ),
            models.CheckConstraint(
                condition=models.Q(target_biomarker__isnull=True)
                ^ models.Q(target_thing__isnull=True),
                name="graph_relation_has_one_target",
            ),
            models.CheckConstraint(
                condition=models.Q(biomarker__isnull=True)
                | models.Q(target_biomarker__isnull=True)
                | ~models.Q(biomarker=models.F("target_biomarker")),
                name="graph_relation_leads_elsewhere",
            ),
        ]
