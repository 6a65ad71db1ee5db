"""Take documents in, say what became of them."""

from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from graphcurate.library import policies, queries
from graphcurate.library.contents import Contents
from graphcurate.library.document_states import DocumentState
from graphcurate.library.errors import Known
from graphcurate.library.facts import Facts
from graphcurate.library.models import Document, DocumentFile, DocumentText
from graphcurate.library.quotes import searchable
from graphcurate.library.reading.reader import read
from graphcurate.library.vocabulary import MediaType
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, gettext_noop
from medreview.common.hashing import sha256_of_bytes


def add_document(*, file_name: str, content: bytes, facts: Facts, by: User) -> Document:
    """Keep a file and the text it holds, so that quotes can be checked against it.

    Unreadable says why a file has no text to keep; Known, that these bytes are kept already.
    """
    _check(facts)
    _check_new(sha256_of_bytes(content), file_name)
    # Reading takes its time, and happens in a process of its own: no transaction waits for it.
    media_type, contents = read(file_name, content)
    return keep(
        file_name=file_name,
        content=content,
        media_type=media_type,
        contents=contents,
        facts=facts,
        by=by,
    )


def keep(
    *,
    file_name: str,
    content: bytes,
    media_type: MediaType,
    contents: Contents,
    facts: Facts,
    by: User,
) -> Document:
    """Keep a file that was read."""
    sha256, found = sha256_of_bytes(content), searchable(contents.text)
    try:
        with transaction.atomic():
            document = Document.objects.create(
                **asdict(facts),
                sha256=sha256,
                media_type=media_type,
                file_name=file_name,
                size=len(content),
                pages=len(contents.pages) or None,
                uploaded_by=by,
            )
            DocumentFile.objects.create(document=document, content=content)
            DocumentText.objects.create(
                document=document,
                text=contents.text,
                folded=found.folded,
                marks=found.marks,
                pages=contents.pages,
                sections=_sections(contents),
            )
            audit.record(
                EventType.DOCUMENT_ADDED,
                thing=document,
                by=by,
                counts={"bytes": len(content), "characters": len(contents.text)},
                detail={"sha256": sha256, "source": facts.source},
            )
    except IntegrityError:
        # Somebody sent the same file at the same moment.
        _check_new(sha256, file_name)
        raise
    return document


@transaction.atomic
def describe(*, document: Document, facts: Facts, version: int, by: User) -> Document:
    """Correct what is said of a document; its bytes and its text stay."""
    _check(facts)
    standing = _locked(document, version)
    for name, value in asdict(facts).items():
        setattr(standing, name, value)
    return _saved(standing, EventType.DOCUMENT_DESCRIBED, by)


@transaction.atomic
def withdraw(*, document: Document, reason: str, version: int, by: User) -> Document:
    """Take a document back: every quote that rests on it is marked from now on."""
    return _moved(_locked(document, version), DocumentState.WITHDRAWN, reason, None, by)


@transaction.atomic
def supersede(
    *, document: Document, successor: Document, reason: str, version: int, by: User
) -> Document:
    """Say which document took this one's place: its quotes are marked from now on."""
    # Both held, so that the newer one can't be withdrawn between the question and the answer; in
    # one order, so that two who name each other's document never wait for one another.
    held = Document.objects.select_for_update().order_by("pk")
    rows = {row.pk: row for row in held.filter(pk__in=[document.pk, successor.pk])}
    standing, newer = rows[document.pk], rows[successor.pk]
    policies.check_version(latest=standing.version, seen=version)
    policies.check_successor(document=standing.pk, successor=newer.pk, state=newer.state)
    return _moved(standing, DocumentState.SUPERSEDED, reason, newer, by)


@transaction.atomic
def put_back(*, document: Document, reason: str, version: int, by: User) -> Document:
    """Make a document current again that was withdrawn or superseded by mistake."""
    return _moved(_locked(document, version), DocumentState.CURRENT, reason, None, by)


def _moved(
    standing: Document, target: DocumentState, reason: str, newer: Document | None, by: User
) -> Document:
    policies.check_reason(reason)
    policies.check_can_move(standing.state, target)
    standing.state, standing.state_reason = target, reason.strip()
    standing.state_by, standing.state_at = by, now()
    standing.superseded_by = newer
    return _saved(standing, _EVENTS[target], by, newer)


_EVENTS = {
    DocumentState.WITHDRAWN: EventType.DOCUMENT_WITHDRAWN,
    DocumentState.SUPERSEDED: EventType.DOCUMENT_SUPERSEDED,
    DocumentState.CURRENT: EventType.DOCUMENT_PUT_BACK,
}


def _locked(document: Document, version: int) -> Document:
    standing = Document.objects.select_for_update().get(pk=document.pk)
    policies.check_version(latest=standing.version, seen=version)
    return standing


def _saved(
    standing: Document, event: EventType, by: User, newer: Document | None = None
) -> Document:
    standing.version += 1
    standing.save()
    detail = {"sha256": standing.sha256} | ({"successor": newer.pk} if newer else {})
    audit.record(event, thing=standing, by=by, detail=detail)
    return standing


def _check(facts: Facts) -> None:
    problems = facts.problems()
    if problems:
        raise Invalid(" ".join(_(sentence) for sentence in problems.values()))


def _check_new(sha256: str, file_name: str) -> None:
    known = queries.document_with_hash(sha256)
    if known is not None:
        raise Known(
            gettext_noop("%(name)s is in the library already, as “%(title)s”."),
            document=known.pk,
            name=file_name,
            title=known.title,
        )


def _sections(contents: Contents) -> list[tuple[int, int, str]]:
    return [(one.offset, one.level, one.title) for one in contents.sections]
