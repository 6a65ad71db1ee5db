"""A signed analysis in the forms other programs and records take."""

from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "analysis.exports"
