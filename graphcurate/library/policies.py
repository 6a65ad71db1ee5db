"""When a document of the library may change. Pure: facts in, an error or nothing out."""

from graphcurate.library.document_states import DOCUMENT, DocumentState
from graphcurate.library.errors import StaleDocument
from medreview.common.errors import Invalid, WrongState, gettext_noop

LONGEST_REASON = 500

_MOVES = {
    DocumentState.WITHDRAWN: gettext_noop("This document was withdrawn already."),
    DocumentState.SUPERSEDED: gettext_noop("Only a current document is superseded by another."),
    DocumentState.CURRENT: gettext_noop("This document is current."),
}


def check_version(*, latest: int, seen: int) -> None:
    """A step names the document as its author saw it."""
    if latest != seen:
        raise StaleDocument(
            gettext_noop("Somebody changed this document after your page was made. Look again.")
        )


def can_move(state: str, target: DocumentState) -> bool:
    """Whether a document of this state may become ``target``."""
    return DOCUMENT.allows(state, target)


def check_can_move(state: str, target: DocumentState) -> None:
    """A document is withdrawn, superseded or put back from where it stands."""
    if not can_move(state, target):
        raise WrongState(_MOVES[target])


def check_reason(reason: str) -> None:
    """Whatever marks the quotes of others says why."""
    if not reason.strip():
        raise Invalid(gettext_noop("Say why: everybody who quotes this document will read it."))
    if len(reason) > LONGEST_REASON:
        raise Invalid(
            gettext_noop("A reason has at most %(most)s characters."), most=LONGEST_REASON
        )


def check_successor(*, document: str, successor: str, state: str) -> None:
    """Only another, current document takes a document's place."""
    if document == successor:
        raise Invalid(gettext_noop("A document can't take its own place. Choose another one."))
    if state != DocumentState.CURRENT:
        raise WrongState(
            gettext_noop("The newer document is not current itself. Choose one that is.")
        )
