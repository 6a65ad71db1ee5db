"""Small graphs for pictures: a biomarker, what it is linked to, and what those are linked to."""

from collections.abc import Iterable

from graphcurate.contracts import (
    Biomarker,
    Effect,
    GraphContent,
    NamedThing,
    RelationEntry,
    RelationKind,
)


def biomarker(key: str, name: str = "", domain: str = "iron") -> Biomarker:
    """A biomarker that has nothing but a name."""
    return Biomarker(
        key=key,
        name=name or key,
        names={"en": name or key},
        synonyms={},
        loinc=(),
        domain=domain,
        kind="quantity",
    )


def thing(kind: RelationKind, key: str, name: str = "") -> NamedThing:
    """A condition, medication or factor that has nothing but a name."""
    return NamedThing(key=key, kind=kind, name=name or key, names={"en": (name or key,)})


def link(
    subject: str, kind: RelationKind, target: str, effect: Effect = Effect.LOWERS, **more: object
) -> RelationEntry:
    """A relation from a biomarker."""
    return RelationEntry.model_validate(
        {
            "id": f"{subject}:{kind}:{target}",
            "biomarker": subject,
            "kind": kind,
            "target": target,
            "effect": effect,
            "rationale": "because",
        }
        | more
    )


def graph_of(relations: Iterable[RelationEntry]) -> GraphContent:
    """A content in which every end of these relations is there, each named by its key."""
    listed = tuple(relations)
    subjects = {str(one.biomarker) for one in listed if one.biomarker}
    parameters = {one.target for one in listed if one.kind is RelationKind.PARAMETER}
    things = {(one.kind, one.target) for one in listed if one.kind is not RelationKind.PARAMETER}
    return GraphContent(
        biomarkers=tuple(biomarker(key) for key in sorted({*subjects, *parameters})),
        domains=(),
        things=tuple(thing(*one) for one in sorted(things)),
        relations=listed,
        sources=(),
    )
