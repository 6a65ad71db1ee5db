"""A document that is quoted from: what is said of it, its bytes, and its text."""

import datetime as dt
from typing import ClassVar

from django.db import models

from graphcurate.library.document_states import DocumentState
from graphcurate.library.vocabulary import MediaType
from medreview.accounts.models import User
from medreview.audit.triggers import append_only
from medreview.common.models import AppendOnly, Record, both_or_neither


def _words(values: type[DocumentState] | type[MediaType]) -> list[tuple[str, str]]:
    return [(one.value, one.value) for one in values]


class Document(Record):
    """One edition of a guideline, label, book or paper, known by its bytes."""

    id_prefix = "doc"

    sha256 = models.CharField(max_length=64, unique=True)
    title = models.CharField(max_length=300)
    source = models.CharField(max_length=120)
    """The key of the graph's source it is of. The library knows no more of it."""
    edition = models.CharField(max_length=60, blank=True)
    scope = models.CharField(max_length=300, blank=True)
    """For whom and where it holds."""
    language = models.CharField(max_length=8, blank=True)
    """In which language it is written, as ``en``; empty where nobody said."""
    valid_from = models.DateField(null=True)
    valid_until = models.DateField(null=True)
    """The last day on which it holds."""
    licence_note = models.CharField(max_length=300)
    """By what right it is kept, and what may be shown of it."""
    media_type = models.CharField(max_length=32, choices=_words(MediaType))
    file_name = models.CharField(max_length=200)
    size = models.PositiveIntegerField()
    """Bytes."""
    pages = models.PositiveIntegerField(null=True)
    """How many; None for what has none."""
    uploaded_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    state = models.CharField(
        max_length=12, choices=_words(DocumentState), default=DocumentState.CURRENT
    )
    state_reason = models.CharField(max_length=500, blank=True)
    state_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    state_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            both_or_neither("state_by", "state_at", name="library_state_by_and_at"),
            models.CheckConstraint(
                condition=models.Q(valid_from__isnull=True)
                | models.Q(valid_until__isnull=True)
                | models.Q(valid_from__lte=models.F("valid_until")),
                name="library_validity_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(state=DocumentState.SUPERSEDED, superseded_by__isnull=False)
                | (~models.Q(state=DocumentState.SUPERSEDED) & models.Q(superseded_by=None)),
                name="library_superseded_by_another",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def is_expired(self, today: dt.date) -> bool:
        """Whether its last day is over."""
        return self.valid_until is not None and self.valid_until < today


class DocumentFile(AppendOnly):
    """A document's bytes as they were sent: in the database, so that backups hold them."""

    id_prefix = "dfi"

    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="file")
    content = models.BinaryField()

    class Meta:
        triggers: ClassVar = append_only()


class DocumentText(AppendOnly):
    """What a document says, once and for all: offsets of quotes count its characters."""

    id_prefix = "dtx"

    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="text")
    text = models.TextField()
    folded = models.TextField()
    """See ``quotes.Searchable``: made when the document is taken in, so that a check is quick."""
    marks = models.JSONField()
    pages = models.JSONField()
    """Where each page begins; empty for what has none."""
    sections = models.JSONField()
    """Of each heading: where it begins, its level, its words."""

    class Meta:
        triggers: ClassVar = append_only()
