"""Entries to files that people can read and compare: one entry a line, sorted."""

from collections.abc import Iterable
from pathlib import Path

from graphcurate.contracts import GraphContent
from medreview.common.contract import Contract

FILES = ("biomarkers", "domains", "things", "relations", "sources")
"""The file of each part of a release; a change of one entry is a change of one line."""


def write(content: GraphContent, folder: Path) -> None:
    """Write every part of a release into ``folder``, replacing what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in FILES:
        lines = sorted(_lines(getattr(content, part)))
        (folder / f"{part}.jsonl").write_text("".join(lines), encoding="utf-8")


def _lines(entries: Iterable[Contract]) -> Iterable[str]:
    # Only what was said is written: a default would make every line longer and tell nothing.
    for entry in entries:
        yield entry.model_dump_json(exclude_defaults=True) + "\n"
