"""Documents of the library as rows and pages."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from graphcurate.library.contents import Contents
from graphcurate.library.document_states import DocumentState
from graphcurate.library.models import Document
from graphcurate.library.queries import QuoteCheck, QuoteKey
from graphcurate.library.quotes import Place
from graphcurate.library.vocabulary import MediaType, QuoteState
from graphcurate.presenters.document_text import AT_ONCE, Leaf, Leaves, pieces_of
from graphcurate.presenters.entry_names import Names, address_of
from graphcurate.queries.library_uses import Use

Words = str | Promise

EXPIRED = "expired"
STATES: dict[str, Words] = {
    DocumentState.CURRENT.value: pgettext_lazy("document", "Current"),
    DocumentState.SUPERSEDED.value: pgettext_lazy("document", "Superseded"),
    DocumentState.WITHDRAWN.value: pgettext_lazy("document", "Withdrawn"),
    EXPIRED: pgettext_lazy("document", "Past its validity"),
}
_TONES = {
    DocumentState.CURRENT.value: "good",
    DocumentState.SUPERSEDED.value: "waits",
    DocumentState.WITHDRAWN.value: "bad",
    EXPIRED: "waits",
}
MEDIA: dict[str, Words] = {
    MediaType.PDF.value: "PDF",
    MediaType.HTML.value: "HTML",
    MediaType.MARKDOWN.value: "Markdown",
    MediaType.PLAIN.value: gettext_lazy("plain text"),
}


@dataclass(frozen=True)
class Standing:
    """What became of a document, in one word and its look."""

    state: str
    word: Words
    tone: str


@dataclass(frozen=True)
class DocumentRow:
    """A line of the list."""

    document: Document
    url: str
    standing: Standing
    media: Words
    uses: int


@dataclass(frozen=True)
class UseRow:
    """A link of the graph that quotes a document."""

    sentence: str
    """What the link says."""
    url: str
    quote: str
    locator: str
    place_url: str
    """Where in the document it stands; empty where it doesn't."""
    problem: Words


def standing_of(document: Document, today: dt.date) -> Standing:
    """What became of a document, as of today."""
    state = document.state
    if state == DocumentState.CURRENT and document.is_expired(today):
        state = EXPIRED
    return Standing(state, STATES[state], _TONES[state])


def document_rows(
    documents: Iterable[Document], uses: Mapping[str, int], today: dt.date
) -> list[DocumentRow]:
    """The documents of a list."""
    return [
        DocumentRow(
            document=document,
            url=reverse("graphcurate:document-detail", args=[document.pk]),
            standing=standing_of(document, today),
            media=MEDIA[document.media_type],
            uses=uses.get(document.sha256, 0),
        )
        for document in documents
    ]


def use_rows(
    uses: Iterable[Use],
    states: Mapping[QuoteKey, QuoteState],
    places: Mapping[QuoteKey, Place | None],
    document: Document,
    names: Names,
) -> list[UseRow]:
    """What rests on a document, each with where it stands and what is wrong with it."""
    return [
        UseRow(
            sentence=names.link(use.relation),
            url=address_of(use.relation, "relation", use.relation.id),
            quote=use.item.quote,
            locator=use.item.locator,
            place_url=place_url(document.pk, places.get(use.key)),
            problem="" if states[use.key].stands else _(states[use.key].sentence),
        )
        for use in uses
    ]


def place_url(document: str, place: Place | None) -> str:
    """The page of a document at a passage; empty where there is none."""
    if place is None:
        return ""
    query = urlencode({"at": place.start, "to": place.end})
    return f"{reverse('graphcurate:document-detail', args=[document])}?{query}#here"


def shown_leaves(
    document: Document,
    leaves: Leaves,
    first: int,
    quoted: Iterable[Place],
    here: Place | None,
) -> list[Leaf]:
    """The pages of one screen, beginning at ``first``."""
    marks = list(quoted)
    return [
        Leaf(
            number=number,
            pieces=tuple(pieces_of(leaves.contents.text, leaves.span(number), marks, here)),
            headings=_headings_in(leaves.contents, leaves.span(number)),
            picture_url=_picture_url(document, number),
        )
        for number in range(first, min(first + AT_ONCE, leaves.count + 1))
    ]


def _headings_in(contents: Contents, span: Place) -> tuple[str, ...]:
    return tuple(
        section.title for section in contents.sections if span.start <= section.offset < span.end
    )


def _picture_url(document: Document, number: int) -> str:
    if document.media_type != MediaType.PDF:
        return ""
    return reverse("graphcurate:document-page", args=[document.pk, number])


@dataclass(frozen=True)
class QuoteAnswer:
    """What a curator is told of a passage they wrote."""

    check: QuoteCheck | None
    standing: Standing | None = None
    """What became of the document, where that is no longer current."""
    place_url: str = ""
    problem: Words = ""
    """Why nothing could be checked."""
    field: str = ""
    """The id of the control that holds the words."""
    locator_field: str = ""


def quote_answer(check: QuoteCheck, today: dt.date) -> QuoteAnswer:
    """The outcome of a check, to be shown beside the field."""
    standing = standing_of(check.document, today)
    return QuoteAnswer(
        check,
        standing=None if standing.state == DocumentState.CURRENT else standing,
        place_url=place_url(check.document.pk, check.found),
    )


def beside(answer: QuoteAnswer, *, field: str, locator_field: str) -> QuoteAnswer:
    """The answer with the controls it may fill."""
    return replace(answer, field=field, locator_field=locator_field)
