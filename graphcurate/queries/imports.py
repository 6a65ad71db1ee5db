"""Files that were brought into the graph, and what became of their rows."""

import gzip
import json

from django.db.models import QuerySet

from graphcurate.exchange.planning import ReportRow
from graphcurate.models import GraphImport
from medreview.common.errors import NotFound, gettext_noop

_LARGE = ("content", "report")


def imports() -> QuerySet[GraphImport]:
    """Every file brought in, the newest first, without what is in it."""
    return (
        GraphImport.objects.defer(*_LARGE)
        .select_related("by", "change_set", "release")
        .order_by("-created_at", "-id")
    )


def graph_import(pk: str) -> GraphImport:
    """One of them, without the file itself."""
    found = imports().filter(pk=pk).first()
    if found is None:
        raise NotFound(gettext_noop("There is no such import."))
    return found


def report_of(made: GraphImport) -> tuple[ReportRow, ...]:
    """What became of every row, in the order of the file."""
    packed = GraphImport.objects.values_list("report", flat=True).get(pk=made.pk)
    if not packed:
        return ()
    lines = gzip.decompress(bytes(packed)).decode().splitlines()
    return tuple(ReportRow.model_validate(json.loads(line)) for line in lines)
