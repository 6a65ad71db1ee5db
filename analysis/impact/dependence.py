"""Whether two states of the graph can make anything different of one record.

The answer is never "no" where it could be "yes": what the stages read of the graph for a record
is compared in both, coarsely where that is cheap. Each question is asked once for all records.

What the stages read is this, and a stage that reads more must be followed here (the property
test of ``test_dependence`` finds one that isn't):

* what the lookup answers for each result, by code, by name, and by both;
* the entries of the tests and domains it answers with, whole, and every thing they ask beside
  them, with the biomarkers of that thing's comparability group;
* which biomarkers share a name;
* the classes that the codes and names of a diagnosis or medicine belong to;
* which sample codes several preanalytical factors share.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analysis.impact.outcome import Asked, Graph, Outcome, outcome_of
from analysis.pipeline.contracts import ParameterPackage
from analysis.pipeline.retriever.entries import ThingNames
from analysis.pipeline.retriever.naming import label_of
from analysis.pipeline.retriever.samples import SampleNotes
from graphcurate.contracts import LookupAnswer, NamedThing, RelatedItem, RelationKind, Snapshot
from graphcurate.lookup import Lookup
from medreview.common.text import normalise_name
from medreview.fhir.codes import loinc_of
from medreview.fhir.record import (
    ConditionRecord,
    ExcludedItem,
    LabRecord,
    MedicationRecord,
    PatientRecord,
)


@dataclass
class Reading:
    """What one state of the graph answers to the questions the stages ask of it."""

    graph: Graph
    conditions: ThingNames = field(init=False)
    medications: ThingNames = field(init=False)
    groups: dict[str, list[str]] = field(init=False)
    shared_codes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        snapshot = self.snapshot
        self.conditions = ThingNames.of(snapshot.conditions)
        self.medications = ThingNames.of(snapshot.medications)
        self.shared_codes = SampleNotes.of(snapshot.preanalytical).shared_codes
        self.groups = defaultdict(list)
        for entry in snapshot.biomarkers.values():
            if entry.comparability_group:
                self.groups[entry.comparability_group].append(entry.key)

    @property
    def snapshot(self) -> Snapshot:
        """The state itself."""
        return self.graph.snapshot

    def biomarker(self, key: str) -> Any:
        """All that is read of a test: its entry, its domain, and what either asks."""
        entry = self.snapshot.biomarkers.get(key)
        if entry is None:
            return None
        # The domain's own relations are asked only where the test has none.
        domain = None if entry.relations else self.domain(entry.domain)
        return entry, [self._asked(item) for item in entry.relations], domain

    def reading(self, answer: LookupAnswer) -> Any:
        """All that is read of a test before anything is asked beside it."""
        entry = self.snapshot.biomarkers.get(answer.biomarker or "")
        if entry is not None:
            return entry.model_copy(update={"relations": (), "reviewed": False})
        domain = self.snapshot.domains.get(answer.domain or "")
        return domain.names if domain else None, self.named(answer.candidates)

    def domain(self, key: str) -> Any:
        """All that is read of a domain."""
        entry = self.snapshot.domains.get(key)
        return entry, [self._asked(item) for item in entry.relations] if entry else None

    def sharing(self, name: str) -> Any:
        """The biomarkers that share a name, and what they are called."""
        keys = self.snapshot.ambiguous_names.get(normalise_name(name), ())
        return [(key, self._name(key)) for key in keys]

    def named(self, keys: Iterable[str]) -> Any:
        """What biomarkers are called."""
        return [(key, self._name(key)) for key in keys]

    def _name(self, key: str) -> str | None:
        entry = self.snapshot.biomarkers.get(key)
        return entry.name if entry else None

    def _asked(self, item: RelatedItem) -> Any:
        key = item.key or ""
        if item.kind is RelationKind.PARAMETER:
            entry = self.snapshot.biomarkers.get(key)
            group = entry.comparability_group if entry else None
            return group, self.groups.get(group or "")
        return self._things(item.kind).get(key)

    def _things(self, kind: RelationKind) -> dict[str, NamedThing]:
        return {
            RelationKind.CONDITION: self.snapshot.conditions,
            RelationKind.MEDICATION: self.snapshot.medications,
        }.get(kind, self.snapshot.preanalytical)


class Named(NamedTuple):
    """All that the graph is asked by for one result."""

    codes: tuple[str, ...]
    name: str
    specimen: str | None
    unit: str | None
    display: str | None

    @classmethod
    def of(cls, lab: LabRecord) -> "Named":
        """As ``laboratory.identify`` asks."""
        codes = tuple(loinc_of(lab.codings))
        return cls(
            codes=codes,
            name=lab.name,
            specimen=lab.specimen.type if lab.specimen else None,
            unit=lab.value.ucum or lab.value.unit,
            display=next((one.display for one in lab.codings if one.code in codes), None),
        )

    def answers(self, lookup: Lookup) -> tuple[LookupAnswer, ...]:
        """Which test it is; what its code and name say by themselves; what its name says alone."""
        return (
            lookup.find(
                codes=self.codes,
                name=self.name,
                specimen=self.specimen,
                unit=self.unit,
                unitless=not self.unit,
                display=self.display,
            ),
            lookup.find(codes=self.codes, name=self.name),
            lookup.find_name(self.name, specimen=self.specimen, unit=self.unit),
        )


class Dependence:
    """Which records two states of the graph can read differently."""

    def __init__(self, base: Graph, candidate: Graph) -> None:
        self.base, self.candidate = base, candidate
        self._both = Reading(base), Reading(candidate)
        self._known: dict[Hashable, bool] = {}
        self._samples = self._both[0].shared_codes != self._both[1].shared_codes

    def can_differ(self, record: PatientRecord) -> bool:
        """Whether the outcome for this record could be another."""
        return any(self._lab(lab) for lab in record.labs) or self._facts(record)

    def outcomes(self, asked: Asked) -> tuple[Outcome, Outcome]:
        """What both states make of a record. What they read alike is worked out once."""
        base = outcome_of(asked, self.base)
        if any(self._reads_otherwise(lab) for lab in asked.record.labs):
            return base, outcome_of(asked, self.candidate)
        known = self._unchanged(asked.record, base)
        return base, outcome_of(asked, self.candidate, read=base.context, known=known)

    def _unchanged(self, record: PatientRecord, base: Outcome) -> dict[str, ParameterPackage]:
        """What is retrieved for a result whose own links stand, where the rest is read alike."""
        if self._facts(record):
            return {}
        same = {lab.id for lab in record.labs if not self._lab(lab)}
        packages = base.package.per_parameter
        return {package.result: package for package in packages if package.result in same}

    def _facts(self, record: PatientRecord) -> bool:
        """Whether anything but the results could be read differently."""
        return (
            any(self._fact("condition", one) for one in record.conditions)
            or any(self._fact("medication", one) for one in record.medications)
            or any(self._excluded(one) for one in record.excluded)
        )

    def _lab(self, lab: LabRecord) -> bool:
        if self._samples and (lab.notes or lab.specimen):
            return True
        named = Named.of(lab)
        return self._differs(("lab", named), lambda reading: list(_of_lab(reading, named)))

    def _reads_otherwise(self, lab: LabRecord) -> bool:
        named = Named.of(lab)

        def read(reading: Reading) -> Any:
            answers = named.answers(reading.graph.lookup)
            return answers, reading.reading(answers[0])

        return self._differs(("read", named), read)

    def _fact(self, kind: str, one: ConditionRecord | MedicationRecord | ExcludedItem) -> bool:
        label = label_of(one.name, one.codings, product=kind == "medication")
        question = (kind, label.codes, label.names, label.ingredients)

        def classes(reading: Reading) -> Any:
            names = reading.conditions if kind == "condition" else reading.medications
            return names.classes_by_code(label), names.classes_by_name(label)

        return self._differs(question, classes)

    def _excluded(self, one: ExcludedItem) -> bool:
        if one.kind in ("condition", "medication"):
            return self._fact(one.kind, one)
        codes = tuple(loinc_of(one.codings))
        find = (codes, one.name)
        return one.kind == "observation" and self._differs(
            ("excluded", *find),
            lambda reading: reading.graph.lookup.find(codes=codes, name=one.name),
        )

    def _differs(self, question: Hashable, ask: Callable[[Reading], Any]) -> bool:
        if question not in self._known:
            base, candidate = self._both
            self._known[question] = ask(base) != ask(candidate)
        return self._known[question]


def _of_lab(reading: Reading, named: Named) -> Iterator[Any]:
    """Every answer the stages need of one result."""
    answers = named.answers(reading.graph.lookup)
    yield answers
    yield from _entries(reading, answers[0])
    yield reading.sharing(named.name)


def _entries(reading: Reading, answer: LookupAnswer) -> Iterator[Any]:
    if answer.biomarker is not None:
        yield reading.biomarker(answer.biomarker)
    elif answer.domain is not None:
        yield reading.domain(answer.domain)
    yield reading.named(answer.candidates)
