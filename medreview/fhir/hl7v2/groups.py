"""The segments of one message as orders with their results, each with what belongs to it. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from medreview.fhir.hl7v2.fields import Segment


@dataclass
class Observation:
    """An OBX with its notes; ``number`` counts the OBX of its message."""

    number: int
    segment: Segment
    notes: list[Segment] = field(default_factory=list)


@dataclass
class Order:
    """An OBR with its results; ``number`` counts the OBR of its message."""

    number: int
    pid: Segment | None
    segment: Segment | None = None
    orc: Segment | None = None
    specimen: Segment | None = None
    notes: list[Segment] = field(default_factory=list)
    observations: list[Observation] = field(default_factory=list)


@dataclass
class Grouped:
    """What one message holds."""

    header: Segment
    orders: list[Order] = field(default_factory=list)
    unused: Counter[str] = field(default_factory=Counter)
    """Segments that nothing here reads, by name."""


def grouped(segments: Iterable[Segment]) -> Grouped:
    """The orders of one message; segments before the first order belong to nobody's result."""
    header, *rest = segments
    found = Grouped(header)
    state = _State(found)
    for segment in rest:
        if segment.name in _READERS:
            _READERS[segment.name](state, segment)
        else:
            found.unused[segment.name or "?"] += 1
    return found


class _State:
    """Where in a message the reading stands."""

    def __init__(self, found: Grouped) -> None:
        self.found = found
        self.pid: Segment | None = None
        self.orc: Segment | None = None
        self.requests = 0
        self.observations = 0
        self.last: Observation | None = None

    @property
    def order(self) -> Order | None:
        return self.found.orders[-1] if self.found.orders else None

    def person(self, segment: Segment) -> None:
        self.pid, self.orc, self.last = segment, None, None
        # Results of the next person are never put into the order of the one before.
        self.found.orders.append(Order(0, segment))

    def common_order(self, segment: Segment) -> None:
        self.orc = segment

    def request(self, segment: Segment) -> None:
        self.requests += 1
        self.found.orders.append(Order(self.requests, self.pid, segment, self.orc))
        self.orc, self.last = None, None

    def result(self, segment: Segment) -> None:
        if self.order is None:
            self.found.orders.append(Order(0, self.pid))
        self.observations += 1
        self.last = Observation(self.observations, segment)
        self.found.orders[-1].observations.append(self.last)

    def note(self, segment: Segment) -> None:
        if self.last is not None:
            self.last.notes.append(segment)
        elif self.order is not None and self.order.segment is not None:
            self.order.notes.append(segment)
        else:
            self.found.unused["NTE"] += 1

    def sample(self, segment: Segment) -> None:
        if self.order is None or self.order.specimen is not None:
            self.found.unused["SPM"] += 1
        else:
            self.order.specimen = segment


_READERS = {
    "PID": _State.person,
    "ORC": _State.common_order,
    "OBR": _State.request,
    "OBX": _State.result,
    "NTE": _State.note,
    "SPM": _State.sample,
}
