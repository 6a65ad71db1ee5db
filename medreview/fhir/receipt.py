"""What a reading obtained: every received resource is used, excluded, not used or quarantined.

A reading alone can't know which Observations are laboratory results: that needs the graph. So
its receipt counts every usable Observation as used, and whoever knows the graph finishes it
with ``with_not_used``. Both receipts balance.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from medreview.fhir.record import (
    InnerCounts,
    Quarantined,
    ReadReceipt,
    Reasoned,
    TypeReceipt,
)

UNKNOWN_TYPE = "unknown"
"""The receipt line of things that say no resource type."""


@dataclass
class Tally:
    """The lines of one receipt while a record is being read."""

    received: Counter[str] = field(default_factory=Counter)
    excluded: dict[str, list[Reasoned]] = field(default_factory=dict)
    not_used: dict[str, list[Reasoned]] = field(default_factory=dict)
    components: Counter[str] = field(default_factory=Counter)
    contained: Counter[str] = field(default_factory=Counter)
    gaps: list[str] = field(default_factory=list)

    def exclude(self, kind: str, thing: str, reason: str) -> None:
        """Count a received resource as excluded."""
        self.excluded.setdefault(kind, []).append(Reasoned(id=thing, reason=reason))

    def leave(self, kind: str, thing: str, reason: str) -> None:
        """Count a received resource as fine, but not read by this product."""
        self.not_used.setdefault(kind, []).append(Reasoned(id=thing, reason=reason))

    def close(self, quarantined: Iterable[tuple[str, Quarantined]] = ()) -> ReadReceipt:
        """The receipt of everything tallied, with what could not be taken at all."""
        refused: dict[str, list[Quarantined]] = {}
        for kind, one in quarantined:
            refused.setdefault(kind, []).append(one)
        kinds = sorted({*self.received, *refused})
        types = {kind: self._line(kind, tuple(refused.get(kind, ()))) for kind in kinds}
        gaps = list(dict.fromkeys(self.gaps))
        if count := sum(map(len, refused.values())):
            gaps.insert(0, entries_refused(count))
        return ReadReceipt(complete=not gaps, why_incomplete=tuple(gaps), types=types)

    def _line(self, kind: str, refused: tuple[Quarantined, ...]) -> TypeReceipt:
        excluded = tuple(self.excluded.get(kind, ()))
        not_used = tuple(self.not_used.get(kind, ()))
        received = self.received[kind]
        return TypeReceipt(
            received=received + len(refused),
            used=received - len(excluded) - len(not_used),
            excluded=excluded,
            not_used=not_used,
            quarantined=refused,
            inner=InnerCounts(components=self.components[kind], contained=self.contained[kind]),
        )


def entries_refused(count: int) -> str:
    """Why a read with quarantined entries is incomplete."""
    if count == 1:
        return "1 entry of this patient's files could not be taken."
    return f"{count} entries of this patient's files could not be taken."


def with_not_used(
    receipt: ReadReceipt, left: Iterable[tuple[str, str]], *, kind: str = "Observation"
) -> ReadReceipt:
    """The receipt after a reader with the graph left out what is fine, but not his to read.

    ``left`` pairs the id of each resource with the reason, such as ``("Observation/x", "A vital
    sign, not a laboratory result.")``. An id counts once, also when several of its components
    are named (``Observation/x#component/0``); an id already excluded or not used is passed
    over, and so is one of another type. Name a resource only when *none* of its results is
    used. Everything named moves from ``used`` to ``not_used``: the receipt still balances.
    """
    line = receipt.types.get(kind)
    if line is None:
        return receipt
    settled = {one.id for one in (*line.excluded, *line.not_used)}
    named: dict[str, str] = {}
    for thing, reason in left:
        resource = thing.partition("#")[0]
        if resource.startswith(f"{kind}/") and resource not in settled:
            named.setdefault(resource, reason)
    moved = tuple(Reasoned(id=thing, reason=reason) for thing, reason in named.items())
    changed = line.model_copy(
        update={"used": line.used - len(moved), "not_used": (*line.not_used, *moved)}
    )
    return receipt.model_copy(update={"types": {**receipt.types, kind: changed}})
