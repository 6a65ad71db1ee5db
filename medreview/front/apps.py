"""The front desk: sign in, lists, the console."""

from django.apps import AppConfig


class FrontConfig(AppConfig):
    name = "medreview.front"
