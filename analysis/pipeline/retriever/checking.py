"""Whether the record bears a model's claim out: the entry is there, is open, and says so. Pure.

A claim names a thing, an entry and the entry's own words. It is kept only when all three hold
by code; whatever else a model had in mind is dropped, and why is counted.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from analysis.pipeline.laboratory import ReadLab
from analysis.pipeline.retriever.claims import Claim
from analysis.pipeline.retriever.leftover import Leftover, things_named
from analysis.pipeline.retriever.naming import label_of
from analysis.pipeline.retriever.record_index import RecordIndex
from analysis.pipeline.retriever.samples import is_denied
from analysis.pipeline.stage import StageContext
from graphcurate.contracts import LookupHow, RelatedItem, RelationKind
from graphcurate.lookup import Lookup
from graphcurate.names import family_of_specimen
from medreview.common.text import normalise_name
from medreview.fhir.record import ConditionRecord, LabRecord, MedicationRecord, PatientRecord
from medreview.fhir.units import comparable, known_unit

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_SHORTEST, _SHORTEST_CHINESE = 3, 2
_NOT_PLAINLY = re.compile(
    r"\b(family|mother|father|brother|sister|parents?|aunt|uncle|suspected|possibl[ey]|probabl[ey]"
    r"|rule(d)? out|r/o|exclude[ds]?|screen(ing)?|at risk|risk of|allerg(y|ic|ies)|intoleran(t|ce)"
    r"|stopped|discontinued|paused|held|avoid(ed)?|never|planned|prophyla\w+|denie[sd]"
    r"|стоп|отменен\w*|семейн\w*|подозрени\w*|аллерги\w*|непереносимост\w*)\b"
    r"|\?|家族|疑似|可能|排除|过敏|停用"
)
"""Words that put what stands beside them in doubt, in the past, or in somebody else."""


class Drop(StrEnum):
    """Why a claim does not count."""

    NOT_ASKED = "not_asked"
    """The thing was not on the list, or was settled by code."""
    NO_SUCH_ENTRY = "no_such_entry"
    """This patient's record has no such entry."""
    EXCLUDED = "excluded"
    """The gate kept the entry out: entered in error, refuted, or the like."""
    NOT_AT_THIS_TIME = "not_at_this_time"
    """It was not yet so, or no longer, at the moment of the analysis."""
    RECOGNISED = "recognised"
    """Code knows what the entry is."""
    OTHER_KIND = "other_kind"
    """A medicine for a disease, and the like."""
    NOT_SAID = "not_said"
    """The quoted words do not stand there, or stand there denied or in doubt."""
    OTHER_THING = "other_thing"
    """The quoted words, the unit or the sample are those of something else."""


@dataclass
class Checked:
    """The claims of one package that hold, by the thing, and how many do not."""

    labs: dict[str, list[ReadLab]] = field(default_factory=dict)
    facts: dict[str, list[ConditionRecord | MedicationRecord]] = field(default_factory=dict)
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By thing and result: the quoted words of its note."""
    dropped: Counter[str] = field(default_factory=Counter)


def checked(
    claims: Iterable[Claim], left: Leftover, context: StageContext, index: RecordIndex
) -> Checked:
    """Every claim held against the record."""
    checker, kept = _Checker(left, context.record, context.lookup, index), Checked()
    for claim in dict.fromkeys(claims):
        drop = checker.add(claim, kept)
        if drop is not None:
            kept.dropped[drop.value] += 1
    return kept


@dataclass(frozen=True)
class _Checker:
    left: Leftover
    record: PatientRecord
    lookup: Lookup
    index: RecordIndex

    def add(self, claim: Claim, kept: Checked) -> Drop | None:
        """Take the claim, or say why not."""
        item = self.left.asked.get(claim.item)
        if item is None:
            return Drop.NOT_ASKED
        if claim.resource not in self.left.entries:
            return self._why_not_there(claim.resource)
        if item.kind is RelationKind.PARAMETER:
            return self._add_lab(claim, item, kept)
        entry = self._entry(claim.resource, item.kind)
        if entry is not None:
            return self._add_fact(claim, item, entry, kept)
        return self._add_note(claim, item, kept)

    def _add_lab(self, claim: Claim, item: RelatedItem, kept: Checked) -> Drop | None:
        read = self.left.labs.get(claim.resource)
        if read is None:
            return Drop.OTHER_KIND
        if not any(says(text, claim.quote) for text in _names(read.lab)):
            return Drop.NOT_SAID
        if self._is_another_test(claim.quote, item, read):
            return Drop.OTHER_THING
        same_test = kept.labs.setdefault(claim.item, [])
        if read not in same_test:
            same_test.append(read)
        return None

    def _add_fact(
        self,
        claim: Claim,
        item: RelatedItem,
        entry: ConditionRecord | MedicationRecord,
        kept: Checked,
    ) -> Drop | None:
        if not any(says(text, claim.quote) for text in _names(entry)):
            return Drop.NOT_SAID
        if self._names_another(claim.quote, item):
            return Drop.OTHER_THING
        entries = kept.facts.setdefault(claim.item, [])
        if entry not in entries:
            entries.append(entry)
        return None

    def _add_note(self, claim: Claim, item: RelatedItem, kept: Checked) -> Drop | None:
        notes = self.left.notes.get(claim.resource)
        if notes is None:
            return Drop.OTHER_KIND
        if not any(says(note, claim.quote) for note in notes):
            return Drop.NOT_SAID
        if self._names_another(claim.quote, item):
            return Drop.OTHER_THING
        kept.notes.setdefault((claim.item, claim.resource), " ".join(claim.quote.split()))
        return None

    def _entry(
        self, resource: str, kind: RelationKind
    ) -> ConditionRecord | MedicationRecord | None:
        if kind is RelationKind.CONDITION:
            return self.left.conditions.get(resource)
        return self.left.medications.get(resource) if kind is RelationKind.MEDICATION else None

    def _why_not_there(self, resource: str) -> Drop:
        record, index = self.record, self.index
        if resource in _ids(record.excluded):
            return Drop.EXCLUDED
        others = (record.allergies, record.procedures, record.reports, record.encounters)
        if resource in _ids(*others):
            return Drop.OTHER_KIND
        if resource not in _ids(record.labs, record.conditions, record.medications):
            return Drop.NO_SUCH_ENTRY
        now = _ids(index.conditions.entries, index.medications.entries)
        is_now = resource in index.laboratory.by_id or resource in now
        return Drop.RECOGNISED if is_now else Drop.NOT_AT_THIS_TIME

    def _is_another_test(self, quote: str, item: RelatedItem, read: ReadLab) -> bool:
        """The words mean another test, or the unit or the sample can't be this one's."""
        entry = self.index.reader.snapshot.biomarkers.get(item.key or "")
        if entry is None:
            return False
        sample = read.lab.specimen.type if read.lab.specimen else None
        unit = read.lab.value.ucum or read.lab.value.unit
        for answer in (read.answer, self.lookup.find_name(quote, specimen=sample, unit=unit)):
            meant = answer.candidates if answer.how is LookupHow.AMBIGUOUS else (answer.biomarker,)
            if meant != (None,) and entry.key not in meant:
                return True
        families = {family_of_specimen(entry.specimen), family_of_specimen(sample)} - {None}
        factors = self.index.reader.factors(entry.key)
        return len(families) > 1 or bool(
            entry.units
            and known_unit(unit)
            and not any(comparable(unit, one, factors) for one in entry.units)
        )

    def _names_another(self, quote: str, item: RelatedItem) -> bool:
        """The graph knows the quoted words as something else than what is asked."""
        label = label_of(quote, (), product=True)
        names = (*label.names, *label.ingredients)
        known = (self.index.conditions.names, self.index.medications.names)
        keys = {key for one in known for key in things_named(names, one)}
        return bool(keys) and item.key not in keys


def says(text: str, quote: str) -> bool:
    """Whether these words stand in the text as whole words, neither denied nor in doubt."""
    said, words = normalise_name(text), normalise_name(quote)
    chinese = _CHINESE.search(words) is not None
    if sum(map(str.isalnum, words)) < (_SHORTEST_CHINESE if chinese else _SHORTEST):
        return False
    pattern = re.escape(words) if chinese else rf"(?<!\w){re.escape(words)}(?!\w)"
    return any(
        not is_denied(said[: found.start()], said[found.end() :])
        and not _NOT_PLAINLY.search(_around(said, found.start(), found.end()))
        for found in re.finditer(pattern, said)
    )


def _around(text: str, start: int, end: int) -> str:
    """The rest of the sentence: what another one says does not bear on these words."""
    before = max(text.rfind(mark, 0, start) for mark in ".;\n。；")
    after = min((at for mark in ".;\n。；" if (at := text.find(mark, end)) >= 0), default=len(text))
    return f"{text[before + 1 : start]} \N{HORIZONTAL ELLIPSIS} {text[end : after + 1]}"


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def _ids(*lists: Iterable[_Named]) -> set[str]:
    return {one.id for entries in lists for one in entries}


def _names(entry: LabRecord | ConditionRecord | MedicationRecord) -> Iterable[str]:
    """The entry's name, and what its codes are called."""
    return (entry.name, *(one.display for one in entry.codings if one.display))
