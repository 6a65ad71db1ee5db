"""A quote where it stands: the words of its document on both sides, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphcurate.library import queries as library
from graphcurate.library.models import Document
from graphcurate.library.queries import QuoteKey
from graphcurate.library.quotes import Place, sentence_after, sentence_before
from graphcurate.library.vocabulary import QuoteState


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
        before=sentence_before(text, place),
        passage=" ".join(text[place.start : place.end].split()),
        after=sentence_after(text, place),
        state=state,
        document=document,
        place=place,
    )
