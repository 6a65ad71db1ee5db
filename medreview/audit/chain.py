"""A chain of hashes over events: an edit, a hole or a swap no longer adds up. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from medreview.common.hashing import sha256_of

START = "0" * 64
"""What the first event of a chain stands on."""

Header = Mapping[str, Any]


@dataclass(frozen=True)
class Link:
    """One event as the chain sees it: its place, what it says, and its two hashes."""

    seq: int
    header: Header
    previous_hash: str
    hash: str


@dataclass(frozen=True)
class Anchor:
    """A head of a chain that was written down elsewhere."""

    chain: str
    seq: int
    hash: str


def hash_of(*, seq: int, header: Header, previous_hash: str) -> str:
    """The hash of one event over what it says, its place and the event before it."""
    return sha256_of({"seq": seq, "header": dict(header), "previous": previous_hash})


def problems_in(
    links: Iterable[Link], *, after_seq: int = 0, after_hash: str = START
) -> Iterator[str]:
    """What does not add up in a chain read in the order of its numbers.

    From the first event, or from behind one that was verified before.
    """
    expected_seq, expected_hash = after_seq + 1, after_hash
    for link in links:
        if link.seq != expected_seq:
            yield f"event {expected_seq} is missing: the next one is {link.seq}"
        elif link.previous_hash != expected_hash:
            yield f"event {link.seq} does not stand on the event before it"
        if link.hash != hash_of(seq=link.seq, header=link.header, previous_hash=link.previous_hash):
            yield f"event {link.seq} is not what was recorded"
        expected_seq, expected_hash = link.seq + 1, link.hash


def anchor_problem(anchor: Anchor, hash_at_seq: str | None) -> str | None:
    """Why a chain contradicts an anchor: its tail was cut, or it was hashed anew."""
    if hash_at_seq is None:
        return f"event {anchor.seq} was there when it was anchored and is gone"
    if hash_at_seq != anchor.hash:
        return f"event {anchor.seq} has another hash than when it was anchored"
    return None
