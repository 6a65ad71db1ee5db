"""What a model brings of its own knowledge, as related items without a source. Pure.

A thing that the graph has is asked by its key and codes; that it belongs beside this result is
the model's word alone, so no relation stands behind it and nobody has reviewed it.
"""

from collections.abc import Iterable, Mapping

from analysis.pipeline.contracts import item_key
from analysis.pipeline.diagnostician.contracts import ProposedItem
from graphcurate.contracts import NamedThing, RelatedItem, RelationKind, Snapshot
from graphcurate.lookup import Lookup
from medreview.common.text import normalise_name

LEVEL = "model_knowledge"
AGENT = "model"


def untraced_items(proposed: Iterable[ProposedItem], lookup: Lookup) -> tuple[RelatedItem, ...]:
    """The items in the order they were brought, each thing once."""
    items = [_untraced(one, lookup) for one in proposed]
    return tuple({item_key(item): item for item in reversed(items)}.values())[::-1]


def _untraced(one: ProposedItem, lookup: Lookup) -> RelatedItem:
    known = _known(one, lookup)
    key, name = known if known is not None else (None, one.name)
    return RelatedItem(
        kind=one.kind,
        key=key,
        name=name,
        effect=one.effect,
        rationale=one.why,
        knowledge_level=LEVEL,
        agent_type=AGENT,
        reviewed=False,
    )


def _known(one: ProposedItem, lookup: Lookup) -> tuple[str, str] | None:
    """Key and name of the graph's own thing of this name, where it has exactly one."""
    if one.kind is RelationKind.PARAMETER:
        return _test(one.name, lookup)
    things = _things(lookup.snapshot, one.kind)
    if one.name in things:
        return one.name, things[one.name].name
    said = normalise_name(one.name)
    called = [thing for thing in things.values() if said in _names_of(thing)]
    return (called[0].key, called[0].name) if len(called) == 1 else None


def _test(name: str, lookup: Lookup) -> tuple[str, str] | None:
    known = lookup.snapshot.biomarkers
    key = name if name in known else lookup.find_name(name).biomarker
    return (key, known[key].name) if key is not None else None


def _things(snapshot: Snapshot, kind: RelationKind) -> Mapping[str, NamedThing]:
    if kind is RelationKind.CONDITION:
        return snapshot.conditions
    return snapshot.medications if kind is RelationKind.MEDICATION else snapshot.preanalytical


def _names_of(thing: NamedThing) -> set[str]:
    names = (thing.name, *(name for names in thing.names.values() for name in names))
    return set(map(normalise_name, names))
