from django.apps import AppConfig


class PipelineConfig(AppConfig):
    name = "analysis.pipeline"
