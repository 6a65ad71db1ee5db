"""Why a document is not taken, or not changed."""

from medreview.common.errors import Invalid, NotFound, WrongState


class Unreadable(Invalid):
    """The file's text can't be had; the sentence says why, and what to do."""


class Known(Invalid):
    """The library has these very bytes; ``document`` is the id they have there."""

    def __init__(self, sentence: str, *, document: str, **values: str | int) -> None:
        super().__init__(sentence, **values)
        self.document = document


class NoDocument(NotFound):
    """The library has no such document."""


class StaleDocument(WrongState):
    """Somebody changed the document after the page was made."""
