"""How well analyses do on cases with known answers."""

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "analysis.evaluation"
