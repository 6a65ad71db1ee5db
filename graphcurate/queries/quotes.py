"""What the library says of the quotes of the graph."""

from collections.abc import Iterable, Mapping

from graphcurate.checks.surroundings import QuoteKey
from graphcurate.library import queries as library


def quote_standings(quotes: Iterable[QuoteKey]) -> Mapping[QuoteKey, str]:
    """Of each quote (document, offset, text): ``found``, ``not_found``, ``document_…``."""
    return {
        (document, offset, text): state.value
        for (document, offset, text), state in library.quote_states(quotes).items()
        if offset is not None
    }
