"""What programs ask of the graph, and lists of what is in it."""

import datetime as dt

from pydantic import Field

from graphcurate.contracts import LookupAnswer
from medreview.api.contracts.base import Page, Paging
from medreview.common.contract import Contract
from medreview.server.health import State

LONGEST = 200


class LookupAsked(Contract):
    """A result as a laboratory calls it."""

    loinc: str = Field(default="", max_length=40)
    name: str = Field(default="", max_length=LONGEST)
    unit: str = Field(default="", max_length=60)
    specimen: str = Field(default="", max_length=LONGEST)


class LookupFound(Contract):
    """What the current release knows of it."""

    release: str
    answer: LookupAnswer
    biomarker_url: str | None
    domain_url: str | None


class BiomarkersAsked(Paging):
    """Which biomarkers a list shows."""

    q: str = Field(default="", max_length=LONGEST)
    """Part of a name, a code or a key."""
    domain: str = Field(default="", max_length=60)


class BiomarkerRow(Contract):
    """One biomarker in a list."""

    key: str
    name: str
    domain: str
    specimen: str | None
    loinc: tuple[str, ...]
    units: tuple[str, ...]
    reviewed: bool


class BiomarkerPage(Page):
    """Biomarkers of the current release, by key."""

    release: str
    items: tuple[BiomarkerRow, ...]


class DomainRow(Contract):
    """One domain in a list."""

    key: str
    name: str
    scope: str


class DomainList(Contract):
    """Domains of the current release, by key."""

    release: str
    items: tuple[DomainRow, ...]


class ReleaseRow(Contract):
    """One release of the graph."""

    name: str
    origin: str
    notes: str
    sha256: str
    """Of the whole release, as runs name it."""
    made_at: dt.datetime


class ReleasePage(Page):
    """Releases, newest first."""

    items: tuple[ReleaseRow, ...]


class HealthCheck(Contract):
    """One part of the installation."""

    name: str
    state: State
    says: str


class HealthNow(Contract):
    """The parts of the installation, as the health page has them."""

    status: State
    """The worst of what is known of any part."""
    checks: tuple[HealthCheck, ...]


class ContractNames(Contract):
    """The contracts whose JSON schemas can be read, each with its address."""

    items: dict[str, str]
