"""How long a result may speak of today."""

from graphcurate.contracts import Snapshot

UNKNOWN_VALIDITY_DAYS = 365
"""For tests the graph gives no window: a year, longer than most windows it does give."""


def validity_days(biomarker: str | None, snapshot: Snapshot) -> int:
    """The days for which a result of this test is current."""
    entry = snapshot.biomarkers.get(biomarker or "")
    if entry is None or entry.validity_days is None:
        return UNKNOWN_VALIDITY_DAYS
    return entry.validity_days
