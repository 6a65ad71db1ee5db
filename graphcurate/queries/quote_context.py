"""A quote where it stands: the words of its document on both sides, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphcurate.checks.surroundings import QuoteKey
from graphcurate.library import queries as library
from graphcurate.library.models import Document
from graphcurate.library.quotes import Place
from graphcurate.library.vocabulary import QuoteState

AROUND = 220
"""Characters on each side that are looked through for the end of a sentence."""
ENDS = (". ", "! ", "? ", "。", "\n\n")


@dataclass(frozen=True)
class QuoteContext:
    """One quote in the text it was taken from."""

    before: str
    passage: str
    after: str
    state: QuoteState
    document: Document | None
    place: Place | None

    @property
    def stands(self) -> bool:
        """Whether the document says it, and still counts."""
        return self.state is QuoteState.FOUND


def in_context(quotes: Iterable[QuoteKey]) -> dict[QuoteKey, QuoteContext]:
    """Each quote with a sentence of its document on both sides, where it stands there."""
    states = library.quote_states(quotes)
    documents = library.documents_with_hashes(key[0] for key in states)
    return {key: _context(key, state, documents.get(key[0])) for key, state in states.items()}


def _context(key: QuoteKey, state: QuoteState, document: Document | None) -> QuoteContext:
    place = library.place_of(key) if document is not None else None
    if document is None or place is None:
        return QuoteContext("", key[2], "", state, document, None)
    text = library.contents_of(document).text
    return QuoteContext(
        before=_last_sentence(text[max(0, place.start - AROUND) : place.start]),
        passage=" ".join(text[place.start : place.end].split()),
        after=_first_sentence(text[place.end : place.end + AROUND]),
        state=state,
        document=document,
        place=place,
    )


def _last_sentence(text: str) -> str:
    """What leads up to the quote: the sentence before it, or the beginning of its own."""
    body = text.rstrip()
    # A sentence that has just ended is the one before; its own end is no beginning.
    starts = [body.rfind(end, 0, len(body) - 1) + len(end) for end in ENDS if end in body[:-1]]
    return " ".join(body[max(starts, default=0) :].split())


def _first_sentence(text: str) -> str:
    """What follows the quote, to the end of a sentence."""
    body = text.strip()
    ends = [body.find(end, 1) + len(end) for end in ENDS if body.find(end, 1) >= 0]
    return " ".join(body[: min(ends, default=len(body))].split())
