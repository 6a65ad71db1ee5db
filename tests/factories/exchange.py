"""Files brought into the graph."""

from graphcurate.models import GraphImport
from graphcurate.queries import head
from graphcurate.queries.imports import graph_import
from graphcurate.services import imports
from medreview.accounts.models import User

NOWHERE = "potassium:condition:nowhere"


def links(*rationales: str) -> bytes:
    """A table that gives links of potassium other rationales, and names one that is not there."""
    relations = [entry.id for entry in head().relations if entry.biomarker == "potassium"]
    rows = [f"{own},{text}" for own, text in zip(relations, rationales, strict=False)]
    return "\n".join(["relation,rationale", *rows, f"{NOWHERE},No such link.", ""]).encode()


def make_import(*, by: User, content: bytes | None = None, name: str = "links.csv") -> GraphImport:
    """A file that a worker has gone through."""
    sent = links("Kidneys excrete less of it.") if content is None else content
    made = imports.keep(name=name, content=sent, by=by, wake=False)
    imports.run(made.pk)
    return graph_import(made.pk)
