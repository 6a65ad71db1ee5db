"""The patient's text: the same checked statements in plain words, and nothing about medicines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis.pipeline.contracts import (
    EvidenceTier,
    LabResult,
    PatientContext,
    Report,
    Section,
    Statement,
    StatementKind,
    StatementList,
    WordedBy,
)
from analysis.pipeline.corrected import earlier_values
from analysis.pipeline.writer.patient_words import why_withheld
from analysis.pipeline.writer.worded import worded_by
from analysis.pipeline.writer.wording import (
    CARE,
    DISAGREES,
    FALLBACK,
    IMPORTANT,
    IN_PERSON,
    NOTICE_PATIENT,
    OLDER_RESULTS,
    TOGETHER,
    WORDED_PATIENT,
    YOUR_RESULTS,
)

IN_RESULTS = frozenset({StatementKind.VALUE, StatementKind.CONTRADICTION, StatementKind.ACTUALITY})
WORDED = {WordedBy.MODEL: WORDED_PATIENT, WordedBy.FALLBACK: FALLBACK}


@dataclass(frozen=True)
class Told:
    """The results a patient's text may speak of, by their ids."""

    results: Mapping[str, LabResult]

    @classmethod
    def of(cls, patient: PatientContext) -> "Told":
        """Those that are abnormal, and those that are too old."""
        return cls({one.id: one for one in (*patient.abnormal, *patient.stale)})

    def in_plain_words(self, one: Statement) -> Statement | None:
        """The statement as a patient may read it: a model's words, else the rules', else None."""
        for words in (one, one.by_rule()):
            if words.plain and self._may_stand(words.plain, one.about):
                by = {"worded_by": words.plain_worded_by, "rule_text": words.rule_plain}
                return words.model_copy(update={"text": words.plain, **by})
        return None

    def disagree(self, said: Sequence[Statement]) -> list[Statement]:
        """Those about a result on which the record is not of one mind."""
        return [one for one in said if one.kind is StatementKind.VALUE and self._is_odd(one)]

    def _may_stand(self, text: str, about: str | None) -> bool:
        result = self.results.get(about or "")
        if result is None:
            return why_withheld(text) is None
        name = result.standard_name
        curated, sent = ((name,), ()) if name else ((), (result.name,))
        return why_withheld(text, curated=curated, sent=sent) is None

    def _is_odd(self, one: Statement) -> bool:
        result = self.results.get(one.about or "")
        if result is None:
            return False
        return bool(result.flag_conflict or result.doubt or earlier_values(result))


def patient_report(
    statements: StatementList, told: Told, *, opening: Sequence[Section] = ()
) -> Report:
    """On a critical the fixed care wording comes first, whatever else there is to say."""
    # What a model knows and no source says is for people who can judge it.
    shown = [one for one in statements.shown() if one.tier is not EvidenceTier.MODEL_KNOWLEDGE]
    sections = tuple(_sections(shown, told))
    by = worded_by(statements, sections)
    return Report(
        audience="patient",
        sections=(*_care(statements.items), *opening, *sections),
        cannot_tell=(TOGETHER,) if shown else (),
        notice=" ".join(filter(None, (NOTICE_PATIENT, WORDED.get(by)))),
        worded_by=by,
    )


def _care(said: Sequence[Statement]) -> Iterator[Section]:
    """A critical whose sentence was cut is still a critical."""
    criticals = [one for one in said if one.kind is StatementKind.CRITICAL]
    if criticals:
        yield Section(title=IMPORTANT, statements=(_fixed(CARE, criticals),))


def _sections(shown: Sequence[Statement], told: Told) -> Iterator[Section]:
    spoken = {place: told.in_plain_words(one) for place, one in enumerate(shown)}
    results = [
        words
        for place, one in enumerate(shown)
        if one.kind in IN_RESULTS and (words := spoken[place]) is not None
    ]
    withheld = [
        one
        for place, one in enumerate(shown)
        if spoken[place] is None and (one.kind is StatementKind.VALUE or one.plain)
    ]
    disagree = told.disagree(results)
    if disagree:
        results.append(_fixed(DISAGREES, disagree))
    if withheld:
        results.append(_fixed(IN_PERSON, withheld))
    older = [
        words
        for place, one in enumerate(shown)
        if one.kind is StatementKind.TOO_OLD and (words := spoken[place]) is not None
    ]
    if results:
        yield Section(title=YOUR_RESULTS, statements=tuple(results))
    if older:
        yield Section(title=OLDER_RESULTS, statements=tuple(older))


def _fixed(text: str, because: Sequence[Statement]) -> Statement:
    """A sentence that stands for statements whose own words it does not repeat."""
    rests_on = tuple(dict.fromkeys(name for one in because for name in one.rests_on))
    return Statement(kind=because[0].kind, text=text, about=None, rests_on=rests_on)
