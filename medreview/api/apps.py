"""The product for other programs."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "medreview.api"
