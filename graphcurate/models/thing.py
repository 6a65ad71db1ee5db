"""What a relation can point to besides a biomarker."""

from typing import ClassVar

from django.db import models

from graphcurate.models.entry import Entry, Part
from graphcurate.vocabulary import Language, ThingKind, choices_of


class NamedThing(Entry):
    """A condition, medication (or class), preanalytical factor or physiological state."""

    id_prefix = "thg"

    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=16, choices=choices_of(ThingKind))
    name = models.CharField(max_length=200)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "key"], name="graph_one_thing_of_a_kind")
        ]


class ThingName(Part):
    """What records call it in one language."""

    id_prefix = "tna"

    thing = models.ForeignKey(NamedThing, on_delete=models.PROTECT, related_name="names")
    language = models.CharField(max_length=2, choices=choices_of(Language))
    text = models.CharField(max_length=200)


class ThingCode(Part):
    """A code, and whether it stands for itself or for everything below it."""

    id_prefix = "tco"

    thing = models.ForeignKey(NamedThing, on_delete=models.PROTECT, related_name="codes")
    system = models.CharField(max_length=20)
    code = models.CharField(max_length=40)
    match = models.CharField(max_length=8, default="exact")
    display = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["thing", "system", "code"], name="graph_one_code_of_a_thing"
            )
        ]
