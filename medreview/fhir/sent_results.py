"""What a table or a message says of one result, before it is written as FHIR. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from medreview.common.hashing import sha256_of
from medreview.fhir.elements import Json
from medreview.fhir.sent_values import DecimalSign

SENDER = "urn:medreview:sender:"
"""How the name of a message's sender begins in ``meta.source``."""
_ID_LENGTH = 40


@dataclass(frozen=True)
class Writing:
    """When the source wrote what it sent, and who it calls itself: its clock is its own."""

    at: str
    by: str = ""
    """Begins with ``SENDER``; empty for one without a name."""


@dataclass(frozen=True)
class SentPerson:
    """A patient as the source knows them."""

    number: str
    authority: str = ""
    """Who gave the number; empty where it is the hospital's own record number."""
    family: str = ""
    given: str = ""
    name: str = ""
    """The whole name, where the source does not part it."""
    birth_date: str = ""
    """``1958-03-14``, or as much of it as is known."""
    sex: str = ""
    """A FHIR gender."""

    @property
    def fhir_id(self) -> str:
        """The id of the patient this source brings, for ever the same."""
        return stable_id("patient", self.authority, self.number)

    @property
    def whole_name(self) -> str:
        """Family and given name, or the name as one."""
        return " ".join(part for part in (self.family, self.given) if part) or self.name


@dataclass(frozen=True)
class SentSpecimen:
    """The sample a result was measured in."""

    name: str
    coding: Json | None = None
    conditions: tuple[str, ...] = ()
    collected: str = ""


@dataclass(frozen=True)
class SentResult:
    """One result. Words are as sent; only times and status are put in FHIR's spelling."""

    where: str
    raw: str = field(repr=False)
    """The text as received."""
    person: SentPerson
    identity: tuple[str, ...]
    """What makes it this result and no other, beside the patient; never its value."""
    name: str
    value: Json
    """FHIR's elements of the value: see ``sent_values``."""
    codings: tuple[Json, ...] = ()
    unit: str = ""
    status: str = ""
    effective: str = ""
    issued: str = ""
    flags: tuple[Json, ...] = ()
    range_low: str = ""
    range_high: str = ""
    sign: DecimalSign = DecimalSign.EITHER
    """How the bounds part decimals."""
    range_text: str = ""
    specimen: SentSpecimen | None = None
    order: str = ""
    method: str = ""
    performer: str = ""
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    """What a person should look at, in short sentences."""
    written: Writing | None = None

    @property
    def fhir_id(self) -> str:
        """The same for every sending of the same result."""
        return stable_result_id(self.person, self.identity)


@dataclass(frozen=True)
class SentReport:
    """A panel or order as one report that lists its results."""

    where: str
    raw: str = field(repr=False)
    person: SentPerson
    identity: tuple[str, ...]
    name: str
    results: tuple[str, ...]
    """The FHIR ids of its results."""
    codings: tuple[Json, ...] = ()
    status: str = ""
    effective: str = ""
    issued: str = ""
    notes: tuple[str, ...] = ()
    order: str = ""
    written: Writing | None = None

    @property
    def fhir_id(self) -> str:
        """The same for every sending of the same report."""
        return stable_id("report", self.person.fhir_id, *self.identity)


@dataclass(frozen=True)
class NotTaken:
    """A row or segment that can't be taken, and why."""

    where: str
    raw: str = field(repr=False)
    reason: str
    person: SentPerson | None = None
    """Whose it seems to be, where that much can be read."""
    fhir_id: str | None = None
    """The result it would have been, so that a good one can take its place."""
    kind: str | None = "Observation"
    """Under which type it is counted; None for what is not even a result."""


Sent = SentResult | SentReport | NotTaken


@dataclass(frozen=True)
class SentFile:
    """A whole file of results."""

    sent: Iterator[Sent] | tuple[Sent, ...]
    notes: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    """Why the file itself says that it is not the whole answer."""


def stable_result_id(person: SentPerson, identity: tuple[str, ...]) -> str:
    """The id of a result of this person."""
    return stable_id("result", person.fhir_id, *identity)


def stable_id(*parts: str) -> str:
    """An id that is always the same for the same parts, and tells nothing of them."""
    return sha256_of(["medreview sent", *parts])[:_ID_LENGTH]
