"""Entries, relations and releases of the graph, as programs read them."""

from typing import Literal

from pydantic import Field

from graphcurate.contracts import NamedThing, RelationEntry, Source
from graphcurate.entry_fields import EntryKind, Json
from graphcurate.releasing.diff import Tally
from medreview.api.contracts.base import Page, Paging
from medreview.api.contracts.graph import LONGEST, ReleaseRow
from medreview.common.contract import Contract

LONGEST_KEY = 200


class AskedOfRelease(Paging):
    """Of which release a list is; the current one where none is named."""

    release: str = Field(default="", max_length=60)


class ThingsAsked(AskedOfRelease):
    """Which conditions, medications and preanalytical factors a list shows."""

    kind: Literal["", "condition", "medication", "preanalytical"] = ""
    q: str = Field(default="", max_length=LONGEST)
    """Part of a name, a code or a key."""


class ThingPage(Page):
    """Conditions, medications and preanalytical factors, by kind and key."""

    release: str
    items: tuple[NamedThing, ...]


class SourcesAsked(AskedOfRelease):
    """Which sources a list shows."""

    q: str = Field(default="", max_length=LONGEST)
    """Part of a title, an organisation, an identifier or a key."""
    verified: bool | None = None
    """Whether the identifier was seen beside the title."""
    outdated: bool | None = None
    """Whether it was retracted or has a newer one."""


class SourcePage(Page):
    """Sources, by key."""

    release: str
    items: tuple[Source, ...]


class RelationsAsked(AskedOfRelease):
    """Which relations a list shows; what is empty narrows nothing."""

    biomarker: str = Field(default="", max_length=LONGEST_KEY)
    domain: str = Field(default="", max_length=LONGEST_KEY)
    """Relations that are defaults of this domain."""
    kind: Literal["", "parameter", "condition", "medication", "preanalytical"] = ""
    target: str = Field(default="", max_length=LONGEST_KEY)
    """Key of the biomarker or thing that they lead to."""
    source: str = Field(default="", max_length=LONGEST_KEY)
    """Key of a source that their evidence cites."""
    reviewed: bool | None = None


class RelationPage(Page):
    """Relations with their evidence, by id."""

    release: str
    items: tuple[RelationEntry, ...]


class ReleaseRead(ReleaseRow):
    """One release, what it holds, and where its files are."""

    is_current: bool
    code_systems: dict[str, str]
    """The versions its codes were taken from."""
    entries: dict[str, int]
    """How many entries it holds of each type."""
    files: dict[str, str]
    """Addresses by form: ``json``, ``relations``, ``names``, ``fhir``."""


class FieldChanged(Contract):
    """One field of an entry, in the earlier and in the later release; null where it is not."""

    field: str
    old: Json
    new: Json


class EntryChanged(Contract):
    """One entry that differs between two releases, with every field that does."""

    kind: EntryKind
    key: str
    """Of a relation its id; a thing's begins with its kind."""
    turn: Literal["added", "changed", "removed"]
    fields: tuple[FieldChanged, ...]


class ReleaseDiffPage(Page):
    """What one release has otherwise than another: a page of its entries."""

    before: str
    after: str
    tallies: tuple[Tally, ...]
    """Of the whole difference, on every page of it."""
    items: tuple[EntryChanged, ...]
