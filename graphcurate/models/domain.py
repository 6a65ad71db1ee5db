"""A field of laboratory medicine."""

from django.db import models

from graphcurate.models.entry import Entry


class Domain(Entry):
    """Its scope, how a LOINC code finds it, and (as relations) its defaults."""

    id_prefix = "dom"

    names = models.JSONField(default=dict)
    """Display name by language."""
    scope = models.TextField()
    match_order = models.PositiveSmallIntegerField(null=True)
    """The rules are tried in this order; without one no code finds the domain."""
    name_pattern = models.TextField(blank=True)
    exclude_pattern = models.TextField(blank=True)
    loinc_classes = models.JSONField(default=list)
