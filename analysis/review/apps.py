"""From an analysis to a signed review."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "analysis.review"
