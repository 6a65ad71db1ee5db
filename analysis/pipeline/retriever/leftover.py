"""What deterministic matching left over: things not found, and entries that code could not tell.

An entry with a code of a system the graph reads is what its code says, also where the graph has
nothing of it. Left over is what has no such code and a name that says nothing to the graph, and
notes on the results in question that name no known state of a sample. Where nothing is left over
on either side, no model is asked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analysis.pipeline.contracts import LabResult, MissingItem, MissingWhy, ParameterPackage
from analysis.pipeline.laboratory import ReadLab
from analysis.pipeline.retriever.claims import AskedItem, LeftOver
from analysis.pipeline.retriever.entries import EntryIndex, ThingNames, names_of
from analysis.pipeline.retriever.naming import label_of
from analysis.pipeline.retriever.record_index import RecordIndex
from analysis.pipeline.retriever.samples import names_factor, notes_on, spelling
from graphcurate.contracts import NamedThing, RelatedItem, RelationKind
from medreview.fhir.codes import system_name
from medreview.fhir.record import Coding, ConditionRecord, MedicationRecord

READ_SYSTEMS = frozenset({"loinc", "snomed", "icd10", "atc", "rxnorm"})
SHORTEST_NOTE = 4


@dataclass(frozen=True)
class Leftover:
    """The two sides that a model may bring together."""

    asked: Mapping[str, RelatedItem]
    """By id: what was asked for and never recorded, as far as code can tell."""
    labs: Mapping[str, ReadLab]
    conditions: Mapping[str, ConditionRecord]
    medications: Mapping[str, MedicationRecord]
    notes: Mapping[str, tuple[str, ...]]
    """By the result they stand on."""

    @property
    def entries(self) -> frozenset[str]:
        """Ids of all entries that a claim may name."""
        return frozenset({*self.labs, *self.conditions, *self.medications, *self.notes})

    def given(self) -> LeftOver:
        """What the skill begins with: names of the graph, and counts."""
        return LeftOver(
            asked=tuple(
                AskedItem(id=name, kind=item.kind, name=item.name)
                for name, item in self.asked.items()
            ),
            entries={
                "lab": len(self.labs),
                "condition": len(self.conditions),
                "medication": len(self.medications),
                "note": len(self.notes),
            },
        )


def left_over(
    packages: Iterable[ParameterPackage], results: Mapping[str, LabResult], index: RecordIndex
) -> Leftover:
    """Of one record: only things for which there is an entry that could be them are asked."""
    labs = {
        read.lab.id: read
        for read in index.laboratory.results
        if read.biomarker is None and read.has_value and not _is_coded(read.lab.codings)
    }
    conditions = {one.id: one for one in index.conditions.entries if _untold(one, index.conditions)}
    medications = {
        one.id: one for one in index.medications.entries if _untold(one, index.medications)
    }
    packages = tuple(packages)
    notes = {
        package.result: said
        for package in packages
        if (said := _untold_notes(results[package.result], index.samples.factors))
    }
    there = {
        RelationKind.PARAMETER: bool(labs),
        RelationKind.CONDITION: bool(conditions or notes),
        RelationKind.MEDICATION: bool(medications or notes),
        RelationKind.PREANALYTICAL: bool(notes),
    }
    asked: dict[str, RelatedItem] = {}
    for package in packages:
        for end in package.missing.all():
            if is_open(end) and there[end.item.kind]:
                asked.setdefault(asked_id(end.item), end.item)
    return Leftover(asked, labs, conditions, medications, notes)


def is_open(end: MissingItem) -> bool:
    """Whether code looked in vain: what was excluded or not obtained is no question of names."""
    return end.why is MissingWhy.NEVER_RECORDED


def asked_id(item: RelatedItem) -> str:
    """One id for the same thing, whichever result asks for it."""
    return f"{item.kind.value}:{item.key or item.name}"


def _is_coded(codings: Iterable[Coding]) -> bool:
    return any(one.code and system_name(one.system) in READ_SYSTEMS for one in codings)


def _untold(
    entry: ConditionRecord | MedicationRecord,
    index: EntryIndex[ConditionRecord] | EntryIndex[MedicationRecord],
) -> bool:
    """It has no code that could be read, and no name that the graph knows."""
    if _is_coded(entry.codings):
        return False
    label = label_of(entry.name, entry.codings, product=isinstance(entry, MedicationRecord))
    return not things_named((*label.names, *label.ingredients), index.names)


def things_named(names: Iterable[str], known: ThingNames) -> set[str]:
    """Keys of the things that go by one of these plain names."""
    return {thing.key for name in names for thing in known.by_name.get(name, ())}


def _untold_notes(result: LabResult, factors: Mapping[str, NamedThing]) -> tuple[str, ...]:
    """Notes in words that name no state of a sample the graph knows."""
    codes = {code.code for factor in factors.values() for code in factor.codes}
    names = {spelling(name) for factor in factors.values() for name in names_of(factor)}
    return tuple(
        note
        for note in notes_on(result)
        if sum(map(str.isalpha, note)) >= SHORTEST_NOTE
        and note not in codes
        and not any(names_factor(note, name) for name in names)
    )
