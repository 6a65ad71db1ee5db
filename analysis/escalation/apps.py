"""A critical value nobody answers for is brought to the next person, step by step."""

from django.apps import AppConfig


class EscalationConfig(AppConfig):
    name = "analysis.escalation"
