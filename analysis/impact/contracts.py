"""What comes out differently in one analysis, in the graph's own words and without a value."""

from enum import StrEnum

from medreview.common.contract import Contract


class DifferenceKind(StrEnum):
    """What differs, the gravest first."""

    CRITICAL = "critical"
    ABNORMAL = "abnormal"
    """Which results are abnormal, and by which range."""
    TEST = "test"
    """Which test of the graph a result is read as, or that it is none."""
    TIER = "tier"
    FOUND = "found"
    MISSING = "missing"
    STALE = "stale"
    ACTUALITY = "actuality"
    BEARING = "bearing"
    PATTERN = "pattern"
    WORDS = "words"
    """A reader would see other words, and nothing else differs."""


RANK = {kind: place for place, kind in enumerate(DifferenceKind)}


class Difference(Contract):
    """One thing that comes out differently: what it was, and what it would be."""

    kind: DifferenceKind
    about: str = ""
    """The name of the test it is about, as the graph has it, else as it was sent."""
    thing: str = ""
    """The graph's name of what was asked beside it."""
    before: str = ""
    after: str = ""
    """A code such as ``missing``; of a limit, a test or a pattern its own words. Empty: nothing."""


class Differences(Contract):
    """Everything that differs in one analysis, the gravest first."""

    items: tuple[Difference, ...] = ()

    def kinds(self) -> list[str]:
        """Each kind once, the gravest first."""
        return [kind.value for kind in DifferenceKind if any(d.kind is kind for d in self.items)]
