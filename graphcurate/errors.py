"""What can be wrong with the graph, for people."""

from graphcurate.entry_fields import Json
from medreview.common.errors import Denied, Invalid, Unavailable, WrongState


class NoRelease(Unavailable):
    """There is no release to look anything up in."""


class NoContent(WrongState):
    """A release whose entries were not kept one by one."""


class StaleField(WrongState):
    """Somebody else changed this field since the page was made; ``now`` is what stands."""

    def __init__(self, sentence: str, *, now: Json, sent: Json) -> None:
        super().__init__(sentence)
        self.now, self.sent = now, sent


class StaleChangeSet(WrongState):
    """The change set is not what the page showed."""


class NotReady(WrongState):
    """The change set has problems that must be solved before it is sent."""


class OwnChange(Denied):
    """Nobody decides on what they wrote themselves."""


class NoStatement(Denied):
    """The conflict-of-interest statement is missing or older than a year."""


class CommentMissing(Invalid):
    """This decision needs a reason in words."""


class StalePlan(WrongState):
    """The planned release is not what the page showed."""


class NumberTaken(WrongState):
    """Another release has this number."""


class WrongNumber(Invalid):
    """The number that was typed is not the release's."""


class GatesClosed(WrongState):
    """A gate holds the release back, or can't be let pass."""


class OwnOverride(Denied):
    """Nobody publishes past a gate that they let pass themselves."""


class AlreadyPublished(WrongState):
    """The release went out meanwhile; nothing was published twice."""


class TablesDiffer(Unavailable):
    """The tables do not hold what was appraised; nothing was published."""


class StaleGap(WrongState):
    """Somebody dealt with this gap since the page was made."""


class HeldElsewhere(WrongState):
    """Another worker has taken over what this one was at."""


class BrokeWorkers(WrongState):
    """Something that several workers broke at, one after another."""
