"""Everything of one record that retrieval asks of it, indexed once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

from analysis.pipeline.laboratory import Laboratory, ReadLab, excluded_by_identity
from analysis.pipeline.person import pregnancy_at
from analysis.pipeline.results import ResultReader
from analysis.pipeline.retriever.entries import EntryIndex, ThingNames
from analysis.pipeline.retriever.naming import label_of
from analysis.pipeline.retriever.samples import SampleNotes
from analysis.pipeline.stage import StageContext
from analysis.pipeline.timeline import conditions_at, medications_at
from graphcurate.contracts import RelationKind, Snapshot
from graphcurate.lookup import Lookup
from medreview.fhir.record import (
    ConditionRecord,
    ExcludedItem,
    MedicationRecord,
    PatientRecord,
    StatementState,
)

AnyEntry = TypeVar("AnyEntry", ConditionRecord, MedicationRecord, ExcludedItem)

RESOURCE_TYPES = {
    RelationKind.PARAMETER: ("Observation",),
    RelationKind.CONDITION: ("Condition",),
    RelationKind.MEDICATION: ("MedicationRequest", "MedicationStatement"),
    RelationKind.PREANALYTICAL: ("Specimen",),
}


_by_release: WeakKeyDictionary[Lookup, tuple[ThingNames, ThingNames]] = WeakKeyDictionary()


def things_by_name(snapshot: Snapshot, lookup: Lookup) -> tuple[ThingNames, ThingNames]:
    """The conditions and the medicines of a release by name and code, indexed once for each."""
    if lookup.snapshot is not snapshot:
        return ThingNames.of(snapshot.conditions), ThingNames.of(snapshot.medications)
    if lookup not in _by_release:
        _by_release[lookup] = (
            ThingNames.of(snapshot.conditions),
            ThingNames.of(snapshot.medications),
        )
    return _by_release[lookup]


@dataclass(frozen=True)
class RecordIndex:
    """What was true of the patient at ``as_of``, and what the gate kept out."""

    reader: ResultReader
    laboratory: Laboratory
    conditions: EntryIndex[ConditionRecord]
    medications: EntryIndex[MedicationRecord]
    excluded_conditions: EntryIndex[ExcludedItem]
    excluded_medications: EntryIndex[ExcludedItem]
    excluded_labs: dict[str, list[ExcludedItem]]
    samples: SampleNotes
    unavailable: frozenset[RelationKind]
    """Kinds of which part of the record was not obtained: absence there means nothing."""
    pregnancy: ReadLab | None
    """The observation that says the patient is pregnant, where no condition does."""
    pregnancy_condition: ConditionRecord | None
    """The condition that says so, by whichever of its codes: gestational diabetes does too."""

    @classmethod
    def of(cls, context: StageContext, reader: ResultReader) -> "RecordIndex":
        """Index one record at the moment of the analysis."""
        record = context.record
        condition_names, medicine_names = things_by_name(context.snapshot, context.lookup)
        active = conditions_at(record, context.as_of)
        taken = medications_at(record, context.as_of)
        return cls(
            reader=reader,
            laboratory=context.laboratory,
            conditions=_indexed(active, condition_names),
            medications=_indexed(taken, medicine_names, product=True),
            excluded_conditions=_indexed(_kept_out(record, "condition"), condition_names),
            excluded_medications=_indexed(
                _kept_out(record, "medication"), medicine_names, product=True
            ),
            excluded_labs=excluded_by_identity(record.excluded, context.lookup),
            samples=SampleNotes.of(context.snapshot.preanalytical),
            unavailable=frozenset(kind for kind in RelationKind if _is_unavailable(record, kind)),
            pregnancy=_observed_pregnancy(context),
            pregnancy_condition=_condition_of_pregnancy(context, active),
        )

    def searched(self, kind: RelationKind) -> int:
        """How many records of this kind were searched."""
        if kind is RelationKind.PARAMETER:
            return len(self.laboratory.results)
        if kind is RelationKind.CONDITION:
            return len(self.conditions.entries)
        return len(self.medications.entries)


def _indexed(
    entries: Iterable[AnyEntry], names: ThingNames, *, product: bool = False
) -> EntryIndex[AnyEntry]:
    index: EntryIndex[AnyEntry] = EntryIndex(names)
    for entry in entries:
        index.add(entry, label_of(entry.name, entry.codings, product=product))
    return index


def _kept_out(record: PatientRecord, kind: str) -> list[ExcludedItem]:
    return [item for item in record.excluded if item.kind == kind]


def _is_unavailable(record: PatientRecord, kind: RelationKind) -> bool:
    states = {
        RelationKind.CONDITION: record.conditions_state,
        RelationKind.MEDICATION: record.medications_state,
    }
    if states.get(kind) is StatementState.UNAVAILABLE:
        return True
    for name in RESOURCE_TYPES[kind]:
        counts = record.receipt.types.get(name)
        if counts is None:
            continue
        if counts.quarantined or (counts.server_total or 0) > counts.received:
            return True
    return False


def _observed_pregnancy(context: StageContext) -> ReadLab | None:
    state = pregnancy_at(context.record, context.as_of)
    if state is None or not (state.source or "").startswith("Observation/"):
        return None
    lab = next(lab for lab in context.record.labs if lab.id == state.source)
    answer = context.lookup.find(name="")
    return ReadLab(lab=lab, answer=answer, loinc=None)


def _condition_of_pregnancy(
    context: StageContext, active: Iterable[ConditionRecord]
) -> ConditionRecord | None:
    state = pregnancy_at(context.record, context.as_of)
    return next((one for one in active if state and one.id == state.source), None)
