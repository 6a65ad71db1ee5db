"""Sentences about the whole of an analysis: criticals, patterns, results that are too old."""

from collections.abc import Iterator

from analysis.pipeline.contracts import (
    Critical,
    PatientContext,
    Pattern,
    StaleResult,
    Statement,
    StatementKind,
)
from analysis.pipeline.reasoner.grounding import Draft
from analysis.pipeline.reasoner.sentences import SENSITIVE
from analysis.pipeline.sides import ABNORMAL_SIDES, side_of
from analysis.pipeline.wording import days_words, moment_words, shown_name, value_words


def about_critical(item: Critical) -> Statement:
    """What somebody must be told of, the limit it lies beyond, and any doubt beside it."""
    value = value_words(item.value) if item.value is not None else ""
    limit = f"{item.limit} ({item.source}; {item.population})"
    doubt = f" {item.doubt}" if item.doubt else ""
    return Statement(
        kind=StatementKind.CRITICAL,
        text=f"{item.name}: {value} on {moment_words(item.effective)} is critical, {limit}.{doubt}",
        about=item.result,
        rests_on=(item.result,),
    )


def about_pattern(pattern: Pattern) -> Draft:
    """What was seen together, and the rule that says so."""
    statement = Statement(
        kind=StatementKind.PATTERN,
        text=pattern.text,
        about=None,
        rests_on=pattern.members,
    )
    return Draft(statement, given=f"{pattern.name} {pattern.rule} {rule_text(pattern)}")


def rule_text(pattern: Pattern) -> str:
    """The fixed part of a pattern's text, which the rule gives whoever the patient is."""
    return pattern.text.rpartition("). ")[2] or pattern.text.rpartition(". ")[2]


def about_stale(patient: PatientContext) -> Iterator[Statement]:
    """Each abnormal or critical result that is too old to speak of today."""
    for result in patient.stale:
        if result.was_critical or side_of(result) in ABNORMAL_SIDES:
            yield _stale(result)


def _stale(result: StaleResult) -> Statement:
    was = ", then in a critical range" if result.was_critical else ""
    date = moment_words(result.effective)
    plain = f"Your result for {shown_name(result)} from {date} is too old to speak of today."
    return Statement(
        kind=StatementKind.TOO_OLD,
        text=f"{shown_name(result)}: {value_words(result.value)} on {date}{was}; that is "
        f"{days_words(result.age_days)} ago, and this test speaks of today for "
        f"{days_words(result.limit_days)}.",
        plain=None if result.biomarker in SENSITIVE else plain,
        about=result.id,
        rests_on=(result.id,),
    )
