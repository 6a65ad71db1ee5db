"""On which side of normal a result lies, by the source's flag first and our own check second."""

from enum import StrEnum

from analysis.pipeline.contracts import LabResult
from medreview.fhir.flag_words import FlagMeaning
from medreview.fhir.flags import direction, meaning


class Side(StrEnum):
    """Where a result lies; ``ABNORMAL`` when only that is known."""

    HIGH = "high"
    LOW = "low"
    NORMAL = "normal"
    POSITIVE = "positive"
    ABNORMAL = "abnormal"
    UNKNOWN = "unknown"


ABNORMAL_SIDES = frozenset({Side.HIGH, Side.LOW, Side.POSITIVE, Side.ABNORMAL})

_BY_MEANING = {
    FlagMeaning.NORMAL: Side.NORMAL,
    FlagMeaning.NEGATIVE: Side.NORMAL,
    FlagMeaning.POSITIVE: Side.POSITIVE,
    FlagMeaning.ABNORMAL: Side.ABNORMAL,
    FlagMeaning.CRITICAL: Side.ABNORMAL,
}
_BY_DERIVED = {"H": Side.HIGH, "L": Side.LOW, "N": Side.NORMAL}


def side_of(result: LabResult) -> Side:
    """The side a result lies on; the source's flag is never overruled, only made more exact."""
    said = meaning(result.source_flag, result.source_flag_text)
    way = direction(said)
    if way is not None:
        return _BY_DERIVED[way]
    own = _BY_DERIVED.get(result.derived_flag.flag if result.derived_flag else "", Side.UNKNOWN)
    by_source = _BY_MEANING.get(said)
    if by_source is Side.ABNORMAL and own in (Side.HIGH, Side.LOW):
        return own
    return by_source or own


def sent_side(result: LabResult) -> Side:
    """The side the source itself names, whatever our own check says."""
    said = meaning(result.source_flag, result.source_flag_text)
    way = direction(said)
    return _BY_DERIVED[way] if way is not None else _BY_MEANING.get(said, Side.UNKNOWN)


def direction_of(side: Side) -> str | None:
    """``H`` or ``L`` for the rules of the graph; a positive answer counts as high."""
    if side in (Side.HIGH, Side.POSITIVE):
        return "H"
    return "L" if side is Side.LOW else None
