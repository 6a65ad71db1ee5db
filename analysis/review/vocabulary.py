"""The closed lists a reviewer chooses from."""

from enum import StrEnum


class DecisionKind(StrEnum):
    """What one decision says of a finding."""

    ACCEPTED = "accepted"
    EDITED = "edited"
    REJECTED = "rejected"
    ADDED = "added"
    """The reviewer's own finding."""
    UNDONE = "undone"
    """Takes the latest standing decision back; both stay on record."""


class RejectionReason(StrEnum):
    """Why a finding is rejected, in one click; it feeds the graph's curators."""

    WRONG_FACT = "wrong_fact"
    WRONG_LINK = "wrong_link"
    NOT_RELEVANT = "not_relevant"
    MISSING_CONTEXT = "missing_context"
    UNSAFE = "unsafe"


class DraftKind(StrEnum):
    """Which text a draft is of."""

    EDIT = "edit"
    REJECT = "reject"
    COMMENT = "comment"
    ADD = "add"
    READ_BACK = "read_back"
    AMEND = "amend"
