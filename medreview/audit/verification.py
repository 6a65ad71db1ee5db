"""Does the whole trail add up, and does it still hold every head that was anchored?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from medreview.audit import queries
from medreview.audit.chain import Anchor, anchor_problem, problems_in
from medreview.server import services

CHAINS = "audit_chains"
"""The name under which the walk's result is noted."""


@dataclass(frozen=True)
class Verification:
    """What a walk over every chain found."""

    events: int
    problems: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The document ``verify_audit --json`` prints."""
        return {
            "events": self.events,
            "chain_ok": not self.problems,
            # There is no journal of row changes yet: unknown is not the same as fine.
            "journal_ok": None,
            "problems": list(self.problems),
        }


def verify(anchors: Sequence[Anchor] = ()) -> Verification:
    """Walk every chain, and every chain an anchor speaks of even if nothing is left of it."""
    names = sorted({*queries.chains(), *(anchor.chain for anchor in anchors)})
    problems = [f"{name}: {problem}" for name in names for problem in _problems_of(name)]
    problems += _against(anchors)
    return Verification(events=queries.count(), problems=tuple(problems))


def note(found: Verification) -> None:
    """Keep what a walk found for the health page."""
    services.note_result(CHAINS, seen=found.events, problems=len(found.problems))


def heads() -> list[Anchor]:
    """The present head of every chain, to be anchored."""
    return [Anchor(name, event.seq, event.hash) for name, event in queries.heads().items()]


def _problems_of(chain: str) -> Iterable[str]:
    return problems_in(event.link() for event in queries.in_order(chain))


def _against(anchors: Iterable[Anchor]) -> list[str]:
    found = (
        (anchor, anchor_problem(anchor, queries.hash_at(anchor.chain, anchor.seq)))
        for anchor in anchors
    )
    return [f"{anchor.chain}: {problem}" for anchor, problem in found if problem]
