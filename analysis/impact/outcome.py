"""What the stages that rest on the graph make of one record, and when two of that are the same."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.pipeline.actuality.stage import ActualityStage
from analysis.pipeline.context import ContextBuilder
from analysis.pipeline.contracts import (
    ActualityList,
    Criticals,
    GenerationReadyPackage,
    ParameterPackage,
    PatientContext,
    Scope,
)
from analysis.pipeline.critical import CriticalValues
from analysis.pipeline.diagnostician.stage import Diagnostician
from analysis.pipeline.retriever.stage import Retriever
from analysis.pipeline.stage import Stage, StageContext, needed
from graphcurate.contracts import Snapshot
from graphcurate.lookup import Lookup
from medreview.common.contract import Contract
from medreview.common.hashing import canonical_json
from medreview.fhir.record import PatientRecord

UNTIL_SAID: tuple[Stage, ...] = (
    ContextBuilder(),
    CriticalValues(),
    Diagnostician(),
    Retriever(),
    ActualityStage(),
)
"""The stages that ask the graph. What follows only puts their outputs into sentences."""

UNSEEN = frozenset({"relation_id", "reviewed", "agent_type"})
"""A relation's number, and who vouches for it: none of them changes what is said of a patient.

Else the first review of a release would be called a difference in every analysis there is.
"""


@dataclass(frozen=True)
class Graph:
    """One state of the graph with its indexes."""

    snapshot: Snapshot
    lookup: Lookup

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Graph":
        """The state with indexes of its own."""
        return cls(snapshot, Lookup(snapshot))


@dataclass(frozen=True)
class Asked:
    """What one analysis was asked, and of which record."""

    record: PatientRecord
    as_of: dt.datetime
    scope: Scope


@dataclass(frozen=True)
class Outcome:
    """What one state of the graph makes of one record: all that a reader is shown rests on it."""

    context: PatientContext
    criticals: Criticals
    package: GenerationReadyPackage
    actuality: ActualityList


def outcome_of(
    asked: Asked,
    graph: Graph,
    *,
    read: PatientContext | None = None,
    known: Mapping[str, ParameterPackage] | None = None,
) -> Outcome:
    """The stages over the record as that analysis read it.

    ``read`` is what gathering makes of it, and ``known`` what retrieving makes of some results,
    where that is known already.
    """
    context = StageContext(
        record=asked.record,
        snapshot=graph.snapshot,
        lookup=graph.lookup,
        as_of=asked.as_of,
        scope=asked.scope,
        context=read,
    )
    for stage in _stages(known) if read is None else _stages(known)[1:]:
        context = context.with_output(stage, stage.run(context))
    return Outcome(
        needed(context.context),
        needed(context.criticals),
        needed(context.package),
        needed(context.actuality),
    )


def _stages(known: Mapping[str, ParameterPackage] | None) -> tuple[Stage, ...]:
    if not known:
        return UNTIL_SAID
    return tuple(Retriever(known) if isinstance(one, Retriever) else one for one in UNTIL_SAID)


def look_the_same(one: Any, other: Any) -> bool:
    """Whether a reader could be shown the same of both, whatever order their lists are in."""
    if one is other or one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Contract):
        names = type(one).model_fields.keys() - UNSEEN
        return all(look_the_same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple) and len(one) == len(other):
        return _same_in_any_order(one, other)
    return False


def _same_in_any_order(these: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    pairs = zip(these, others, strict=True)
    moved = [(this, other) for this, other in pairs if not look_the_same(this, other)]
    return sorted(_text(this) for this, _ in moved) == sorted(_text(other) for _, other in moved)


def _text(shown: Any) -> str:
    """One text for all that looks the same."""
    value = shown.as_json() if isinstance(shown, Contract) else str(shown)
    return canonical_json(_without_order(value))


def _without_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_order(one) for key, one in value.items() if key not in UNSEEN}
    if isinstance(value, list):
        return sorted((_without_order(one) for one in value), key=canonical_json)
    return value
