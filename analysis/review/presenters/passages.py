"""Quotes of the evidence drawer, as the library finds them now."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from graphcurate.contracts import Quote, RelatedItem, Source
from graphcurate.library.models import Document
from graphcurate.library.queries import HeldQuote, QuoteKey
from graphcurate.library.quotes import Place
from graphcurate.library.vocabulary import MediaType, QuoteState


@dataclass(frozen=True)
class Passage:
    """One quote: its words between those around it, its source, and whether it still stands."""

    text: str
    before: str
    after: str
    source: Source | None
    source_key: str
    locator: str
    state: QuoteState
    sentence: str
    """What the library says of it."""
    document: Document | None = None
    page: int | None = None
    section: str = ""
    text_url: str = ""
    """Where it stands in the document; empty where it doesn't."""
    picture_url: str = ""
    """The page it was printed on, as a picture."""
    checked_by: str = ""
    checked_at: dt.datetime | None = None

    @property
    def matches(self) -> bool:
        """The stored text says so word for word."""
        return self.state.stands

    @property
    def is_current(self) -> bool:
        """It matches, and nothing became of its document."""
        return self.state is QuoteState.FOUND


def key_of(quote: Quote) -> QuoteKey:
    """A quote, as the library is asked of it."""
    return quote.document or "", quote.offset, quote.text


def keys_of(items: Iterable[RelatedItem]) -> list[QuoteKey]:
    """Every quote that these relations rest on."""
    return [key_of(quote) for item in items for quote in item.quotes]


def doubtful_among(
    relations: Mapping[str, RelatedItem], states: Mapping[QuoteKey, QuoteState]
) -> frozenset[str]:
    """The ids of those relations of which a quote is not found, or its document not current."""
    return frozenset(
        evidence
        for evidence, item in relations.items()
        if any(states[key_of(quote)] is not QuoteState.FOUND for quote in item.quotes)
    )


def passage_of(
    quote: Quote,
    sources: Mapping[str, Source],
    held: Mapping[QuoteKey, HeldQuote],
    names: Mapping[str, str],
) -> Passage:
    """A quote with everything a reader can check it by; ``names`` of people by their logins."""
    found = held[key_of(quote)]
    return Passage(
        text=quote.text,
        before=found.before,
        after=found.after,
        source=sources.get(quote.source),
        source_key=quote.source,
        locator=quote.locator,
        state=found.state,
        sentence=gettext(found.state.sentence),
        document=found.document,
        page=found.page,
        section=found.section.title if found.section else "",
        text_url=_text_url(found.document, found.place),
        picture_url=_picture_url(found),
        checked_by=names.get(quote.checked_by or "", quote.checked_by or ""),
        checked_at=quote.checked_at,
    )


def _text_url(document: Document | None, place: Place | None) -> str:
    if document is None or place is None:
        return ""
    query = urlencode({"at": place.start, "to": place.end})
    return f"{reverse('graphcurate:document-detail', args=[document.pk])}?{query}#here"


def _picture_url(found: HeldQuote) -> str:
    document = found.document
    if document is None or found.page is None or document.media_type != MediaType.PDF:
        return ""
    return reverse("graphcurate:document-page", args=[document.pk, found.page])
