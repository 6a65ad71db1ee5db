"""Which Observations are laboratory results, and which test of the graph each one is."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from analysis.pipeline.ages import is_after, order_key
from graphcurate.contracts import LookupAnswer, LookupHow
from graphcurate.lookup import Lookup
from medreview.fhir.codes import loinc_of
from medreview.fhir.duplicates import merge_converted
from medreview.fhir.record import ExcludedItem, LabRecord, PatientRecord, ValueKind
from medreview.fhir.units import Factor, charge_factors

OTHER_CATEGORIES = frozenset(
    {
        "vital-signs",
        "survey",
        "social-history",
        "imaging",
        "exam",
        "procedure",
        "therapy",
        "activity",
        "functional-status",
        "disability-status",
        "sdoh",
    }
)
NOT_LABORATORY = "not a laboratory result"
AFTER_AS_OF = "after as_of"

_KNOWN = frozenset(
    {LookupHow.LOINC, LookupHow.ALTERNATIVE_LOINC, LookupHow.NAME, LookupHow.SYNONYM}
)


def identity_by_name(name: str) -> str:
    """What makes results the same test where neither the graph nor a code says."""
    return f"name:{name.casefold()}"


@dataclass(frozen=True)
class ReadLab:
    """One laboratory result and the test it is of."""

    lab: LabRecord
    answer: LookupAnswer
    loinc: str | None

    @property
    def biomarker(self) -> str | None:
        """The graph's key of the test; None when the graph has no entry for it."""
        return self.answer.biomarker

    @property
    def identity(self) -> str:
        """What makes two results the same test: the graph's key, else the code, else the name."""
        if self.answer.biomarker is not None:
            return self.answer.biomarker
        return f"loinc:{self.loinc}" if self.loinc else identity_by_name(self.lab.name)

    @property
    def has_value(self) -> bool:
        """Whether it says anything that could stand for the test."""
        return self.lab.value.kind is not ValueKind.ABSENT


@dataclass
class Laboratory:
    """A record's laboratory results known at ``as_of``, by test and newest first."""

    results: list[ReadLab] = field(default_factory=list)
    by_identity: dict[str, list[ReadLab]] = field(default_factory=lambda: defaultdict(list))
    by_id: dict[str, ReadLab] = field(default_factory=dict)
    by_name_alone: dict[str, list[ReadLab]] = field(default_factory=lambda: defaultdict(list))
    """Results under a code the graph lacks, by the test their name alone would mean."""
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Ids of Observations that are not read, and why."""

    @classmethod
    def of(cls, record: PatientRecord, lookup: Lookup, as_of: dt.datetime) -> "Laboratory":
        """Sort every usable Observation: read, or left out with its reason."""
        laboratory = cls()
        reads = {lab.id: identify(lab, lookup) for lab in record.labs}
        for lab in _once(record, reads, lookup):
            read = replace(reads[lab.id], lab=lab)
            reason = _why_not(read, as_of)
            if reason is None:
                laboratory._add(read)
                laboratory._add_by_name(read, lookup)
            else:
                copies = [name for name in (lab.id, *lab.duplicates) if name in reads]
                laboratory.left_out += [(name, reason) for name in copies]
        for same_test in laboratory.by_identity.values():
            same_test.sort(key=_newest_first, reverse=True)
        return laboratory

    def latest(self, identity: str) -> ReadLab | None:
        """The newest result of a test that says anything."""
        return next((read for read in self.by_identity.get(identity, ()) if read.has_value), None)

    def _add_by_name(self, read: ReadLab, lookup: Lookup) -> None:
        if read.loinc is not None and read.biomarker is None:
            meant = lookup.find_name(
                read.lab.name,
                specimen=read.lab.specimen.type if read.lab.specimen else None,
                unit=read.lab.value.ucum or read.lab.value.unit,
            )
            if meant.biomarker is not None:
                self.by_name_alone[meant.biomarker].append(read)

    def _add(self, read: ReadLab) -> None:
        self.results.append(read)
        self.by_identity[read.identity].append(read)
        for name in (read.lab.id, *read.lab.duplicates):
            self.by_id[name] = read


def _once(
    record: PatientRecord, reads: Mapping[str, ReadLab], lookup: Lookup
) -> tuple[LabRecord, ...]:
    """Each measurement once, also when it was sent in two units of its test."""

    def factors(biomarker: str) -> tuple[Factor, ...]:
        known = lookup.snapshot.biomarkers[biomarker].conversions
        return (
            *(Factor.model_validate(one.model_dump()) for one in known),
            *charge_factors(biomarker),
        )

    return merge_converted(
        record.labs,
        biomarker_of=lambda lab: reads[lab.id].biomarker,
        factors_of=cache(factors),
    )


def identify(lab: LabRecord, lookup: Lookup) -> ReadLab:
    """Which test a result is of: by LOINC, only without one by name, else by its domain."""
    codes = loinc_of(lab.codings)
    display = next((coding.display for coding in lab.codings if coding.code in codes), None)
    answer = lookup.find(
        codes=codes,
        name=lab.name,
        specimen=lab.specimen.type if lab.specimen else None,
        unit=lab.value.ucum or lab.value.unit,
        unitless=not (lab.value.ucum or lab.value.unit),
        display=display,
    )
    return ReadLab(lab=lab, answer=answer, loinc=codes[0] if codes else None)


def excluded_by_identity(
    excluded: Iterable[ExcludedItem], lookup: Lookup
) -> dict[str, list[ExcludedItem]]:
    """Observations the gate kept out, by the test they are of."""
    found: dict[str, list[ExcludedItem]] = defaultdict(list)
    for item in excluded:
        if item.kind == "observation":
            answer = lookup.find(codes=loinc_of(item.codings), name=item.name)
            if answer.biomarker is not None:
                found[answer.biomarker].append(item)
    return found


def is_laboratory(read: ReadLab) -> bool:
    """Its category says so, its report says so, or the graph knows the test."""
    if read.lab.said_to_be_laboratory():
        return True
    categories = {category.casefold() for category in read.lab.categories}
    if categories & OTHER_CATEGORIES and read.answer.how not in _BY_CODE:
        return False
    return read.answer.how in _KNOWN


_BY_CODE = frozenset({LookupHow.LOINC, LookupHow.ALTERNATIVE_LOINC})


def _why_not(read: ReadLab, as_of: dt.datetime) -> str | None:
    if not is_laboratory(read):
        return NOT_LABORATORY
    return AFTER_AS_OF if is_after(read.lab.effective, as_of) else None


def _newest_first(read: ReadLab) -> tuple[object, ...]:
    issued = order_key(read.lab.issued) if read.lab.issued else order_key(read.lab.effective)
    return *order_key(read.lab.effective), *issued, read.lab.version, read.lab.id
