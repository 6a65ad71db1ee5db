"""Who works on which analysis, until when, and what is due."""

from django.apps import AppConfig


class WorklistConfig(AppConfig):
    name = "analysis.worklist"
