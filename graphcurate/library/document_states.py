"""Where a document of the library can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class DocumentState(StrEnum):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    """Another document took its place."""
    WITHDRAWN = "withdrawn"


DOCUMENT = Transitions(
    "document",
    {
        DocumentState.CURRENT: frozenset({DocumentState.SUPERSEDED, DocumentState.WITHDRAWN}),
        DocumentState.SUPERSEDED: frozenset({DocumentState.CURRENT, DocumentState.WITHDRAWN}),
        DocumentState.WITHDRAWN: frozenset({DocumentState.CURRENT}),
    },
)
