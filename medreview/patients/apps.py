"""Whose record it is, and the keys that seal it."""

from django.apps import AppConfig


class PatientsConfig(AppConfig):
    name = "medreview.patients"
