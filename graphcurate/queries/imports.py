"""Files that were brought into the graph, and what became of their rows."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from graphcurate.entry_fields import Fields
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


def drafted(made: GraphImport, rows: Iterable[ReportRow]) -> dict[tuple[str, str], Fields]:
    """What the import's change set says of the entries of these rows, by kind and key."""
    found: dict[tuple[str, str], Fields] = defaultdict(dict)
    if made.change_set is None:
        return found
    keys = {row.key for row in rows}
    for row in made.change_set.revisions.filter(entry_key__in=keys, new__isnull=False):
        found[row.entry_kind, row.entry_key][row.field] = row.new
    return found
