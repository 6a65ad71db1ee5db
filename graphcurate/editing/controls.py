"""What a form about an entry is made of: single fields, lists of lines and rows. Pure.

Every control stands for one or more addressed fields of an entry, as ``entry_fields`` writes
them, so that what a page sends back can be compared with what it was shown.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Words = Any
"""A text, or one that is translated where it is shown."""
Choices = tuple[tuple[str, Words], ...]


class Kind(StrEnum):
    """How a value is typed, and what it becomes."""

    TEXT = "text"
    AREA = "area"
    WHOLE = "whole"
    DECIMAL = "decimal"
    CHOICE = "choice"
    FLAG = "flag"
    DATE = "date"
    LIST = "list"
    """Lines that are one value together, in their order."""
    HIDDEN = "hidden"
    PICK = "pick"
    """One of many entries, found by name or code."""


@dataclass(frozen=True)
class Field:
    """One value of an entry, or one column of a row."""

    name: str
    label: Words
    kind: Kind = Kind.TEXT
    hint: Words = ""
    choices: Choices = ()
    longest: int = 200
    lang: str = ""
    wide: bool = False
    counted: bool = False
    """Says while one types how many of the letters it may have are used."""
    default: str | bool | int | None = None
    """What is meant where nothing is written: as a column it is left out of the row's value."""
    offered: str = ""
    """What stands in a new row until somebody writes something else."""
    required: bool = False
    also: str = ""
    """A second field that always says the same, as a biomarker's English name is its name."""
    of: str = ""
    """Of what kind of entries a ``PICK`` chooses."""


@dataclass(frozen=True)
class Lines:
    """Names of one language, one in each line; each is a field of its own, so that two merge."""

    name: str
    label: Words
    hint: Words = ""
    lang: str = ""


@dataclass(frozen=True)
class Rows:
    """Lines of a table. The ``keys`` of a row are its address, the ``columns`` its value."""

    name: str
    label: Words
    keys: tuple[Field, ...]
    columns: tuple[Field, ...]
    hint: Words = ""
    adds: Words = ""
    """What the control that opens a new row says."""
    numbered: str = ""
    """The column that says at which place a row stands; a new one is offered the last."""
    single: bool = False
    """There is one at most, as the LOINC rule of a domain."""

    def address(self, keys: dict[str, str]) -> str:
        """The field that a row with these keys is kept under."""
        parts = [keys[key.name] for key in self.keys]
        return f"{self.name}/{'|'.join(parts)}" if parts else self.name

    def keys_of(self, address: str) -> dict[str, str]:
        """The keys of the row that is kept under a field."""
        parts = address.partition("/")[2].split("|")
        return {key.name: part for key, part in zip(self.keys, parts, strict=False)}

    def holds(self, address: str) -> bool:
        """Whether a field is a row of these."""
        return address == self.name or address.startswith(f"{self.name}/")


Control = Field | Lines | Rows


@dataclass(frozen=True)
class Section:
    """Controls that belong together, under one heading."""

    name: str
    title: Words
    controls: tuple[Control, ...]
    hint: Words = ""


def control_id(*parts: str | int) -> str:
    """An id for the page, made of an address: letters, digits and dashes alone."""
    return re.sub(r"[^A-Za-z0-9]+", "-", "-".join(str(part) for part in parts)).strip("-")
