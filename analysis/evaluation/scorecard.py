"""What an evaluation prints."""

from medreview.common.contract import Contract


class Failure(Contract):
    """A case that did not pass, and every reason."""

    id: str
    why: tuple[str, ...]


class Scorecard(Contract):
    """The figures of one evaluation."""

    cases: int
    passed: int
    failed: tuple[Failure, ...] = ()
