"""What a change of the graph would change in the analyses that stand."""

from django.apps import AppConfig


class ImpactConfig(AppConfig):
    name = "analysis.impact"
