"""What kind of thing each event is: a look, an alert; how it ended. Pure.

Told from an event's name, so that a kind of event that is new tomorrow is sorted too.
"""

from enum import StrEnum

from medreview.audit.event_types import EventType


class Outcome(StrEnum):
    """How what somebody tried ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


class Look(StrEnum):
    """In which way somebody saw, or tried to see, one patient's data."""

    READ = "read"
    PRINTED = "printed"
    EXPORTED = "exported"
    REFUSED = "refused"


OUTCOME_OF_VERB = {
    "refused": Outcome.REFUSED,
    "denied": Outcome.REFUSED,
    "locked": Outcome.REFUSED,
    "failed": Outcome.FAILED,
}

ALERTS = frozenset(
    {
        EventType.ACCESS_DENIED.value,
        EventType.PATIENT_REFUSED.value,
        EventType.SIGN_IN_LOCKED.value,
    }
)
"""What an admin or auditor should see: denied attempts and lock-outs, not each wrong password."""

LOOK_OF_VERB = {
    "read": Look.READ,
    "record_read": Look.READ,
    "payload_read": Look.READ,
    "printed": Look.PRINTED,
    "exported": Look.EXPORTED,
    "refused": Look.REFUSED,
}

NO_LOOKS = frozenset({EventType.SIGN_IN_FAILED.value, EventType.TOKEN_REFUSED.value})
"""Named like a look, and none: nobody saw anything of a patient."""


def verb_of(event: str) -> str:
    """The second half of an event's name."""
    return event.rpartition(".")[2]


def outcome_of(event: str) -> Outcome:
    """How it ended: most events are of what was done."""
    return OUTCOME_OF_VERB.get(verb_of(event), Outcome.DONE)


def that_ended(outcome: Outcome) -> frozenset[str]:
    """The names of every event that ended so."""
    return frozenset(kind.value for kind in EventType if outcome_of(kind.value) is outcome)


def look_of(event: str) -> Look | None:
    """The way of looking, or None for an event that is no look at a patient."""
    if event in NO_LOOKS:
        return None
    return LOOK_OF_VERB.get(verb_of(event))


def looks(*wanted: Look) -> frozenset[str]:
    """The names of every event that is a look, or of some ways of looking."""
    kept = wanted or tuple(Look)
    return frozenset(kind.value for kind in EventType if look_of(kind.value) in kept)
