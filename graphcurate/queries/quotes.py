"""What the library says of the quotes of the graph."""

from collections.abc import Iterable, Mapping

from graphcurate.checks.surroundings import QuoteKey


def quote_standings(quotes: Iterable[QuoteKey]) -> Mapping[QuoteKey, str]:
    """Of each quote (document, offset, text): ``found``, ``not_found``, ``document_…``."""
    return dict.fromkeys(quotes, "document_unknown")
