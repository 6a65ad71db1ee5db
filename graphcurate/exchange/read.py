"""Files of a release to entries."""

from pathlib import Path
from typing import TypeVar

from graphcurate.contracts import (
    Biomarker,
    Domain,
    GraphContent,
    NamedThing,
    RelationEntry,
    Source,
)
from medreview.common.contract import Contract

Entry = TypeVar("Entry", bound=Contract)


def read(folder: Path) -> GraphContent:
    """All entries of the release in ``folder``."""
    return GraphContent(
        biomarkers=_entries(folder, "biomarkers", Biomarker),
        domains=_entries(folder, "domains", Domain),
        things=_entries(folder, "things", NamedThing),
        relations=_entries(folder, "relations", RelationEntry),
        sources=_entries(folder, "sources", Source),
    )


def _entries(folder: Path, part: str, kind: type[Entry]) -> tuple[Entry, ...]:
    lines = (folder / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(kind.model_validate_json(line) for line in lines if line)
