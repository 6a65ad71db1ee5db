"""What is written stays written, and every change leaves a line in the trail."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pgtrigger
import pytest
from django.apps import apps

from medreview.common.models import AppendOnly, AppendOnlyError
from tests.architecture.house import place, source_files

APPEND_ONLY = [model for model in apps.get_models() if issubclass(model, AppendOnly)]
WRITING = {"save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create"}

WITHOUT_A_LINE = {
    # It is the trail.
    "medreview/audit/services.py",
    # Its rows are events of the run, or name the event that decisions.py records.
    "analysis/review/services/signing.py",
    # What somebody is typing; saving it is not yet a word of theirs.
    "analysis/review/services/drafts.py",
    # That somebody has a page of the editor open is a lease that runs out, no event.
    "graphcurate/services/presence.py",
    # Called within a release's own event, and within a run's.
    "graphcurate/services/entries.py",
    # Held and moved within the event of who drafts, decides or publishes.
    "graphcurate/services/holding.py",
    "graphcurate/services/demand.py",
    "graphcurate/services/misses.py",
    # A sign of life every five seconds is no event of a person.
    "medreview/server/services.py",
}


def test_there_are_rows_that_are_written_once():
    assert len(APPEND_ONLY) >= 2


@pytest.mark.parametrize("model", APPEND_ONLY, ids=lambda model: model.__name__)
def test_the_database_refuses_to_change_or_delete_a_row_written_once(model):
    operations = " ".join(
        str(trigger.operation) for owner, trigger in pgtrigger.registered() if owner is model
    )

    assert "UPDATE" in operations
    assert "DELETE" in operations


@pytest.mark.parametrize("model", APPEND_ONLY, ids=lambda model: model.__name__)
def test_a_row_written_once_refuses_to_be_updated_or_deleted(model):
    with pytest.raises(AppendOnlyError):
        model.objects.all().update(created_at=None)
    with pytest.raises(AppendOnlyError):
        model.objects.all().delete()


def calls_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr


def test_every_service_that_writes_leaves_a_line_in_the_trail():
    silent = [
        place(path)
        for path in source_files(".py")
        if (path.stem == "services" or path.parent.name == "services")
        and WRITING & set(calls_in(path))
        and "audit" not in path.read_text()
        and place(path) not in WITHOUT_A_LINE
    ]

    assert silent == []
