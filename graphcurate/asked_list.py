"""What an address asks of the list of entries. Pure; what can't be understood narrows nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphcurate.browsing import EntryType, Filter, State
from graphcurate.contracts import RelationKind

LONGEST = 80
COVERAGES = tuple(f"{way}:{kind}" for kind in ("any", *RelationKind) for way in ("with", "without"))
NARROWING = ("q", "domain", "coverage", "state", "source", "quotes", "since")
"""The words an address narrows a list by; ``type`` says which list it is."""


@dataclass(frozen=True)
class Asked:
    """A list as its address asks for it."""

    filter: Filter
    words: Mapping[str, str]
    """The part of the address that was understood, without what says nothing."""
    after: str
    """The line behind which the page begins."""

    @property
    def is_narrowed(self) -> bool:
        """Whether some lines are left out."""
        return any(word in self.words for word in NARROWING)


def asked_of(query: Mapping[str, str], releases: Sequence[str]) -> Asked:
    """What the query of an address asks for; ``releases`` are their names, the first one first."""
    given = {
        "type": _one_of(query, "type", EntryType),
        "q": query.get("q", "").strip()[:LONGEST],
        "domain": query.get("domain", "")[:LONGEST],
        "coverage": _one_of(query, "coverage", COVERAGES),
        "state": _one_of(query, "state", State),
        "source": query.get("source", "")[:LONGEST],
        "quotes": _one_of(query, "quotes", ("none",)),
        "since": _one_of(query, "since", releases),
    }
    kind = EntryType(given["type"] or EntryType.BIOMARKER)
    if kind is not EntryType.BIOMARKER:
        given |= {"domain": "", "coverage": ""}
    if kind is EntryType.SOURCE:
        given |= {"source": ""}
    return Asked(
        filter=Filter(
            words=given["q"],
            type=kind,
            domain=given["domain"],
            coverage=given["coverage"],
            state=State(given["state"]) if given["state"] else None,
            source=given["source"],
            unquoted=bool(given["quotes"]),
            since=releases.index(given["since"]) if given["since"] else None,
        ),
        words={word: said for word, said in given.items() if said},
        after=query.get("after", "")[:240],
    )


def _one_of(query: Mapping[str, str], word: str, known: Iterable[str]) -> str:
    said = query.get(word, "")
    return said if said in [str(one) for one in known] else ""
