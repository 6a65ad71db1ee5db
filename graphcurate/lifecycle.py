"""How a change set lives: from a draft to a release, past a second pair of eyes."""

from enum import StrEnum

from medreview.common.states import Transitions


class ChangeSetState(StrEnum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    CHANGES_REQUESTED = "changes_requested"
    APPROVED = "approved"
    PUBLISHED = "published"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


S = ChangeSetState

CHANGE_SET = Transitions(
    "change set",
    {
        S.DRAFT: frozenset({S.IN_REVIEW, S.WITHDRAWN}),
        # A second person's word is one of three; the author may take it back meanwhile.
        S.IN_REVIEW: frozenset({S.APPROVED, S.CHANGES_REQUESTED, S.REJECTED, S.DRAFT, S.WITHDRAWN}),
        S.CHANGES_REQUESTED: frozenset({S.IN_REVIEW, S.WITHDRAWN}),
        # An edit voids the approval: what was approved is not what stands there now.
        S.APPROVED: frozenset({S.IN_REVIEW, S.CHANGES_REQUESTED, S.PUBLISHED, S.WITHDRAWN}),
        S.PUBLISHED: frozenset(),
        S.REJECTED: frozenset(),
        S.WITHDRAWN: frozenset(),
    },
)

OPEN = frozenset({S.DRAFT, S.IN_REVIEW, S.CHANGES_REQUESTED, S.APPROVED})
"""States in which it may still be edited and still become part of a release."""


class Verdict(StrEnum):
    """What a second person says of a change set."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    REJECT = "reject"
