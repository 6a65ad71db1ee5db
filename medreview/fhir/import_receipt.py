"""ImportReceipt: what became of every entry of one file. It balances or it is refused."""

from collections.abc import Iterable
from typing import Any, Self

from pydantic import model_validator

from medreview.common.contract import Contract
from medreview.fhir.record import Quarantined

UNKNOWN_TYPE = "unknown"
"""Where entries without a resource type are counted."""

_OUTCOMES = ("new", "changed", "same")


class EntryCounts(Contract):
    """received = new + changed + same + quarantined."""

    received: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    quarantined: tuple[Quarantined, ...] = ()

    @model_validator(mode="after")
    def _balanced(self) -> Self:
        if self.received != self.new + self.changed + self.same + len(self.quarantined):
            raise ValueError("the counts of an import receipt don't balance")
        return self


class UnmappedUnit(Contract):
    """A unit the table of units doesn't know; it needs mapping before its values are compared."""

    unit: str
    """As sent."""
    results: int
    """How many values have it."""
    where: str
    """Where it stands first."""


class ImportReceipt(Contract):
    """What became of every entry of one file, in all and by type."""

    source: str
    """The file's name."""
    patients: tuple[str, ...] = ()
    """``Patient/x`` for every patient the file speaks of and this hospital knows."""
    entries: EntryCounts
    types: dict[str, EntryCounts]
    unassigned: tuple[Quarantined, ...] = ()
    """Taken, but not yet in any patient's record: where it stood, and why."""
    notes: tuple[str, ...] = ()
    """What was taken as sent although it looks wrong."""
    unmapped_units: tuple[UnmappedUnit, ...] = ()
    """Units of what was taken that need mapping; nothing was dropped because of them."""
    gaps: tuple[str, ...] = ()
    """Why the file itself says that it is not the whole answer."""

    @model_validator(mode="after")
    def _types_add_up(self) -> Self:
        for name in ("received", *_OUTCOMES):
            if getattr(self.entries, name) != sum(getattr(t, name) for t in self.types.values()):
                raise ValueError(f"the types of an import receipt don't add up: {name}")
        return self

    @property
    def changes_nothing(self) -> bool:
        """Whether everything in the file was already here."""
        return not self.entries.new and not self.entries.changed


class Tally:
    """Counts entries one by one into the receipt of a file."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, int]] = {}
        self._quarantined: dict[str, list[Quarantined]] = {}
        self._units: dict[str, UnmappedUnit] = {}

    def count(self, kind: str, outcome: str) -> None:
        """One more entry of this type was ``new``, ``changed`` or ``same``."""
        self._of(kind)[outcome] += 1

    def quarantine(self, kind: str | None, where: str, reason: str) -> None:
        """One more entry could not be taken."""
        kind = kind or UNKNOWN_TYPE
        self._of(kind)
        self._quarantined.setdefault(kind, []).append(Quarantined(where=where, reason=reason))

    def unmapped(self, unit: str, where: str, *, results: int = 1) -> None:
        """So many more values have a unit that needs mapping."""
        before = self._units.get(unit) or UnmappedUnit(unit=unit, results=0, where=where)
        self._units[unit] = before.model_copy(update={"results": before.results + results})

    def add(self, receipt: ImportReceipt) -> None:
        """Everything another receipt counted, too."""
        for kind, counts in receipt.types.items():
            mine = self._of(kind)
            for outcome in _OUTCOMES:
                mine[outcome] += getattr(counts, outcome)
            self._quarantined.setdefault(kind, []).extend(counts.quarantined)
        for one in receipt.unmapped_units:
            self.unmapped(one.unit, one.where, results=one.results)

    @property
    def refused(self) -> int:
        """How many entries could not be taken so far."""
        return sum(len(items) for items in self._quarantined.values())

    def receipt(self, source: str, **words: Any) -> ImportReceipt:
        """The receipt of everything counted so far."""
        types = {
            kind: _entry_counts(counts, self._quarantined.get(kind, ()))
            for kind, counts in sorted(self._counts.items())
        }
        total = {name: sum(c[name] for c in self._counts.values()) for name in _OUTCOMES}
        bad = [item for items in self._quarantined.values() for item in items]
        return ImportReceipt(
            source=source,
            entries=_entry_counts(total, bad),
            types=types,
            unmapped_units=tuple(self._units.values()),
            **words,
        )

    def _of(self, kind: str) -> dict[str, int]:
        return self._counts.setdefault(kind, dict.fromkeys(_OUTCOMES, 0))


def _entry_counts(counts: dict[str, int], bad: Iterable[Quarantined]) -> EntryCounts:
    listed = tuple(bad)
    return EntryCounts(received=sum(counts.values()) + len(listed), quarantined=listed, **counts)
