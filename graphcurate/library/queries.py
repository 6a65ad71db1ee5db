"""What the library holds, what stands in it, and what became of quotes."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Q, QuerySet

from graphcurate.library.closest import closest
from graphcurate.library.contents import Contents, Section
from graphcurate.library.document_states import DocumentState
from graphcurate.library.errors import NoDocument
from graphcurate.library.models import Document, DocumentFile, DocumentText
from graphcurate.library.quotes import (
    Place,
    Searchable,
    as_read,
    cuts_a_word,
    find,
    sentence_after,
    sentence_before,
    stands_at,
)
from graphcurate.library.vocabulary import QuoteState
from medreview.common.clock import now
from medreview.common.errors import gettext_noop
from medreview.common.word_diff import WordDiff, word_diff

QuoteKey = tuple[str, int | None, str]
"""A quote by its document's sha-256, the character it begins at, and its words."""

_IN_MEMORY = 8
"""Texts that a process keeps ready: a long one takes some ten megabytes."""


@dataclass(frozen=True)
class QuoteCheck:
    """What a document says to a passage: where it stands, or what comes closest."""

    document: Document
    text: str
    """The passage as it was asked for."""
    found: Place | None = None
    page: int | None = None
    section: Section | None = None
    cuts_a_word: bool = False
    """It stands there, but begins or ends inside a word or a number."""
    closest: str = ""
    """The closest passage, ready to be quoted; empty where nothing comes close."""
    diff: WordDiff | None = None
    """From the words that were asked for to the closest passage."""

    @property
    def locator(self) -> str:
        """Where it stands, as one writes it beside a quote: ``3.2 Treatment, p. 14``."""
        section = self.section.title if self.section else ""
        page = f"p. {self.page}" if self.page else ""
        return ", ".join(part for part in (section, page) if part)


def document(pk: str) -> Document:
    """A document by its id."""
    found = Document.objects.select_related("uploaded_by", "state_by", "superseded_by")
    row = found.filter(pk=pk).first()
    if row is None:
        raise NoDocument(gettext_noop("The library has no such document."))
    return row


def document_with_hash(sha256: str) -> Document | None:
    """The document of these bytes; None where the library does not have them."""
    return Document.objects.filter(sha256=sha256).first()


def document_with_id(pk: str) -> Document | None:
    """The document of this id; None where the library has none."""
    return Document.objects.filter(pk=pk).first()


def documents(words: str = "", state: str = "") -> QuerySet[Document]:
    """The documents whose title, source or edition speak of this, by title."""
    rows = Document.objects.select_related("uploaded_by", "superseded_by")
    for word in words.split():
        rows = rows.filter(
            Q(title__icontains=word) | Q(source__icontains=word) | Q(edition__icontains=word)
        )
    if state:
        rows = rows.filter(state=state)
    return rows.order_by("title", "edition", "id")


def current_documents() -> QuerySet[Document]:
    """What may be quoted anew, by title."""
    return documents(state=DocumentState.CURRENT)


def documents_with_hashes(hashes: Iterable[str]) -> dict[str, Document]:
    """The documents of these bytes, by their hash."""
    rows = Document.objects.select_related("superseded_by").filter(sha256__in=set(hashes))
    return {row.sha256: row for row in rows}


def content_of(document: Document) -> bytes:
    """The bytes as they were sent."""
    return bytes(DocumentFile.objects.get(document=document).content)


def contents_of(document: Document) -> Contents:
    """The text with its pages and sections."""
    return _text_of(document.sha256)[1]


def quote_states(
    quotes: Iterable[QuoteKey], *, on: dt.date | None = None
) -> dict[QuoteKey, QuoteState]:
    """What the library says of each quote on a day, today unless said otherwise.

    That a document doesn't hold the words goes before what became of the document.
    """
    asked = sorted(set(quotes), key=lambda quote: (quote[0], quote[1] or 0, quote[2]))
    known = documents_with_hashes(sha256 for sha256, _, _ in asked)
    day = on or now().date()
    return {
        quote: _state_of(quote, known[quote[0]], day)
        if quote[0] in known
        else QuoteState.DOCUMENT_UNKNOWN
        for quote in asked
    }


def state_of(document: Document, on: dt.date | None = None) -> QuoteState:
    """What is said of every quote that the document holds."""
    if document.state == DocumentState.WITHDRAWN:
        return QuoteState.DOCUMENT_WITHDRAWN
    if document.state == DocumentState.SUPERSEDED:
        return QuoteState.DOCUMENT_SUPERSEDED
    if document.is_expired(on or now().date()):
        return QuoteState.DOCUMENT_EXPIRED
    return QuoteState.FOUND


def check_quote(document: Document, text: str) -> QuoteCheck:
    """Whether the document says this word for word, and where; else what comes closest."""
    searched, contents = _text_of(document.sha256)
    place = find(searched, text)
    if place is not None:
        return QuoteCheck(
            document=document,
            text=text,
            found=place,
            page=contents.page_at(place.start),
            section=contents.section_at(place.start),
            cuts_a_word=cuts_a_word(contents.text, place),
        )
    near = closest(searched, text)
    if near is None:
        return QuoteCheck(document=document, text=text)
    passage = as_read(contents.text, near)
    return QuoteCheck(
        document=document,
        text=text,
        page=contents.page_at(near.start),
        section=contents.section_at(near.start),
        closest=passage,
        diff=word_diff(" ".join(text.split()), passage),
    )


@dataclass(frozen=True)
class HeldQuote:
    """A quote as its reader sees it: what the library says of it, and where it stands."""

    state: QuoteState
    document: Document | None = None
    place: Place | None = None
    page: int | None = None
    section: Section | None = None
    before: str = ""
    """The sentence before it, or what its own begins with."""
    after: str = ""


def held_quotes(quotes: Iterable[QuoteKey]) -> dict[QuoteKey, HeldQuote]:
    """Each quote with its document, its place and the words around it."""
    states = quote_states(quotes)
    known = documents_with_hashes(sha256 for sha256, _, _ in states)
    return {quote: _held(quote, state, known.get(quote[0])) for quote, state in states.items()}


def _held(quote: QuoteKey, state: QuoteState, row: Document | None) -> HeldQuote:
    place = place_of(quote) if row else None
    if row is None or place is None:
        return HeldQuote(state, row)
    contents = contents_of(row)
    return HeldQuote(
        state=state,
        document=row,
        place=place,
        page=contents.page_at(place.start),
        section=contents.section_at(place.start),
        before=sentence_before(contents.text, place),
        after=sentence_after(contents.text, place),
    )


def place_of(quote: QuoteKey) -> Place | None:
    """Where in its document's text a quote stands; None where it does not stand there."""
    sha256, offset, text = quote
    return _stands(sha256, offset, text)


def _state_of(quote: QuoteKey, row: Document, day: dt.date) -> QuoteState:
    return QuoteState.NOT_FOUND if place_of(quote) is None else state_of(row, day)


# The text of a document never changes, and neither does whether a passage stands in it.


@lru_cache(maxsize=20_000)
def _stands(sha256: str, offset: int | None, text: str) -> Place | None:
    searched, _ = _text_of(sha256)
    return find(searched, text) if offset is None else stands_at(searched.text, offset, text)


@lru_cache(maxsize=_IN_MEMORY)
def _text_of(sha256: str) -> tuple[Searchable, Contents]:
    row = DocumentText.objects.get(document__sha256=sha256)
    searched = Searchable(row.text, row.folded, tuple(row.marks))
    sections = tuple(Section(*section) for section in row.sections)
    return searched, Contents(row.text, tuple(row.pages), sections)
