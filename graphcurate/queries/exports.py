"""A release of the graph as a file, piece by piece, in any of its forms."""

from collections.abc import Callable, Iterator

from django.conf import settings

from graphcurate.contracts import GraphContent
from graphcurate.exchange import name_table, relation_table
from graphcurate.exchange.document import document_text
from graphcurate.exchange.fhir_terminology import Edition, bundle
from graphcurate.exchange.forms import Form
from graphcurate.models import Release
from graphcurate.queries.releases import content_of_release
from graphcurate.vocabulary import Origin
from medreview.common.cells import BYTE_ORDER_MARK
from medreview.common.hashing import canonical_json

OURS = "urn:medreview"
"""What canonical addresses begin with where the installation has no address of its own."""

_PIECE = 64 * 1024


def parts_of(release: Release, form: Form) -> Iterator[bytes]:
    """The file in pieces of some size, so that a large one is never whole in memory."""
    # The content is asked for at once: a refusal must come before the first byte.
    content = content_of_release(release)
    return _gathered(_WRITERS[form](release, content))


def _document(release: Release, content: GraphContent) -> Iterator[str]:
    header = {
        "release": release.name,
        "release_sha256": release.content_hash,
        "origin": release.origin,
        "notes": release.notes,
        "code_systems": release.code_systems,
    }
    return document_text(content, header)


def _relations(release: Release, content: GraphContent) -> Iterator[str]:
    yield BYTE_ORDER_MARK
    yield from relation_table.table_text(content)


def _names(release: Release, content: GraphContent) -> Iterator[str]:
    yield BYTE_ORDER_MARK
    yield from name_table.table_text(content)


def _fhir(release: Release, content: GraphContent) -> Iterator[str]:
    yield canonical_json(bundle(content, edition_of(release)))


def edition_of(release: Release) -> Edition:
    """What the FHIR resources of a release say of it."""
    return Edition(
        release=release.name,
        made_at=release.created_at,
        curated=release.origin == Origin.CURATED,
        base=settings.BASE_URL or OURS,
        code_systems=release.code_systems,
    )


def _gathered(texts: Iterator[str]) -> Iterator[bytes]:
    """Few large pieces out of many small ones."""
    held: list[bytes] = []
    size = 0
    for text in texts:
        held.append(text.encode())
        size += len(held[-1])
        if size >= _PIECE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


_WRITERS: dict[Form, Callable[[Release, GraphContent], Iterator[str]]] = {
    Form.JSON: _document,
    Form.RELATIONS: _relations,
    Form.NAMES: _names,
    Form.FHIR: _fhir,
}
