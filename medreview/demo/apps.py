"""Two invented hospitals and their patients."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "medreview.demo"
