"""From a record to checked texts, stage by stage."""

from django.apps import AppConfig


class PipelineConfig(AppConfig):
    name = "analysis.pipeline"
