"""What only a program can get wrong."""

from collections.abc import Mapping, Sequence

from medreview.api.contracts.base import FieldProblem
from medreview.common.errors import Invalid, MedReviewError, WrongState


class WrongFields(Invalid):
    """Fields of the body or parameters of the address don't fit (422)."""

    def __init__(self, sentence: str, errors: Sequence[FieldProblem]) -> None:
        super().__init__(sentence)
        self.errors = tuple(errors)


class Stale(WrongState):
    """The version that was named is not the newest (409, or 412 if named by ``If-Match``)."""

    def __init__(self, sentence: str, *, current: Mapping[str, object], by_header: bool) -> None:
        super().__init__(sentence)
        self.current, self.by_header = dict(current), by_header


class VersionMissing(MedReviewError):
    """A write that names no version (428)."""


class KeyUsedOtherwise(Invalid):
    """An Idempotency-Key came back with another question (422)."""
