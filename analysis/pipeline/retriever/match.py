"""The deterministic path: each asked-for item against the record, by code, class or name."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pipeline.ages import age_days, began_after, days_between
from analysis.pipeline.contracts import (
    FoundItem,
    LabResult,
    MatchMethod,
    MissingItem,
    MissingWhy,
    StaleItem,
)
from analysis.pipeline.laboratory import ReadLab, identity_by_name
from analysis.pipeline.retriever.entries import EntryIndex
from analysis.pipeline.retriever.record_index import RecordIndex
from analysis.pipeline.retriever.relevance import (
    bearing_of_absent,
    bearing_of_fact,
    bearing_of_parameter,
)
from analysis.pipeline.retriever.samples import Said, notes_on
from analysis.pipeline.timeline import began, status_words
from analysis.pipeline.validity import validity_days
from analysis.pipeline.wording import NOT_RECORDED
from graphcurate.contracts import LookupHow, RelatedItem, RelationKind
from medreview.fhir.record import ConditionRecord, ExcludedItem, MedicationRecord, Moment

PREGNANCY_KEY = "pregnancy"
BY_CODE = frozenset({LookupHow.LOINC, LookupHow.ALTERNATIVE_LOINC})
Ended = FoundItem | MissingItem | StaleItem


@dataclass(frozen=True)
class Matcher:
    """Answers what the record holds of one item, for one abnormal result."""

    index: RecordIndex

    def end_of(self, item: RelatedItem, result: LabResult) -> Ended:
        """Exactly one end for one asked-for item: found, stale or missing with the reason."""
        end = self._end_of(item, result)
        if isinstance(end, FoundItem):
            return end
        bearing = bearing_of_absent(item, result)
        return end.model_copy(update={"bears": bearing.material, "bears_why": bearing.why})

    def _end_of(self, item: RelatedItem, result: LabResult) -> Ended:
        if item.kind is RelationKind.PARAMETER:
            return self._parameter(item, result)
        if item.kind is RelationKind.CONDITION:
            return self._condition(item, result)
        if item.kind is RelationKind.MEDICATION:
            return self._medication(item, result)
        return self._preanalytical(item, result)

    def _parameter(self, item: RelatedItem, result: LabResult) -> Ended:
        same_test = self.index.laboratory.by_identity.get(_identity(item), ())
        return self.end_of_series(item, result, same_test) or self._missing_parameter(item)

    def end_of_series(
        self, item: RelatedItem, result: LabResult, same_test: Sequence[ReadLab]
    ) -> FoundItem | StaleItem | None:
        """Found or stale by results of one test, newest first; None when none says anything."""
        series = [read for read in same_test if read.has_value and read.lab.id != result.id]
        if not series:
            return None
        limit = validity_days(item.key, self.index.reader.snapshot)
        latest = series[0]
        if self._is_current(latest, limit):
            return self._found_parameter(item, result, latest, limit)
        near = [read for read in series if _is_near(read, result, limit)]
        if near:
            closest = min(near, key=lambda read: _distance(read, result))
            return self._found_parameter(item, result, closest, limit)
        return self._stale_parameter(item, latest, limit)

    def _is_current(self, read: ReadLab, limit: int) -> bool:
        age = age_days(read.lab.effective, self.index.reader.as_of)
        return age is not None and age <= limit

    def _found_parameter(
        self, item: RelatedItem, result: LabResult, read: ReadLab, limit: int
    ) -> FoundItem:
        shown = self.index.reader.result(read)
        near = _is_near(read, result, limit)
        bearing = bearing_of_parameter(item, result, shown, co_temporal=near)
        by_code = read.answer.how in BY_CODE
        return FoundItem(
            item=item,
            resource=shown.id,
            version=shown.version,
            name=shown.name,
            value=shown.value,
            interpretation=shown.interpretation,
            interpretation_derived=shown.interpretation_derived,
            flag_conflict=shown.flag_conflict,
            date=shown.effective.text or NOT_RECORDED,
            age_days=age_days(shown.effective, self.index.reader.as_of),
            status=shown.status,
            matched_by=MatchMethod.CODE if by_code else MatchMethod.NAME,
            current=self._is_current(read, limit),
            co_temporal=near,
            material=bearing.material,
            material_why=bearing.why,
        )

    def _stale_parameter(self, item: RelatedItem, read: ReadLab, limit: int) -> StaleItem:
        shown = self.index.reader.result(read)
        return StaleItem(
            item=item,
            resource=shown.id,
            version=shown.version,
            name=shown.name,
            value=shown.value,
            interpretation=shown.interpretation,
            interpretation_derived=shown.interpretation_derived,
            date=shown.effective.text or NOT_RECORDED,
            age_days=age_days(shown.effective, self.index.reader.as_of),
            limit_days=limit,
        )

    def _missing_parameter(self, item: RelatedItem) -> MissingItem:
        excluded = self.index.excluded_labs.get(item.key or "", [])
        return self._missing(item, excluded)

    def _condition(self, item: RelatedItem, result: LabResult) -> Ended:
        found = self.index.conditions.find(item)
        if found is None and item.key == PREGNANCY_KEY and self.index.pregnancy_condition:
            found = [self.index.pregnancy_condition], MatchMethod.CLASS
        if found is not None:
            return self.found_fact(item, result, found[0], found[1])
        if item.key == PREGNANCY_KEY and self.index.pregnancy is not None:
            return self._found_pregnancy(item, result, self.index.pregnancy)
        return self._missing(item, _entries(self.index.excluded_conditions, item))

    def _medication(self, item: RelatedItem, result: LabResult) -> Ended:
        found = self.index.medications.find(item)
        if found is None:
            return self._missing(item, _entries(self.index.excluded_medications, item))
        return self.found_fact(item, result, found[0], found[1])

    def found_fact(
        self,
        item: RelatedItem,
        result: LabResult,
        entries: Sequence[ConditionRecord | MedicationRecord],
        method: MatchMethod,
    ) -> FoundItem:
        """Found, by the entry of these that began first."""
        entry = _earliest(entries)
        word = "began" if isinstance(entry, ConditionRecord) else "was begun"
        first = began(entry)
        bearing = bearing_of_fact(item, result, began=first, word=word)
        return FoundItem(
            item=item,
            resource=entry.id,
            version=entry.version,
            name=entry.name,
            date=_text(first),
            age_days=age_days(first, self.index.reader.as_of),
            status=status_words(entry),
            matched_by=method,
            current=True,
            co_temporal=not began_after(first, result.effective),
            material=bearing.material,
            material_why=bearing.why,
        )

    def _found_pregnancy(self, item: RelatedItem, result: LabResult, read: ReadLab) -> FoundItem:
        bearing = bearing_of_fact(item, result, began=None, word="")
        return FoundItem(
            item=item,
            resource=read.lab.id,
            version=read.lab.version,
            name=read.lab.name,
            value=read.lab.value,
            date=_text(read.lab.effective),
            age_days=age_days(read.lab.effective, self.index.reader.as_of),
            status=read.lab.status,
            matched_by=MatchMethod.CODE,
            current=True,
            co_temporal=True,
            material=bearing.material,
            material_why=bearing.why,
        )

    def _preanalytical(self, item: RelatedItem, result: LabResult) -> Ended:
        """Only a note on this very sample counts; what is known of another says nothing."""
        said = self.index.samples.says(item, result)
        if said is None:
            return MissingItem(
                item=item,
                why=MissingWhy.NEVER_RECORDED,
                why_text="No note on this sample says so.",
                searched=len(notes_on(result)),
            )
        return self.found_note(item, result, said)

    def found_note(self, item: RelatedItem, result: LabResult, said: Said) -> FoundItem:
        """Found, by what a note on this very result says."""
        bearing = bearing_of_fact(item, result, began=None, word="")
        return FoundItem(
            item=item,
            resource=result.id,
            version=result.version,
            name=said.note,
            date=_text(result.effective),
            age_days=age_days(result.effective, self.index.reader.as_of),
            status=result.status,
            matched_by=said.method,
            current=True,
            co_temporal=True,
            material=bearing.material,
            material_why=bearing.why,
        )

    def _missing(self, item: RelatedItem, excluded: list[ExcludedItem]) -> MissingItem:
        searched = self.index.searched(item.kind)
        if excluded:
            reasons = " ".join(dict.fromkeys(entry.reason for entry in excluded))
            return MissingItem(
                item=item,
                why=MissingWhy.EXCLUDED,
                why_text=f"The record has it, but it does not count. {reasons}",
                excluded=tuple(entry.id for entry in excluded),
                searched=searched,
            )
        if item.kind in self.index.unavailable:
            return MissingItem(
                item=item,
                why=MissingWhy.SOURCE_UNAVAILABLE,
                why_text="Part of the record was not obtained, so nobody can say it is not there.",
                searched=searched,
            )
        return MissingItem(
            item=item,
            why=MissingWhy.NEVER_RECORDED,
            why_text="Nothing in the record matches it.",
            searched=searched,
        )


def _identity(item: RelatedItem) -> str:
    """Under what the results of an item are kept; what the graph lacks goes by its name."""
    return item.key or identity_by_name(item.name)


def _is_near(read: ReadLab, result: LabResult, limit: int) -> bool:
    days = days_between(read.lab.effective, result.effective)
    return days is not None and days <= limit


def _distance(read: ReadLab, result: LabResult) -> tuple[int, str]:
    return days_between(read.lab.effective, result.effective) or 0, read.lab.id


def _earliest(
    entries: Sequence[ConditionRecord | MedicationRecord],
) -> ConditionRecord | MedicationRecord:
    """The entry that began first: a medicine taken for years is not new with its new order."""
    return min(entries, key=_begin_key)


def _begin_key(entry: ConditionRecord | MedicationRecord) -> tuple[bool, str, str]:
    first = began(entry)
    if first is None or first.date is None:
        return True, "", entry.id
    return False, first.date.isoformat(), entry.id


def _entries(index: EntryIndex[ExcludedItem], item: RelatedItem) -> list[ExcludedItem]:
    found = index.find(item)
    return found[0] if found is not None else []


def _text(moment: Moment | None) -> str:
    return moment.text if moment is not None and moment.text else NOT_RECORDED
