"""The exchange format: one file with a header and the entries of a release, or some of them. Pure.

A whole entry is described by the schema beside this file. An import takes entries that leave out
fields too: what an entry does not say stays as it is in the graph.
"""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from graphcurate.contracts import Biomarker, Domain, GraphContent, NamedThing, RelationEntry, Source
from graphcurate.entry_fields import EntryKind
from medreview.common.contract import Contract
from medreview.common.hashing import canonical_json, sha256_of

FORMAT = "medreview-graph"
FORMAT_VERSION = 1
SCHEMA_ID = "urn:medreview:schema:graph:1"

PARTS = ("sources", "domains", "things", "biomarkers", "relations")
"""The lists of a file, in an order in which nothing is named before it was said."""


class Removal(Contract):
    """An entry that an import shall take out of the graph. What a file only lacks is kept."""

    kind: EntryKind
    key: str
    """As a change names it: a thing's begins with its kind (``condition:ckd``)."""
    reason: str = Field(min_length=1)


class GraphDocument(Contract):
    """A release of the graph, or some entries of one, as a file."""

    format: Literal["medreview-graph"]
    format_version: Literal[1]
    release: str = ""
    """The release it was written from; empty for a file made by hand."""
    release_sha256: str = ""
    """Of that release's snapshot, as runs name it."""
    origin: str = ""
    """``starter`` or ``curated``."""
    notes: str = ""
    code_systems: dict[str, str] = {}
    """The versions its codes were taken from: ``loinc``, ``icd10cm``, …"""
    sha256: str = ""
    """Of the canonical JSON (sorted keys, no spaces, UTF-8) of an object with the five lists."""
    remove: tuple[Removal, ...] = ()
    sources: tuple[Source, ...] = ()
    domains: tuple[Domain, ...] = ()
    things: tuple[NamedThing, ...] = ()
    biomarkers: tuple[Biomarker, ...] = ()
    relations: tuple[RelationEntry, ...] = ()


def listed(content: GraphContent) -> dict[str, list[dict[str, Any]]]:
    """The five lists as a file has them: sorted by key, each fact in one place only."""
    return {part: sorted(map(_entry, getattr(content, part)), key=_key) for part in PARTS}


def hash_of(lists: dict[str, Any]) -> str:
    """What ``sha256`` of the header says."""
    return sha256_of({part: lists.get(part, []) for part in PARTS})


def document_text(content: GraphContent, header: dict[str, Any]) -> Iterator[str]:
    """The file, piece by piece: a line for each entry, so that two files can be compared."""
    lists = listed(content)
    head = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        **header,
        "sha256": hash_of(lists),
    }
    yield "{\n"
    for name, value in head.items():
        yield f'"{name}": {canonical_json(value)},\n'
    for place, part in enumerate(PARTS):
        yield f'"{part}": ['
        for number, entry in enumerate(lists[part]):
            yield (",\n" if number else "\n") + canonical_json(entry)
        yield "\n]" if lists[part] else "]"
        yield ",\n" if place < len(PARTS) - 1 else "\n}\n"


def _entry(entry: Contract) -> dict[str, Any]:
    said = entry.as_json()
    if isinstance(entry, Biomarker | Domain):
        del said["relations"]  # they stand in their own list
    if isinstance(entry, Biomarker):
        for limit in said["criticals"]:
            limit["source"] = limit["source"]["key"] if limit["source"] else None
    return said


def _key(entry: dict[str, Any]) -> tuple[str, str]:
    return str(entry.get("kind", "")) if "id" not in entry else "", str(
        entry.get("id") or entry.get("key")
    )
