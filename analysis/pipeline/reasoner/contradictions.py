"""Results of one test and one time that say different things: both are said, neither is chosen."""

from collections.abc import Sequence

from analysis.pipeline.ages import is_older
from analysis.pipeline.contracts import LabResult, Statement, StatementKind
from analysis.pipeline.laboratory import ReadLab
from analysis.pipeline.results import ResultReader
from analysis.pipeline.sides import Side, side_of
from analysis.pipeline.stage import StageContext
from analysis.pipeline.wording import joined, moment_words, shown_name, value_words


def contrary_results(result: LabResult, context: StageContext) -> tuple[LabResult, ...]:
    """The other results of its test that are no older and no newer and lie on another side."""
    laboratory = context.laboratory
    read = laboratory.by_id[result.id]
    same_test = laboratory.by_identity.get(read.identity, ())
    beside = [one for one in same_test if _is_beside(one, read) and one.has_value]
    if not beside:
        return ()
    reader = ResultReader.of(context)
    others = (reader.result(one) for one in beside)
    return tuple(one for one in others if {side_of(one), side_of(result)} not in _AGREEING)


_AGREEING = (
    *({side} for side in Side),
    *({side, Side.UNKNOWN} for side in Side),
    *({Side.ABNORMAL, side} for side in (Side.HIGH, Side.LOW, Side.POSITIVE)),
)


def _is_beside(one: ReadLab, other: ReadLab) -> bool:
    if one.lab.id == other.lab.id or other.lab.effective.date is None:
        return False
    this, that = one.lab.effective, other.lab.effective
    return not is_older(this, that) and not is_older(that, this)


def about_contradiction(
    result: LabResult, others: Sequence[LabResult], *, is_told: bool
) -> Statement:
    """What the others say, and that nobody here decides between them."""
    date = moment_words(result.effective)
    shown = joined([_words(one) for one in others])
    held = "another result" if len(others) == 1 else "other results"
    return Statement(
        kind=StatementKind.CONTRADICTION,
        text=f"The record holds {held} of this test from {date}: {shown}. Which of them "
        "holds is for a person to say.",
        plain=(
            f"The record holds more than one result for {shown_name(result)} from {date}, and "
            "they disagree. Please ask the people who care for you which of them holds."
        )
        if is_told
        else None,
        about=result.id,
        rests_on=(result.id, *(one.id for one in others)),
    )


def _words(result: LabResult) -> str:
    value = value_words(result.value)
    if not result.interpretation or result.interpretation_derived:
        return f"{value} ({side_of(result).value} by our check)"
    return f"{value} (flagged “{result.interpretation}”)"
