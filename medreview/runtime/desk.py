"""Everything work with a model needs around it: a gateway, limits, a journal, whose record."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from decimal import Decimal
from time import monotonic

from django.db import transaction

from medreview.llm.contracts import ChatRequest, Deadline, Usage
from medreview.llm.gateway import Gateway
from medreview.runtime import leases, recorder
from medreview.runtime.contracts import Journal, Outgoing, Price
from medreview.runtime.events import Event
from medreview.runtime.leases import Lease
from medreview.runtime.limits import Caps, Limits
from medreview.runtime.tools import Scope


@dataclass(frozen=True)
class RunJournal:
    """Records each beat in the run, while the lease still gives the right to.

    Every event stands in a transaction of its own: what was asked stays recorded whatever
    becomes of the answer. A run that was cancelled or taken over ends the work here.
    """

    lease: Lease

    def note(self, event: Event) -> None:
        """Append the event to the run."""
        with transaction.atomic():
            recorder.record(event, run=leases.held_run(self.lease), by=None)


def free(model: str, usage: Usage) -> Decimal:
    """The price of a model that costs nothing: one of our own."""
    return Decimal(0)


def as_it_is(request: ChatRequest) -> ChatRequest:
    """Takes nothing out of a request: whoever made it did."""
    return request


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """Everything around a model's work that its stage has at hand."""

    gateway: Gateway
    journal: Journal
    scope: Scope
    price: Price = free
    outgoing: Outgoing = as_it_is
    model: str | None = None
    clock: Callable[[], float] = monotonic


@dataclass(frozen=True, kw_only=True)
class Desk(Surroundings):
    """Where one piece of work is done: its surroundings, and its limits."""

    limits: Limits

    @property
    def deadline(self) -> Deadline:
        """By when the gateway must have answered."""
        return Deadline(self.limits.deadline, self.limits.clock)


def desk_within(caps: Caps, around: Surroundings) -> Desk:
    """A desk whose limits begin to count now."""
    said = {one.name: getattr(around, one.name) for one in fields(Surroundings)}
    return Desk(**said, limits=Limits(caps, around.clock))
