"""Many names at once: lines read, and of each said what it would do. Pure.

``potassium, ru, Калий сыворотки`` gives a biomarker a synonym in a language, and
``Калий сыворотки → potassium`` the same, its language told by its letters.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from graphcurate.contracts import Biomarker, GraphContent
from graphcurate.vocabulary import Language, language_of
from medreview.common.errors import Invalid, gettext_noop
from medreview.common.text import normalise_name, visible

MOST = 500
"""Lines of one edit: more than anybody reads through is nobody's review."""
LONGEST = 200
ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
HEADS = frozenset({"biomarker", "name"})


class Fate(StrEnum):
    """What one line would do."""

    NEW = "new"
    KNOWN = "known"
    """The biomarker has this name already."""
    CLASHES = "clashes"
    """Another biomarker is called so: a result under that name alone would match neither."""
    UNKNOWN = "unknown"
    """There is no such biomarker."""
    UNREADABLE = "unreadable"
    REPEATED = "repeated"
    """An earlier line says the same."""


TAKEN = frozenset({Fate.NEW})
"""Which lines go into the change set."""


@dataclass(frozen=True)
class BulkRow:
    """One line, and what it would do."""

    number: int
    written: str
    fate: Fate
    biomarker: str = ""
    """The key, where the line names a biomarker that is known."""
    language: str = ""
    text: str = ""
    others: tuple[str, ...] = ()
    """Keys of those who are called so already."""

    @property
    def field(self) -> str:
        """The field of the biomarker that it would fill."""
        return f"synonyms/{self.language}/{self.text}"


def read(written: str, content: GraphContent) -> tuple[BulkRow, ...]:
    """What each line of a text would do to this content. Empty lines count for nothing."""
    lines = [(number, line.strip()) for number, line in enumerate(written.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not _is_head(line)]
    if len(lines) > MOST:
        raise Invalid(gettext_noop("%(n)d lines at once are the most. Split them."), n=MOST)
    keys, spoken = _keys(content), _spoken(content)
    rows: list[BulkRow] = []
    said: set[tuple[str, str, str]] = set()
    for number, line in lines:
        row = _judged(number, line, keys, spoken)
        place = (row.biomarker, row.language, row.text)
        if row.fate in TAKEN and place in said:
            row = BulkRow(number, line, Fate.REPEATED, *place)
        said.add(place)
        rows.append(row)
    return tuple(rows)


def _judged(
    number: int, line: str, keys: Mapping[str, str], spoken: Mapping[str, frozenset[str]]
) -> BulkRow:
    parts = _parts(line)
    if parts is None:
        return BulkRow(number, line, Fate.UNREADABLE)
    named, language, text = parts
    key = keys.get(normalise_name(named))
    if key is None:
        return BulkRow(number, line, Fate.UNKNOWN, "", language, text)
    callers = spoken.get(normalise_name(text), frozenset())
    if key in callers:
        return BulkRow(number, line, Fate.KNOWN, key, language, text)
    fate = Fate.CLASHES if callers else Fate.NEW
    return BulkRow(number, line, fate, key, language, text, tuple(sorted(callers)))


def _parts(line: str) -> tuple[str, str, str] | None:
    """Biomarker, language and name of a line; None where it is none."""
    cells = ARROW.split(line)
    if len(cells) == 2:
        text, named = cells[0].strip(), cells[1].strip()
        language = language_of(text)
    else:
        cells = [cell.strip() for cell in _cells(line)]
        if len(cells) != 3:
            return None
        named, language, text = cells[0], cells[1].casefold(), cells[2]
    text = visible(text)
    is_fit = named and text and len(text) <= LONGEST and language in set(Language)
    return (named, language, text) if is_fit else None


def _cells(line: str) -> list[str]:
    """A line as a spreadsheet copies it (tabs), or as CSV writes it."""
    mark = "\t" if "\t" in line else ";" if line.count(";") == 2 else ","
    return next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])


def _is_head(line: str) -> bool:
    return (_cells(line) or [""])[0].strip().casefold() in HEADS


def _keys(content: GraphContent) -> dict[str, str]:
    """Biomarkers by key, and by the name they are shown with."""
    found: dict[str, str] = {}
    for entry in content.biomarkers:
        for name in (*entry.names.values(), entry.name):
            found.setdefault(normalise_name(name), entry.key)
    return found | {normalise_name(entry.key): entry.key for entry in content.biomarkers}


def _spoken(content: GraphContent) -> dict[str, frozenset[str]]:
    """Who is called by each name."""
    found: dict[str, set[str]] = {}
    for entry in content.biomarkers:
        for name in _names(entry):
            found.setdefault(normalise_name(name), set()).add(entry.key)
    return {name: frozenset(keys) for name, keys in found.items()}


def _names(entry: Biomarker) -> Iterable[str]:
    yield entry.name
    yield from entry.names.values()
    for texts in entry.synonyms.values():
        yield from texts
