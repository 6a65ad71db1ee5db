"""The patient's text: the same checked statements in plain words, and nothing about medicines."""

from collections.abc import Iterator, Sequence

from analysis.pipeline.contracts import Report, Section, Statement, StatementKind, StatementList
from analysis.pipeline.writer.wording import (
    CARE,
    IMPORTANT,
    IN_PERSON,
    NOTICE_PATIENT,
    OLDER_RESULTS,
    TOGETHER,
    YOUR_RESULTS,
)

IN_RESULTS = frozenset({StatementKind.VALUE, StatementKind.ACTUALITY})


def patient_report(statements: StatementList, *, opening: Sequence[Section] = ()) -> Report:
    """On a critical the fixed care wording comes first, whatever else there is to say."""
    shown = statements.shown()
    return Report(
        audience="patient",
        sections=(*_care(statements.items), *opening, *_sections(shown)),
        cannot_tell=(TOGETHER,) if shown else (),
        notice=NOTICE_PATIENT,
    )


def _care(said: Sequence[Statement]) -> Iterator[Section]:
    """A critical whose sentence was cut is still a critical."""
    criticals = [one for one in said if one.kind is StatementKind.CRITICAL]
    if criticals:
        yield Section(title=IMPORTANT, statements=(_fixed(CARE, criticals),))


def _sections(shown: Sequence[Statement]) -> Iterator[Section]:
    results = [_in_plain_words(one) for one in shown if one.kind in IN_RESULTS and one.plain]
    withheld = [one for one in shown if one.kind is StatementKind.VALUE and not one.plain]
    if withheld:
        results.append(_fixed(IN_PERSON, withheld))
    older = [
        _in_plain_words(one) for one in shown if one.kind is StatementKind.TOO_OLD and one.plain
    ]
    if results:
        yield Section(title=YOUR_RESULTS, statements=tuple(results))
    if older:
        yield Section(title=OLDER_RESULTS, statements=tuple(older))


def _in_plain_words(one: Statement) -> Statement:
    return one.model_copy(update={"text": one.plain or one.text})


def _fixed(text: str, because: Sequence[Statement]) -> Statement:
    """A sentence that stands for statements whose own words it does not repeat."""
    rests_on = tuple(dict.fromkeys(name for one in because for name in one.rests_on))
    return Statement(kind=because[0].kind, text=text, about=None, rests_on=rests_on)
