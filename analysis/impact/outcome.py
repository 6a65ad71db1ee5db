"""What the stages that rest on the graph make of one record, and when two of that are the same."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.pipeline.contracts import (
    ActualityList,
    Criticals,
    GenerationReadyPackage,
    PatientContext,
    Scope,
)
from analysis.pipeline.stage import StageContext, needed
from analysis.pipeline.stages import STAGES
from graphcurate.contracts import Snapshot
from graphcurate.lookup import Lookup
from medreview.common.contract import Contract
from medreview.common.hashing import canonical_json
from medreview.fhir.record import PatientRecord

UNTIL_SAID = STAGES[:5]
"""From gathering to actuality. What follows only puts these outputs into sentences."""

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
    """What one state of the graph makes of one record."""

    context: PatientContext
    criticals: Criticals
    package: GenerationReadyPackage
    actuality: ActualityList

    @cached_property
    def shown(self) -> str:
        """Everything a reader could be shown of it, whatever order the lists are in."""
        outputs = (self.context, self.criticals, self.package, self.actuality)
        return "".join(shown_of(output) for output in outputs)


def outcome_of(asked: Asked, graph: Graph) -> Outcome:
    """The stages over the record as that analysis read it."""
    context = StageContext(
        record=asked.record,
        snapshot=graph.snapshot,
        lookup=graph.lookup,
        as_of=asked.as_of,
        scope=asked.scope,
    )
    for stage in UNTIL_SAID:
        context = context.with_output(stage, stage.run(context))
    return Outcome(
        needed(context.context),
        needed(context.criticals),
        needed(context.package),
        needed(context.actuality),
    )


def shown_of(output: Contract) -> str:
    """All a reader could be shown of one output, equal however its lists are in order."""
    return canonical_json(_without_order(output.as_json()))


def _without_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_order(one) for key, one in value.items() if key not in UNSEEN}
    if isinstance(value, list):
        return sorted((_without_order(one) for one in value), key=canonical_json)
    return value
