"""From what the record says of a result to what the graph and the ranges know of it."""

import datetime as dt
from dataclasses import dataclass, field

from analysis.pipeline.contracts import DerivedFlag, LabResult
from analysis.pipeline.laboratory import ReadLab
from analysis.pipeline.person import DAYS_PER_WEEK, LONGEST_PREGNANCY_WEEKS, pregnancy_at
from analysis.pipeline.stage import StageContext
from analysis.pipeline.unit_doubt import unit_doubt
from graphcurate.contracts import Biomarker, Snapshot
from medreview.fhir.dates import age_in_days
from medreview.fhir.flags import OwnFlag, conflict, derive
from medreview.fhir.ranges import Choice, Person, choose
from medreview.fhir.record import LabRecord, PersonRecord, ValueKind
from medreview.fhir.units import Factor, charge_factors, known_unit

MEASURED = frozenset({ValueKind.NUMBER, ValueKind.INTERVAL, ValueKind.RANGE, ValueKind.RATIO})


@dataclass
class ResultReader:
    """Reads the results of one person at one moment; each is worked out once."""

    snapshot: Snapshot
    as_of: dt.datetime
    person: PersonRecord
    pregnant_days: int | None = None
    """For how many days before ``as_of`` the patient may have been pregnant; None if not."""
    _done: dict[str, LabResult] = field(default_factory=dict)
    _factors: dict[str, tuple[Factor, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, context: StageContext) -> "ResultReader":
        """The reader for one analysis: each stage gets the same one."""
        given = (context.record, context.snapshot, context.as_of)
        known = context.reader.of(given)
        if isinstance(known, cls):
            return known
        state = pregnancy_at(context.record, context.as_of)
        weeks = (state.weeks or LONGEST_PREGNANCY_WEEKS) if state else None
        reader = cls(
            snapshot=context.snapshot,
            as_of=context.as_of,
            person=context.record.person,
            pregnant_days=None if weeks is None else weeks * DAYS_PER_WEEK,
        )
        context.reader.keep(given, reader)
        return reader

    def result(self, read: ReadLab) -> LabResult:
        """The result with its range, our own flag and what it means."""
        known = self._done.get(read.lab.id)
        if known is None:
            known = self._done[read.lab.id] = self._work_out(read)
        return known

    def factors(self, biomarker: str | None) -> tuple[Factor, ...]:
        """How this analyte's units become one another."""
        key = biomarker or ""
        if key not in self._factors:
            entry = self.snapshot.biomarkers.get(key)
            own = entry.conversions if entry is not None else ()
            self._factors[key] = (
                *(Factor.model_validate(one.model_dump()) for one in own),
                *charge_factors(biomarker),
            )
        return self._factors[key]

    def who(self, lab: LabRecord) -> Person:
        """The person at the time the sample was taken."""
        day = lab.effective.date or self.as_of.date()
        born = self.person.birth_date
        return Person(
            sex=self.person.sex,
            # A sample dated before the birth is misdated: the age at as_of is the nearest truth.
            age_days=age_in_days(born, lab.effective) or age_in_days(born, self.as_of),
            pregnant=self.pregnant_days is not None
            and (self.as_of.date() - day).days <= self.pregnant_days,
        )

    def choice(self, read: ReadLab) -> Choice:
        """The range that applies to a result, or why none does."""
        entry = self.snapshot.biomarkers.get(read.biomarker or "")
        intervals = entry.intervals_for(read.loinc) if entry is not None else ()
        return choose(
            read.lab.ranges,
            [one for one in intervals if one.owner != "default"],
            [one for one in intervals if one.owner == "default"],
            value=read.lab.value,
            person=self.who(read.lab),
            factors=self.factors(read.biomarker),
        )

    def _work_out(self, read: ReadLab) -> LabResult:
        lab, entry = read.lab, self.snapshot.biomarkers.get(read.biomarker or "")
        choice = self.choice(read)
        own = derive(lab.value, choice, lab.ranges)
        sent = lab.source_flag or lab.source_flag_text
        decided = own.flag is not OwnFlag.UNDECIDABLE
        return LabResult(
            id=lab.id,
            version=lab.version,
            name=lab.name,
            standard_name=entry.name if entry is not None else None,
            biomarker=read.biomarker,
            domain=entry.domain if entry is not None else read.answer.domain,
            loinc=read.loinc,
            codings=lab.codings,
            value=lab.value,
            unit_known=_unit_known(lab, entry),
            doubt=unit_doubt(lab.value, entry, self.factors(read.biomarker)),
            range=choice.range,
            source_flag=lab.source_flag,
            source_flag_text=lab.source_flag_text,
            derived_flag=DerivedFlag(flag=own.flag.value, why=own.why),
            flag_conflict=conflict(lab.source_flag, lab.source_flag_text, own),
            interpretation=sent or (own.flag.value if decided else None),
            interpretation_derived=not sent and decided,
            effective=lab.effective,
            status=lab.status,
            report=lab.report,
            category=lab.categories,
            specimen=lab.specimen,
            method=lab.method,
            performer=lab.performer,
            notes=lab.notes,
            duplicates=lab.duplicates,
            earlier=lab.earlier,
        )


def _unit_known(lab: LabRecord, entry: Biomarker | None) -> bool:
    """Whether the unit can be read; a dimensionless test of the graph needs none."""
    if lab.value.kind not in MEASURED:
        return True
    if lab.value.ucum is not None or known_unit(lab.value.unit) is not None:
        return True
    return not lab.value.unit and entry is not None and not entry.units
