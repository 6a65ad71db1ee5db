"""What the memory refuses."""

from medreview.common.errors import Invalid, WrongState


class CandidateStale(WrongState):
    """Somebody decided on it, or its fact changed, after this person's page was made."""


class FactStale(WrongState):
    """The fact changed after this person's page was made."""


class NotForBulk(Invalid):
    """Some of these are looked at one by one."""
