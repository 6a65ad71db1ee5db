"""The danger signs: what people call them, how urgent each is, and by which source. Pure.

The list is a file of the product, not yet reviewed by a clinician; who shows a sign says so.
"""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from pydantic import Field

from medreview.common.contract import Contract

FILE = Path(__file__).with_name("danger_signs.json")


class Urgency(StrEnum):
    """How soon somebody must look at it."""

    NOW = "E1"
    """An ambulance, or the resuscitation area."""
    TODAY = "E2"
    """The emergency department, the same day."""
    SOON = "E3"
    """A doctor within 24 to 48 hours."""
    WEEKS = "E4"
    """A clinic within about two weeks."""


class SignSource(Contract):
    """Where the sign and its urgency come from."""

    key: str
    title: str
    organisation: str
    year: int
    verified: bool
    """Whether the document was found to exist; nobody has yet compared the sign with it."""
    url: str | None = None
    doi: str | None = None


class DangerSign(Contract):
    """A sign, and the words by which it is known, by language."""

    key: str = Field(pattern=r"^[a-z0-9_]+$")
    names: dict[str, str]
    applies_to: str
    phrases: dict[str, tuple[str, ...]]
    urgency: Urgency
    action: str
    department: str
    reason: str
    source: SignSource

    @property
    def is_told_of_children(self) -> bool:
        """Whether a child may have it, for whom somebody else speaks."""
        return self.applies_to == "any" or self.applies_to.startswith("age<")


class DangerSigns(Contract):
    """All of them, as one version."""

    version: str
    reviewed: bool
    """Whether clinicians have reviewed the list."""
    signs: tuple[DangerSign, ...]


@lru_cache(maxsize=1)
def danger_signs() -> DangerSigns:
    """The list of the product."""
    return DangerSigns.model_validate_json(FILE.read_bytes())
