"""What can be wrong with a link and with what it rests on."""

from collections.abc import Iterator

from graphcurate.checks.problem import Problem
from graphcurate.checks.surroundings import Surroundings, ends_of
from graphcurate.contracts import Effect, Evidence, RelationEntry, RelationKind
from graphcurate.entry_fields import EntryKind
from medreview.common.errors import gettext_noop

RATIONALE_LENGTH = 280
OPPOSITES = frozenset({Effect.RAISES, Effect.LOWERS})

QUOTE_SENTENCES: dict[str, tuple[str, bool]] = {
    "not_found": (gettext_noop("The quote is not in the document, word for word."), True),
    "document_unknown": (gettext_noop("The quote's document is not in the library."), True),
    "document_withdrawn": (gettext_noop("The quote's document was withdrawn."), True),
    "document_superseded": (gettext_noop("The quote's document has a newer edition."), False),
    "document_expired": (gettext_noop("The quote's document is past its validity."), False),
}
"""What is said of a quote by what the library says of it, and whether it blocks."""


def check(relation: RelationEntry, around: Surroundings, *, is_new: bool) -> Iterator[Problem]:
    """Everything about one link, as it would stand."""
    yield from _ends(relation, around)
    yield from _words(relation)
    yield from _twins(relation, around)
    for item in relation.evidence:
        yield from _evidence(relation, item, around)
    yield from _support(relation, is_new=is_new)


def _of(relation: RelationEntry, field: str, sentence: str, **values: str | int) -> Problem:
    return Problem(EntryKind.RELATION, relation.id, field, sentence, values)


def _hint(relation: RelationEntry, field: str, sentence: str, **values: str | int) -> Problem:
    return Problem(EntryKind.RELATION, relation.id, field, sentence, values, blocks=False)


def _ends(relation: RelationEntry, around: Surroundings) -> Iterator[Problem]:
    if bool(relation.biomarker) == bool(relation.domain):
        yield _of(
            relation, "biomarker", gettext_noop("A link begins at one biomarker or one domain.")
        )
    if relation.biomarker and relation.biomarker not in around.biomarkers:
        yield _of(
            relation, "biomarker", gettext_noop("The biomarker it begins at is not in the graph.")
        )
    if relation.domain and relation.domain not in around.domains:
        yield _of(relation, "domain", gettext_noop("The domain it begins at is not in the graph."))
    if not around.has_target(relation):
        yield _of(
            relation,
            "target",
            gettext_noop("“%(target)s” is not in the graph. Choose a target from the list."),
            target=relation.target,
        )
    if relation.kind is RelationKind.PARAMETER and relation.target == relation.biomarker:
        yield _of(relation, "target", gettext_noop("A biomarker can't be linked to itself."))


def _words(relation: RelationEntry) -> Iterator[Problem]:
    if not relation.rationale.strip():
        yield _of(relation, "rationale", gettext_noop("The rationale is missing."))
    if len(relation.rationale) > RATIONALE_LENGTH:
        yield _of(
            relation,
            "rationale",
            gettext_noop("The rationale has %(n)d characters; %(most)d are the most."),
            n=len(relation.rationale),
            most=RATIONALE_LENGTH,
        )
    if relation.when_direction not in (None, "H", "L"):
        yield _of(relation, "when_direction", gettext_noop("The direction is high, low or either."))


def _twins(relation: RelationEntry, around: Surroundings) -> Iterator[Problem]:
    """Other links of the same ends: the same one again, or one that says the contrary."""
    for other in around.relations_by_ends[ends_of(relation)]:
        if other.id == relation.id or not _may_meet(relation, other):
            continue
        if {relation.effect, other.effect} == OPPOSITES:
            yield _hint(
                relation,
                "effect",
                gettext_noop("The link %(other)s to the same target says the contrary."),
                other=other.id,
            )
        elif _when(relation) == _when(other):
            yield _of(
                relation,
                "target",
                gettext_noop("There is a link to %(target)s already: %(other)s."),
                target=around.name_of_target(relation),
                other=other.id,
            )


def _when(relation: RelationEntry) -> tuple[str | None, ...]:
    return (
        relation.when_direction,
        relation.when_population,
        relation.when_dose,
        relation.when_timing,
    )


def _may_meet(one: RelationEntry, other: RelationEntry) -> bool:
    """Whether there is a result for which both speak."""
    return all(
        mine is None or theirs is None or mine == theirs
        for mine, theirs in zip(_when(one), _when(other), strict=True)
    )


def _evidence(relation: RelationEntry, item: Evidence, around: Surroundings) -> Iterator[Problem]:
    field = f"evidence/{item.id}"
    source = around.sources.get(item.source)
    if source is None:
        yield _of(relation, field, gettext_noop("The source of the evidence is not in the graph."))
    elif source.retracted:
        yield _of(relation, field, gettext_noop("The source of the evidence was retracted."))
    elif source.superseded_by:
        yield _hint(relation, field, gettext_noop("The source of the evidence has a newer one."))
    if item.review_by and item.review_by < around.today:
        yield _hint(relation, field, gettext_noop("The evidence is past its date of review."))
    if item.quote:
        yield from _quote(relation, item, field, around)


def _quote(
    relation: RelationEntry, item: Evidence, field: str, around: Surroundings
) -> Iterator[Problem]:
    if item.document is None or item.offset is None:
        yield _of(
            relation, field, gettext_noop("The quote was not found in a document of the library.")
        )
        return
    word = around.quotes.get((item.document, item.offset, item.quote), "document_unknown")
    if word in QUOTE_SENTENCES:
        sentence, blocks = QUOTE_SENTENCES[word]
        yield Problem(EntryKind.RELATION, relation.id, field, sentence, blocks=blocks)


def _support(relation: RelationEntry, *, is_new: bool) -> Iterator[Problem]:
    """A new link needs a quote; one from before may wait for it, and is named as waiting."""
    if not relation.evidence:
        yield _of(relation, "evidence", gettext_noop("The link has no evidence."))
    elif not any(item.quote for item in relation.evidence):
        sentence = gettext_noop("The link has no quote; it can be saved, not sent for review.")
        if is_new:
            yield _of(relation, "evidence", sentence)
        else:
            yield _hint(relation, "evidence", gettext_noop("The link has no quote."))
