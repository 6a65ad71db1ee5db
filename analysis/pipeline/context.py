"""What one analysis reads of one patient: every result sorted by what can be said of it."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from analysis.pipeline.ages import age_days, is_older, order_key
from analysis.pipeline.calm import why_not_nothing_abnormal
from analysis.pipeline.contracts import (
    CorrectedResult,
    LabResult,
    PatientContext,
    Scope,
    StaleResult,
    Superseded,
    Undecidable,
    Unmapped,
)
from analysis.pipeline.corrected import earlier_values, normal_name
from analysis.pipeline.critical import crossing_of, find_criticals
from analysis.pipeline.laboratory import Laboratory, ReadLab
from analysis.pipeline.lists import allergy_list, condition_list, medication_list
from analysis.pipeline.person import demographics_of
from analysis.pipeline.reading_receipt import final_receipt
from analysis.pipeline.results import ResultReader
from analysis.pipeline.sides import ABNORMAL_SIDES, Side, side_of
from analysis.pipeline.stage import StageContext
from analysis.pipeline.validity import validity_days
from analysis.pipeline.wording import shown_name
from graphcurate.contracts import LookupAnswer, LookupHow, Snapshot

NO_DATE = "It has no date, so nobody can tell whether it is current."


@dataclass(frozen=True)
class ContextBuilder:
    """From a patient's record to what an analysis may speak of."""

    name: ClassVar[str] = "gather"
    field: ClassVar[str] = "context"
    output: ClassVar[type[PatientContext]] = PatientContext

    def run(self, context: StageContext) -> PatientContext:
        """Every result in its place, and whether nothing abnormal may be said."""
        record, as_of = context.record, context.as_of
        laboratory = context.laboratory
        reader = ResultReader.of(context)
        sorted_results = _Sorter(reader, context.scope)
        sorted_results.sort(laboratory)
        receipt = final_receipt(record, laboratory, context.now)
        why_not = why_not_nothing_abnormal(
            receipt,
            abnormal=len(sorted_results.abnormal),
            undecidable=len(sorted_results.undecidable),
            stale_abnormal=sorted_results.stale_abnormal,
            normal=len(sorted_results.normal_names),
            critical=len(find_criticals(laboratory, reader).items),
        )
        newest = max(
            laboratory.results, key=lambda read: order_key(read.lab.effective), default=None
        )
        return PatientContext(
            patient=record.person.id,
            as_of=as_of,
            scope=context.scope,
            demographics=demographics_of(record, as_of),
            abnormal=tuple(sorted_results.abnormal_in_order()),
            normal_names=tuple(sorted(set(sorted_results.normal_names))),
            stale=tuple(sorted_results.stale),
            corrected=tuple(sorted_results.corrected),
            superseded=tuple(sorted_results.superseded),
            undecidable=tuple(sorted_results.undecidable),
            unmapped=tuple(sorted_results.unmapped),
            active_conditions=condition_list(record, as_of),
            active_medications=medication_list(record, as_of),
            allergies=allergy_list(record, as_of),
            nothing_abnormal=not why_not,
            why_not_nothing_abnormal=why_not,
            last_result_on=newest.lab.effective.text or None if newest else None,
            receipt=receipt,
        )


@dataclass
class _Sorter:
    """Puts each result in its list, test by test."""

    reader: ResultReader
    scope: Scope
    abnormal: list[LabResult] = field(default_factory=list)
    normal_names: list[str] = field(default_factory=list)
    stale: list[StaleResult] = field(default_factory=list)
    stale_abnormal: int = 0
    corrected: list[CorrectedResult] = field(default_factory=list)
    superseded: list[Superseded] = field(default_factory=list)
    undecidable: list[Undecidable] = field(default_factory=list)
    unmapped: list[Unmapped] = field(default_factory=list)
    critical: set[str] = field(default_factory=set)

    def sort(self, laboratory: Laboratory) -> None:
        """Sort every test's results that the analysis is about."""
        for series in laboratory.by_identity.values():
            in_scope = [read for read in series if self._is_in_scope(read)]
            if in_scope:
                self._sort_test(in_scope)

    def abnormal_in_order(self) -> list[LabResult]:
        """Criticals first, then the newest; the same record gives the same order."""
        return sorted(self.abnormal, key=self._order)

    def _sort_test(self, series: list[ReadLab]) -> None:
        if not series[0].has_value:
            self._note_absent(series[0])
        with_value = [read for read in series if read.has_value]
        if not with_value:
            return
        latest = self._spokesman(with_value)
        older = [read for read in with_value if read is not latest]
        if self.scope.all_results:
            self._add_history(older)
        self.superseded.extend(
            Superseded(id=read.lab.id, name=read.lab.name, by=latest.lab.id) for read in older
        )
        if latest.biomarker is None:
            self._note_unmapped(latest)
        self._place(latest)

    def _spokesman(self, series: list[ReadLab]) -> ReadLab:
        """The newest result; of several that nobody can put in order, the most alarming."""
        newest = [read for read in series if not _came_before(read, series[0])]
        return newest[0] if len(newest) == 1 else min(newest, key=self._calm)

    def _calm(self, read: ReadLab) -> int:
        result = self.reader.result(read)
        if crossing_of(read, self.reader) is not None:
            return 0
        side = side_of(result)
        if side in ABNORMAL_SIDES:
            return 1
        return 3 if side is Side.NORMAL and result.flag_conflict is None else 2

    def _place(self, read: ReadLab) -> None:
        result = self.reader.result(read)
        side = side_of(result)
        beyond = crossing_of(read, self.reader) is not None
        age = age_days(result.effective, self.reader.as_of)
        limit = validity_days(read.biomarker, self.reader.snapshot)
        if age is not None and age > limit:
            self._note_stale(result, age, limit, side=side, was_critical=beyond)
            return
        if beyond:
            self.critical.add(result.id)
        self._note_corrected(read)
        self._place_current(result, side)

    def _place_current(self, result: LabResult, side: Side) -> None:
        if result.effective.date is None:
            self._note_undecidable(result, NO_DATE)
        elif side in ABNORMAL_SIDES:
            self.abnormal.append(result)
        elif side is Side.NORMAL and result.flag_conflict is None:
            self.normal_names.append(normal_name(result))
        else:
            own = result.derived_flag.why if result.derived_flag else ""
            self._note_undecidable(result, result.flag_conflict or own)

    def _note_corrected(self, read: ReadLab) -> None:
        result = self.reader.result(read)
        for before in earlier_values(result):
            self.corrected.append(
                CorrectedResult(
                    id=result.id,
                    name=shown_name(result),
                    value=result.value,
                    before=before,
                    was_critical=crossing_of(read, self.reader, value=before) is not None,
                )
            )

    def _note_stale(
        self, result: LabResult, age: int, limit: int, *, side: Side, was_critical: bool
    ) -> None:
        fields = {name: getattr(result, name) for name in LabResult.model_fields}
        self.stale.append(
            StaleResult(**fields, age_days=age, limit_days=limit, was_critical=was_critical)
        )
        if side in ABNORMAL_SIDES or was_critical:
            self.stale_abnormal += 1
            if self.scope.all_results:
                self.abnormal.append(result)

    def _add_history(self, older: Iterable[ReadLab]) -> None:
        results = (self.reader.result(read) for read in older)
        self.abnormal.extend(result for result in results if side_of(result) in ABNORMAL_SIDES)

    def _note_absent(self, read: ReadLab) -> None:
        result = self.reader.result(read)
        limit = validity_days(read.biomarker, self.reader.snapshot)
        age = age_days(result.effective, self.reader.as_of)
        if age is None or age <= limit:
            why = result.derived_flag.why if result.derived_flag else "There is no value."
            self._note_undecidable(result, why)

    def _note_undecidable(self, result: LabResult, why: str) -> None:
        self.undecidable.append(
            Undecidable(
                id=result.id,
                name=shown_name(result),
                why=why,
                undated=why == NO_DATE,
                flag_conflict=bool(result.flag_conflict),
            )
        )

    def _note_unmapped(self, read: ReadLab) -> None:
        self.unmapped.append(
            Unmapped(
                id=read.lab.id,
                name=read.lab.name,
                codings=read.lab.codings,
                why=why_unmapped(read.answer, self.reader.snapshot),
            )
        )

    def _is_in_scope(self, read: ReadLab) -> bool:
        wanted = self.scope.report
        if wanted is None:
            return True
        given = read.lab.report
        return given is not None and given.rsplit("/", 1)[-1] == wanted.rsplit("/", 1)[-1]

    def _order(self, result: LabResult) -> tuple[bool, int, str, str]:
        day = result.effective.date or dt.date.min
        return result.id not in self.critical, -day.toordinal(), shown_name(result), result.id


def _came_before(read: ReadLab, other: ReadLab) -> bool:
    """Whether a result was certainly drawn, or of one draw certainly issued, before another."""
    if is_older(read.lab.effective, other.lab.effective):
        return True
    issued, later = read.lab.issued, other.lab.issued
    return issued is not None and later is not None and is_older(issued, later)


def why_unmapped(answer: LookupAnswer, snapshot: Snapshot) -> str:
    """Why a result has no entry in the graph, in one sentence."""
    if answer.how is LookupHow.AMBIGUOUS:
        names = " or ".join(_names(answer.candidates, snapshot))
        return f"Its name alone could mean {names}."
    if answer.domain is not None and answer.domain in snapshot.domains:
        name = snapshot.domains[answer.domain].names.get("en", answer.domain)
        return f"The graph has no entry for it; it is read by its domain, {name}."
    return "The graph has no entry for it."


def _names(keys: Iterable[str], snapshot: Snapshot) -> Iterator[str]:
    for key in keys:
        entry = snapshot.biomarkers.get(key)
        yield entry.name if entry is not None else key
