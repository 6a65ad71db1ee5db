from django.apps import AppConfig


class FhirConfig(AppConfig):
    name = "medreview.fhir"
