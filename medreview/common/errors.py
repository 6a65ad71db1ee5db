"""The family of errors every package extends; one middleware turns them into answers.

The text of an error is a sentence for a person: what happened, to what, and what to do.
It never carries patient data.
"""


class MedReviewError(Exception):
    """Something the product expected and can explain."""


class Invalid(MedReviewError):
    """The input can't be used as it is (422)."""


class Denied(MedReviewError):
    """The person may not do this (403)."""


class NotFound(MedReviewError):
    """There is no such thing, or not for this person (404)."""


class WrongState(MedReviewError):
    """The thing is not in a state that allows this (409)."""


class Unavailable(MedReviewError):
    """Something the answer depends on can't be reached just now (503)."""
