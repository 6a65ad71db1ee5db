"""What a worker does once an import is committed, and how a lost call for it is found."""

from medreview.common.queue import told_by_kind
from medreview.fhir import after_import


@told_by_kind
def follow(import_id: str) -> None:
    """Tell all who wait for an import. Twice is as once."""
    after_import.follow(import_id)


def call_again() -> int:
    """Call a worker for every import that nobody followed up; how many."""
    return after_import.call_again()
