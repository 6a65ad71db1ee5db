"""Runs and their events."""

from django.apps import AppConfig


class RuntimeConfig(AppConfig):
    name = "medreview.runtime"
