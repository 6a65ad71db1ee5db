"""What entries of the graph are called, in the reader's language."""

from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from graphcurate.applying import entries_of
from graphcurate.contracts import (
    Biomarker,
    Domain,
    Effect,
    GraphContent,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.entry_fields import EntryKind, Fields
from medreview.common.contract import Contract

Place = tuple[str, str]
"""Kind and key of an entry."""
NAMING = ("names/en", "name", "title")
"""Fields that may say what an entry is called."""


class Names:
    """The names of what one or more contents hold; what an earlier one lacks a later one knows."""

    def __init__(
        self,
        contents: Iterable[GraphContent],
        language: str,
        drafts: Mapping[Place, Fields] | None = None,
    ) -> None:
        self.language = language[:2]
        self._drafts = drafts or {}
        self._known: dict[EntryKind, dict[str, Contract]] = {}
        self._standing: dict[EntryKind, frozenset[str]] = {}
        listed = list(contents)
        for kind in EntryKind:
            found = [entries_of(content, kind) for content in listed]
            self._standing[kind] = frozenset(found[0]) if found else frozenset()
            self._known[kind] = {}
            for entries in found:
                self._known[kind] = entries | self._known[kind]

    def entry(self, kind: str, key: str) -> Contract | None:
        """The entry itself, from the first content that holds it."""
        return self._known[EntryKind(kind)].get(key) or self._unfinished(kind, key)

    def find(self, kind: str, key: str) -> Contract | None:
        """The same for words from outside, whose kind may be none."""
        return self.entry(kind, key) if kind in set(EntryKind) else None

    def of(self, kind: str, key: str) -> str:
        """What an entry is called; its key where nobody knows it any more."""
        entry = self.entry(kind, key)
        if isinstance(entry, RelationEntry):
            return self.link(entry)
        return self._name(entry) or key

    def address(self, kind: str, key: str) -> str:
        """The page of an entry; empty where the first content, the one that stands, has none."""
        where, own = owner_of(self.entry(kind, key), kind, key)
        return address_of(None, where, own) if own in self._standing[EntryKind(where)] else ""

    def link(self, relation: RelationEntry) -> str:
        """A relation as the statement it makes."""
        words = {"subject": self.subject(relation), "target": self.target(relation)}
        return effect_sentence(relation.effect) % words

    def subject(self, relation: RelationEntry) -> str:
        """The biomarker or domain that a relation leads from."""
        return self.of(*subject_of(relation))

    def target(self, relation: RelationEntry) -> str:
        """The thing or biomarker that it leads to."""
        return self.of(*target_of(relation))

    def _unfinished(self, kind: str, key: str) -> Contract | None:
        """An entry that is being written and is no whole one yet, as far as it has a name."""
        fields = self._drafts.get((kind, key))
        if fields is None:
            return None
        if kind == EntryKind.RELATION:
            return _unfinished_link(key, fields)
        name = next((fields[one] for one in NAMING if fields.get(one)), key)
        return Domain.model_construct(key=key, names={"en": str(name)}, scope="")

    def _name(self, entry: Contract | None) -> str:
        if isinstance(entry, Biomarker | Domain):
            return entry.names.get(self.language) or entry.names.get("en") or entry.key
        if isinstance(entry, NamedThing):
            return next(iter(entry.names.get(self.language, ())), "") or entry.name
        if isinstance(entry, Source):
            return f"{entry.title} ({entry.year})" if entry.year else entry.title
        return ""


def _unfinished_link(key: str, fields: Fields) -> RelationEntry | None:
    kind, effect = fields.get("kind"), fields.get("effect")
    if kind not in set(RelationKind) or effect not in set(Effect):
        return None
    return RelationEntry.model_construct(
        id=key,
        biomarker=fields.get("biomarker"),
        domain=fields.get("domain"),
        kind=RelationKind(kind),
        target=str(fields.get("target", "")),
        effect=Effect(effect),
        rationale=str(fields.get("rationale", "")),
    )


def subject_of(relation: RelationEntry) -> Place:
    """Kind and key of what a relation leads from."""
    if relation.biomarker:
        return EntryKind.BIOMARKER.value, relation.biomarker
    return EntryKind.DOMAIN.value, relation.domain or ""


def target_of(relation: RelationEntry) -> Place:
    """Kind and key of what a relation leads to."""
    if relation.kind is RelationKind.PARAMETER:
        return EntryKind.BIOMARKER.value, relation.target
    return EntryKind.THING.value, f"{relation.kind.value}:{relation.target}"


def owner_of(entry: Contract | None, kind: str, key: str) -> Place:
    """The entry under which a reader looks for this one: a link stands under its subject."""
    return subject_of(entry) if isinstance(entry, RelationEntry) else (kind, key)


def address_of(entry: Contract | None, kind: str, key: str) -> str:
    """The page of the current release that shows an entry; empty where none does."""
    where, name = owner_of(entry, kind, key)
    of, _colon, own = name.partition(":")
    if where == EntryKind.THING:
        return reverse(f"graphcurate:{of}-detail", args=[own]) if own else ""
    pages = {kind.value for kind in (EntryKind.DOMAIN, EntryKind.SOURCE)}
    if where == EntryKind.BIOMARKER:
        return reverse("graphcurate:entry-detail", args=[name])
    return reverse(f"graphcurate:{where}-detail", args=[name]) if where in pages else ""


def editor_of(owner: Place) -> str:
    """The page on which an entry, and with it the links that stand under it, is edited."""
    return reverse("graphcurate:entry-edit", args=list(owner))


def effect_sentence(effect: Effect) -> str:
    """A link as a statement, with room for its two ends."""
    return {
        Effect.RAISES: _("%(target)s raises %(subject)s"),
        Effect.LOWERS: _("%(target)s lowers %(subject)s"),
        Effect.BOTH: _("%(target)s can raise or lower %(subject)s"),
        Effect.CONFOUNDS: _("%(target)s disturbs the measurement of %(subject)s"),
        Effect.EXPLAINS: _("%(target)s helps to explain %(subject)s"),
        Effect.CONTEXTUALISES: _("%(target)s puts %(subject)s in context"),
    }[effect]
