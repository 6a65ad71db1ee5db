from django.apps import AppConfig


class GraphcurateConfig(AppConfig):
    name = "graphcurate"
