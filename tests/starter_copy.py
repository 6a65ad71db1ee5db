"""The starter graph, put back after a test with real transactions without being read again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import connection, transaction

from graphcurate.services import releases

APPS = ("graphcurate", "audit")
"""Loading the starter fills the tables of these."""


@contextmanager
def starter_copied() -> Iterator[None]:
    """The first loading inside is a real one; every later one copies its rows."""
    load = releases._load_starter
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(releases, "_load_starter", _Copy(load))
        yield


class _Copy:
    def __init__(self, load: Callable[[], releases.Release]) -> None:
        self.load = load
        self.is_made = False

    def __call__(self) -> releases.Release:
        if connection.in_atomic_block:  # what a test does is undone, and a copy with it
            return self.load()
        if not self.is_made:
            self.load()
            self._copy()
        else:
            self._put_back()
        return releases.Release.objects.get(name=releases.STARTER)

    def _copy(self) -> None:
        _run("DROP SCHEMA IF EXISTS starter CASCADE", "CREATE SCHEMA starter")
        _run(*(f'CREATE TABLE starter."{table}" AS TABLE "{table}"' for table in _tables()))
        self.is_made = True

    def _put_back(self) -> None:
        _run(*(f'INSERT INTO "{table}" SELECT * FROM starter."{table}"' for table in _tables()))


def _tables() -> list[str]:
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return [model._meta.db_table for model in models]


def _run(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
