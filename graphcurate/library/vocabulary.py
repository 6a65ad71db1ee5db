"""The closed lists of words the library is written in."""

from enum import StrEnum

from medreview.common.errors import gettext_noop


class MediaType(StrEnum):
    """What kind of file a document came as."""

    PDF = "application/pdf"
    HTML = "text/html"
    MARKDOWN = "text/markdown"
    PLAIN = "text/plain"


class QuoteState(StrEnum):
    """What the library says of a quote."""

    FOUND = "found"
    NOT_FOUND = "not_found"
    DOCUMENT_WITHDRAWN = "document_withdrawn"
    DOCUMENT_SUPERSEDED = "document_superseded"
    DOCUMENT_EXPIRED = "document_expired"
    DOCUMENT_UNKNOWN = "document_unknown"

    @property
    def sentence(self) -> str:
        """What a reader is told; to be looked up in the catalogue where it is shown."""
        return _SENTENCES[self]

    @property
    def stands(self) -> bool:
        """The document says so word for word, whatever became of the document."""
        return self not in (QuoteState.NOT_FOUND, QuoteState.DOCUMENT_UNKNOWN)


_SENTENCES = {
    QuoteState.FOUND: gettext_noop("Matches the stored text word for word."),
    QuoteState.NOT_FOUND: gettext_noop("Does not match the stored text."),
    QuoteState.DOCUMENT_WITHDRAWN: gettext_noop("The document it is quoted from was withdrawn."),
    QuoteState.DOCUMENT_SUPERSEDED: gettext_noop(
        "The document it is quoted from has a newer edition."
    ),
    QuoteState.DOCUMENT_EXPIRED: gettext_noop(
        "The document it is quoted from is past its validity."
    ),
    QuoteState.DOCUMENT_UNKNOWN: gettext_noop(
        "The document it is quoted from is not in the library."
    ),
}
