"""Records as they were sent, and how they are read."""

from django.apps import AppConfig


class FhirConfig(AppConfig):
    name = "medreview.fhir"
