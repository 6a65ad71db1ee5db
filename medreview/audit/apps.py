"""What happened, chained so that it stays so."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "medreview.audit"
