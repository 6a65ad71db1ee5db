"""A patient's whole record out of FHIR resources: gated, without doubles, with its receipt."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from medreview.common.clock import now
from medreview.fhir import duplicates
from medreview.fhir.dates import read_when
from medreview.fhir.elements import Json, objects_at, text_at
from medreview.fhir.gate import status_word, why_excluded
from medreview.fhir.listings import Listings, listing_of
from medreview.fhir.lists import DENIAL_OVERRULED, last_word, overruled_denials, stopped_later
from medreview.fhir.mapping.medicine import medicine_of, read_medication
from medreview.fhir.mapping.observation import (
    Frame,
    count_inner,
    inner_frames,
    members_of,
    read_observation,
)
from medreview.fhir.mapping.person import read_person
from medreview.fhir.mapping.shared import references_to_shared
from medreview.fhir.mapping.statements import (
    NAMELESS,
    concept_of,
    read_allergy,
    read_condition,
    read_encounter,
    read_procedure,
    read_report,
)
from medreview.fhir.negation import Nothing, denies
from medreview.fhir.receipt import Tally
from medreview.fhir.record import (
    AllergyRecord,
    ConditionRecord,
    EncounterRecord,
    ExcludedItem,
    LabRecord,
    MedicationRecord,
    PatientRecord,
    ProcedureRecord,
    Quarantined,
    ReportRecord,
)
from medreview.fhir.shelf import Item, Sent, Shelf, contained_in
from medreview.fhir.states import (
    ALLERGIES,
    CONDITIONS,
    MEDICATIONS,
    is_list_of_ours,
    state_of,
    stated_states,
)
from medreview.fhir.subjects import NOBODY, why_not_theirs

KINDS = {
    "Observation": "observation",
    "Condition": "condition",
    "MedicationStatement": "medication",
    "MedicationRequest": "medication",
    "AllergyIntolerance": "allergy",
    "Procedure": "procedure",
    "DiagnosticReport": "report",
    "Encounter": "encounter",
}
"""How an excluded item calls its kind."""

_STOPPED = frozenset({"stopped", "not-taken", "ended"})
_STATED_ONLY = "This product stores it and does not read it."
_OLDER = "An older version of the same resource came with it."


def build_record(
    resources: Iterable[Json | Sent],
    patient_ref: str,
    *,
    as_of: dt.datetime | None = None,
    quarantined: Iterable[tuple[str, Quarantined]] = (),
    gaps: Iterable[str] = (),
) -> PatientRecord:
    """Everything these resources say about one patient (``Patient/x``), as it was at ``as_of``.

    ``as_of`` (default: now) decides only which courses and conditions have ended. Any JSON is
    taken: what can't be used is excluded by name. ``quarantined`` pairs a type with an entry
    that could not be taken, and ``gaps`` are sentences about what the source did not send:
    with either, the read is not complete. The receipt counts every usable Observation as used;
    see ``receipt.with_not_used`` for who finishes it.
    """
    reading = Reading(Shelf(resources), patient_ref, as_of or now())
    return reading.record(quarantined, gaps)


@dataclass
class Reading:
    """One pass over a shelf of resources."""

    shelf: Shelf
    patient: str
    as_of: dt.datetime
    tally: Tally = field(default_factory=Tally)
    excluded: list[ExcludedItem] = field(default_factory=list)
    labs: list[LabRecord] = field(default_factory=list)
    conditions: list[ConditionRecord] = field(default_factory=list)
    medications: list[MedicationRecord] = field(default_factory=list)
    allergies: list[AllergyRecord] = field(default_factory=list)
    procedures: list[ProcedureRecord] = field(default_factory=list)
    reports: list[ReportRecord] = field(default_factory=list)
    encounters: list[EncounterRecord] = field(default_factory=list)
    denials: dict[str, set[Nothing]] = field(default_factory=dict)
    stopped: list[MedicationRecord] = field(default_factory=list)
    listings: Listings = field(init=False)
    owners: dict[str, str | None] = field(default_factory=dict)
    """Why a resource is not this patient's, by its name, once it was asked."""

    def record(
        self, quarantined: Iterable[tuple[str, Quarantined]], gaps: Iterable[str]
    ) -> PatientRecord:
        """The record; a reading is used once."""
        self.listings = Listings(self.shelf, self._theirs("DiagnosticReport"))
        for item in self.shelf:
            self.tally.received[item.kind] += 1
            self._take(item)
        for old in self.shelf.older:
            self.tally.received[old.kind] += 1
            self.tally.leave(old.kind, old.key, _OLDER)
        self._leave_unreferenced()
        self._drop_stopped()
        self._settle_allergies()
        self.tally.gaps += [*gaps, *self._missing_results()]
        stated = stated_states(item.content for item in self._theirs("List", "Composition"))
        return PatientRecord(
            person=read_person(self.shelf.find(self.patient), self.patient),
            labs=duplicates.merge(self.labs),
            conditions=tuple(self.conditions),
            medications=tuple(self.medications),
            allergies=tuple(self.allergies),
            procedures=tuple(self.procedures),
            reports=tuple(self.reports),
            encounters=tuple(self.encounters),
            excluded=tuple(self.excluded),
            conditions_state=state_of(
                items=bool(self.conditions),
                denied=Nothing.ALL in self._denied("Condition"),
                stated=stated.get(CONDITIONS),
            ),
            medications_state=state_of(
                items=bool(self.medications),
                denied=Nothing.ALL
                in self._denied("MedicationStatement") | self._denied("MedicationRequest"),
                stated=stated.get(MEDICATIONS),
            ),
            allergies_state=state_of(
                items=any(not one.none_known for one in self.allergies),
                denied=not self._denied("AllergyIntolerance").isdisjoint(
                    {Nothing.ALL, Nothing.MEDICINES}
                ),
                stated=stated.get(ALLERGIES),
            ),
            receipt=self.tally.close(quarantined),
        )

    def _denied(self, kind: str) -> set[Nothing]:
        return self.denials.get(kind, set())

    def _theirs(self, *kinds: str) -> Iterator[Item]:
        for item in self.shelf.of(*kinds):
            if self._not_theirs(item) is None:
                yield item

    def _not_theirs(self, item: Item) -> str | None:
        if item.key not in self.owners:
            self.owners[item.key] = why_not_theirs(item, self.patient, self.shelf)
        return self.owners[item.key]

    def _take(self, item: Item) -> None:
        if item.kind == "Patient":
            if item.key != self.shelf.key_of(self.patient):
                self._exclude(item, "It is another person's.")
            return
        if item.kind in ("Medication", "Specimen"):
            return
        if not self._is_read(item):
            self.tally.leave(item.kind, item.key, _STATED_ONLY)
            return
        reason = self._not_theirs(item) or self.listings.why_withdrawn(item.key)
        reason = reason or why_excluded(item.content, self.as_of)
        if reason:
            self._exclude(item, reason)
            self._note_stopped(item)
            return
        reader = _READERS.get(item.kind)
        if reader:
            reader(self, item)

    def _note_stopped(self, item: Item) -> None:
        if item.kind.startswith("Medication") and text_at(item.content, "status") in _STOPPED:
            stopped = read_medication(item, self.shelf)
            # What was said only after the day that is looked at stopped nothing by then.
            if last_word(stopped) <= self.as_of:
                self.stopped.append(stopped)

    def _is_read(self, item: Item) -> bool:
        if item.kind in ("List", "Composition"):
            return is_list_of_ours(item.content)
        return item.kind in KINDS

    def _exclude(self, item: Item, reason: str, *, inner: bool = False) -> None:
        if not inner:
            self.tally.exclude(item.kind, item.key, reason)
        if item.kind not in KINDS or (reason == NOBODY and item.kind == "Encounter"):
            return
        name, codings = concept_of(item.content)
        if item.kind.startswith("Medication"):
            name, codings = medicine_of(item.content, self.shelf)
        self.excluded.append(
            ExcludedItem(
                kind=KINDS[item.kind],
                id=item.key,
                name=name or NAMELESS,
                codings=codings,
                status=status_word(item.content),
                reason=reason,
                at=read_when(item.content, *_TIMES),
            )
        )

    # Observations and reports

    def _observation(self, item: Item) -> None:
        frame = Frame(
            key=item.key,
            content=item.content,
            version=item.version,
            shelf=self.shelf,
            holder=item.content,
            listing=self.listings.of(item.key),
            earlier=item.earlier,
        )
        self._read_frame(frame, item.kind)

    def _read_frame(self, frame: Frame, kind: str) -> None:
        components, contained = count_inner(frame.content)
        self.tally.components[kind] += components
        self.tally.contained[kind] += contained
        self.labs.extend(read_observation(frame))
        for inner in inner_frames(frame):
            self._read_inner(inner, kind)

    def _read_inner(self, frame: Frame, kind: str) -> None:
        item = Item(frame.key, "Observation", frame.content, frame.version)
        reason = self._inner_not_theirs(item, frame.holder)
        if reason := reason or why_excluded(item.content, self.as_of):
            self._exclude(item, reason, inner=True)
        else:
            self.labs.extend(read_observation(frame))
            self.tally.components[kind] += count_inner(frame.content)[0]

    def _inner_not_theirs(self, item: Item, holder: Json) -> str | None:
        """Something contained without a subject has its holder's."""
        if "subject" not in item.content and "focus" not in item.content:
            return None
        return why_not_theirs(item, self.patient, self.shelf, holder)

    def _report(self, item: Item) -> None:
        results = [text_at(one, "reference") for one in objects_at(item.content, "result")]
        keys = [
            f"{item.key}{one}" if one.startswith("#") else self.shelf.key_of(one)
            for one in results
            if one
        ]
        self.reports.append(read_report(item, tuple(keys)))
        inner = contained_in(item.content, "Observation")
        self.tally.contained[item.kind] += len(inner)
        frame = Frame(
            key=item.key,
            content=item.content,
            version=item.version,
            shelf=self.shelf,
            holder=item.content,
            listing=listing_of(item),
        )
        for one in inner_frames(frame):
            self._read_inner(one, item.kind)

    def _missing_results(self) -> Iterator[str]:
        """Reports and panels that name results nobody sent."""
        for item in self._theirs("DiagnosticReport", "Observation"):
            if why_excluded(item.content, self.as_of):
                continue
            named = [text_at(one, "reference") for one in objects_at(item.content, "result")]
            named += members_of(item.content)
            missing = sum(1 for one in named if one and not self.shelf.find(one, item.content))
            if missing:
                yield f"{item.key} names {missing} {_plural(missing)} that did not come."

    # The three lists

    def _condition(self, item: Item) -> None:
        if not self._is_denial(item):
            self.conditions.append(read_condition(item))

    def _medication(self, item: Item) -> None:
        if not self._is_denial(item):
            self.medications.append(read_medication(item, self.shelf))

    def _is_denial(self, item: Item) -> bool:
        name, codings = concept_of(item.content)
        if item.kind.startswith("Medication"):
            name, codings = medicine_of(item.content, self.shelf)
        nothing = denies(item.kind, name, codings)
        if nothing:
            self.denials.setdefault(item.kind, set()).add(nothing)
        return nothing is not None

    def _allergy(self, item: Item) -> None:
        denial = self._is_denial(item)
        if denial and denies(item.kind, *concept_of(item.content)) is Nothing.NOT_ASKED:
            return
        self.allergies.append(read_allergy(item, none_known=denial))

    def _settle_allergies(self) -> None:
        for allergy, nothing in overruled_denials(self.allergies, self.shelf):
            self.allergies.remove(allergy)
            self.denials["AllergyIntolerance"].discard(nothing)
            self._exclude(self.shelf.items[allergy.id], DENIAL_OVERRULED)

    def _drop_stopped(self) -> None:
        for medicine, reason in stopped_later(self.medications, self.stopped):
            self.medications.remove(medicine)
            self._exclude(self.shelf.items[medicine.id], reason)

    def _leave_unreferenced(self) -> None:
        used = set(self._referenced())
        for item in self.shelf.of("Medication", "Specimen"):
            if item.key not in used:
                self.tally.leave(item.kind, item.key, "Nothing in this record refers to it.")

    def _referenced(self) -> Iterator[str]:
        for item in self._theirs(*KINDS):
            for reference in references_to_shared(item.content):
                yield self.shelf.key_of(reference)


_TIMES = (
    "effectiveDateTime",
    "effectivePeriod",
    "effectiveInstant",
    "onsetDateTime",
    "performedDateTime",
    "performedPeriod",
    "occurrenceDateTime",
    "authoredOn",
    "dateAsserted",
    "recordedDate",
    "assertedDate",
    "issued",
)


def _plural(count: int) -> str:
    return "result" if count == 1 else "results"


_READERS: dict[str, Callable[[Reading, Item], None]] = {
    "Observation": Reading._observation,
    "DiagnosticReport": Reading._report,
    "Condition": Reading._condition,
    "MedicationStatement": Reading._medication,
    "MedicationRequest": Reading._medication,
    "AllergyIntolerance": Reading._allergy,
    "Procedure": lambda reading, item: reading.procedures.append(read_procedure(item)),
    "Encounter": lambda reading, item: reading.encounters.append(read_encounter(item)),
}
