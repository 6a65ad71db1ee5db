"""Which links of the graph rest on which documents of the library."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graphcurate.contracts import Evidence, GraphContent, RelationEntry
from graphcurate.library.queries import QuoteKey
from graphcurate.lifecycle import OPEN
from graphcurate.models import Revision
from graphcurate.queries.releases import head


@dataclass(frozen=True)
class Use:
    """One quote of one link."""

    relation: RelationEntry
    item: Evidence

    @property
    def key(self) -> QuoteKey:
        """The quote, as the library is asked of it."""
        return self.item.document or "", self.item.offset, self.item.quote


def quoted_in(content: GraphContent) -> Iterator[Use]:
    """Every quote of a content."""
    for relation in content.relations:
        for item in relation.evidence:
            if item.quote and item.document:
                yield Use(relation, item)


def uses_of(sha256: str) -> list[Use]:
    """The quotes of the current release that rest on a document, in its order."""
    found = [use for use in quoted_in(head()) if use.item.document == sha256]
    return sorted(found, key=lambda use: (use.item.offset or 0, use.relation.id))


def use_counts() -> Counter[str]:
    """How many quotes of the current release rest on each document, by its hash."""
    return Counter(use.item.document or "" for use in quoted_in(head()))


def drafts_quoting(sha256: str) -> int:
    """How many quotes of open change sets rest on a document."""
    return Revision.objects.filter(
        change_set__state__in=OPEN, field__startswith="evidence/", new__document=sha256
    ).count()
