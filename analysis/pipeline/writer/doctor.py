"""The doctor's text: every checked statement, sorted for reading."""

from collections.abc import Iterator, Sequence

from analysis.pipeline.contracts import (
    Report,
    Section,
    Statement,
    StatementKind,
    StatementList,
    WordedBy,
)
from analysis.pipeline.writer.worded import worded_by
from analysis.pipeline.writer.wording import (
    CRITICAL_VALUES,
    FALLBACK,
    FINDINGS,
    NOTICE_DOCTOR,
    PATTERNS,
    TOO_OLD,
    UNREVIEWED,
    WORDED_DOCTOR,
)

OF_A_FINDING = frozenset(
    {
        StatementKind.VALUE,
        StatementKind.CONTRADICTION,
        StatementKind.ACTUALITY,
        StatementKind.FOUND,
        StatementKind.NOT_FITTING,
        StatementKind.MISSING,
    }
)

WORDED = {WordedBy.MODEL: WORDED_DOCTOR, WordedBy.FALLBACK: FALLBACK}


def doctor_report(
    statements: StatementList, *, opening: Sequence[Section] = (), is_reviewed: bool = True
) -> Report:
    """Criticals, findings, what was seen together, what is too old."""
    unreviewed = "" if is_reviewed else UNREVIEWED
    sections = tuple(_sections(statements.shown()))
    by = worded_by(statements, sections)
    return Report(
        audience="doctor",
        sections=(*opening, *sections),
        cannot_tell=statements.cannot_tell,
        notice=" ".join(filter(None, (NOTICE_DOCTOR, unreviewed, WORDED.get(by)))),
        worded_by=by,
    )


def _sections(shown: Sequence[Statement]) -> Iterator[Section]:
    findings = {one.about for one in shown if one.kind is StatementKind.VALUE}
    parts = (
        (CRITICAL_VALUES, [one for one in shown if one.kind is StatementKind.CRITICAL]),
        (FINDINGS, [one for one in shown if _is_of_finding(one, findings)]),
        (PATTERNS, [one for one in shown if one.kind is StatementKind.PATTERN]),
        (
            TOO_OLD,
            [
                one
                for one in shown
                if one.kind is StatementKind.TOO_OLD and not _is_of_finding(one, findings)
            ],
        ),
    )
    for title, members in parts:
        if members:
            yield Section(title=title, statements=tuple(members))


def _is_of_finding(one: Statement, findings: set[str | None]) -> bool:
    if one.kind in OF_A_FINDING:
        return True
    return one.kind is StatementKind.TOO_OLD and one.about in findings
