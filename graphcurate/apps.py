"""What medicine says, in releases."""

from typing import Any

from django.apps import AppConfig
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils.module_loading import import_string


class GraphcurateConfig(AppConfig):
    name = "graphcurate"

    def ready(self) -> None:
        post_migrate.connect(load_starter_after_migrate, sender=self)


def load_starter_after_migrate(**_: Any) -> None:
    """A database is of no use without a release; the first migration brings the starter one."""
    needed = {"graphcurate_release", "audit_auditevent"}
    if needed <= set(connection.introspection.table_names()):
        import_string("graphcurate.services.releases.load_starter")()
