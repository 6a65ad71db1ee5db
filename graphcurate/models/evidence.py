"""What a relation rests on: evidence items and the sources they were found in."""

from typing import ClassVar

from django.db import models

from graphcurate.models.entry import Part
from graphcurate.vocabulary import (
    AgentType,
    Certainty,
    EvidenceDirection,
    EvidenceLevel,
    choices_of,
)
from medreview.common.models import Record


class Source(Record):
    """A guideline, label, book or paper that was cited."""

    id_prefix = "src"

    key = models.CharField(max_length=120, unique=True)
    title = models.TextField()
    organisation = models.TextField()
    year = models.PositiveSmallIntegerField(null=True)
    edition = models.CharField(max_length=60, blank=True)
    section = models.TextField(blank=True)
    doi = models.CharField(max_length=200, blank=True)
    url = models.TextField(blank=True)
    identifier_verified = models.BooleanField(default=False)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    retracted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key


class EvidenceItem(Part):
    """One source's say on one relation. Contradiction is data, not an error."""

    id_prefix = "evi"

    relation = models.ForeignKey(
        "graphcurate.Relation", on_delete=models.PROTECT, related_name="evidence"
    )
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="evidence")
    item = models.CharField(max_length=120)
    """Its own name within the relation, the same through every release."""
    rank = models.PositiveSmallIntegerField(default=0)
    locator = models.CharField(max_length=200, blank=True)
    """Section and page."""
    quote = models.TextField(blank=True)
    quote_document_hash = models.CharField(max_length=64, blank=True)
    quote_offset = models.PositiveIntegerField(null=True)
    direction = models.CharField(
        max_length=12, choices=choices_of(EvidenceDirection), default=EvidenceDirection.SUPPORTS
    )
    level = models.CharField(max_length=16, choices=choices_of(EvidenceLevel))
    certainty = models.CharField(max_length=8, choices=choices_of(Certainty), blank=True)
    """GRADE, where it is known."""
    knowledge_level = models.CharField(max_length=40, default="knowledge_assertion")
    """Biolink's word for how the claim came about; never empty."""
    agent_type = models.CharField(max_length=12, choices=choices_of(AgentType))
    checked_by = models.CharField(max_length=150, blank=True)
    """Login of who held it against the document; people go, what they checked stays said."""
    checked_at = models.DateTimeField(null=True)
    review_by = models.DateField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["relation", "item"], name="graph_one_evidence_item"),
            models.CheckConstraint(
                condition=models.Q(checked_by="", checked_at__isnull=True)
                | ~models.Q(checked_by="") & models.Q(checked_at__isnull=False),
                name="graph_checked_by_and_at",
            ),
            models.CheckConstraint(
                # A quote is one only with the document it was found in, and the place.
                condition=models.Q(quote="")
                | models.Q(quote_offset__isnull=False) & ~models.Q(quote_document_hash=""),
                name="graph_quote_has_its_place",
            ),
        ]
