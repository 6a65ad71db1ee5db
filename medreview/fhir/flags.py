"""The source's flag word for word, what it means, and our own check beside it.

The source's flag is never recomputed. Ours says what the range says, or in a plain sentence
why nothing can be said; where both differ, a sentence says that too.
"""

from decimal import Decimal
from enum import StrEnum

from medreview.common.contract import Contract
from medreview.common.text import normalise_name
from medreview.fhir.codes import name_of, read_codings, system_name
from medreview.fhir.elements import Json, objects_at, text_at
from medreview.fhir.flag_words import MEANINGS, FlagMeaning
from medreview.fhir.ranges import Choice, ReferenceRange, is_comparable, range_words
from medreview.fhir.record import Coding, PrintedRange, Value, ValueKind


class OwnFlag(StrEnum):
    """What our own check can come to."""

    HIGH = "H"
    NORMAL = "N"
    LOW = "L"
    UNDECIDABLE = "undecidable"


class Derived(Contract):
    """Our own flag and why."""

    flag: OwnFlag
    why: str


_ABNORMAL = frozenset(
    {
        FlagMeaning.CRITICAL_HIGH,
        FlagMeaning.HIGH,
        FlagMeaning.LOW,
        FlagMeaning.CRITICAL_LOW,
        FlagMeaning.ABNORMAL,
        FlagMeaning.CRITICAL,
        FlagMeaning.POSITIVE,
    }
)
_NOT_ABNORMAL = frozenset({FlagMeaning.NORMAL, FlagMeaning.NEGATIVE})
_JOINT = "; "


def read_flag(holder: Json) -> tuple[str | None, str | None]:
    """The interpretation verbatim, as its code or else its text; and its text.

    Among several codings of one thought the one from HL7's table speaks; several thoughts
    are all kept, joined by a semicolon.
    """
    sent = [_one_flag(concept) for concept in objects_at(holder, "interpretation")]
    if isinstance(plain := holder.get("interpretation"), str) and plain.strip():
        sent = [(plain.strip(), None)]
    flags = list(dict.fromkeys(flag for flag, _ in sent if flag))
    texts = list(dict.fromkeys(text for _, text in sent if text))
    return _JOINT.join(flags) or None, _JOINT.join(texts) or None


def meaning(flag: str | None, text: str | None = None) -> FlagMeaning:
    """What a source's flag says, whichever table, language or sign it was written in.

    Several that differ mean abnormal as soon as one of them does.
    """
    if not flag and not text:
        return FlagMeaning.NOT_SENT
    found = {_word(word) for word in (flag or "").split(_JOINT)} - {FlagMeaning.NOT_KNOWN}
    if not found and text:
        found = {_word(word) for word in text.split(_JOINT)} - {FlagMeaning.NOT_KNOWN}
    if not found:
        return FlagMeaning.NOT_KNOWN
    if len(found) == 1:
        return found.pop()
    return FlagMeaning.ABNORMAL if found & _ABNORMAL else FlagMeaning.STATED


def says_abnormal(flag: str | None, text: str | None = None) -> bool:
    """Whether the source calls the result abnormal."""
    return meaning(flag, text) in _ABNORMAL


def says_normal(flag: str | None, text: str | None = None) -> bool:
    """Whether the source calls the result normal or negative."""
    return meaning(flag, text) in _NOT_ABNORMAL


def derive(value: Value, choice: Choice, printed: tuple[PrintedRange, ...] = ()) -> Derived:
    """Our own check of a value against the range that applies to it."""
    if value.kind is ValueKind.ABSENT:
        return _undecidable(value.reason or "There is no value.")
    if not is_comparable(value):
        return _derive_words(value, printed)
    if choice.range is None:
        return _undecidable(choice.why)
    return _compare(value, choice.range)


def conflict(flag: str | None, text: str | None, derived: Derived) -> str | None:
    """A sentence where the source's flag and the range disagree; None where they don't."""
    said = meaning(flag, text)
    shown = flag or text
    if said in _NOT_ABNORMAL and derived.flag in (OwnFlag.HIGH, OwnFlag.LOW):
        where = "above" if derived.flag is OwnFlag.HIGH else "below"
        return f"The source flags it “{shown}”, but it lies {where} its range."
    if said in _ABNORMAL - {FlagMeaning.POSITIVE} and derived.flag is OwnFlag.NORMAL:
        return f"The source flags it “{shown}”, but it lies within its range."
    if direction(said) and derived.flag in ("H", "L") and direction(said) != derived.flag:
        where = "above" if derived.flag is OwnFlag.HIGH else "below"
        return f"The source flags it “{shown}”, but it lies {where} its range."
    return None


def direction(said: FlagMeaning) -> str | None:
    """``H`` or ``L`` where a flag says which way; None where it doesn't."""
    if said in (FlagMeaning.HIGH, FlagMeaning.CRITICAL_HIGH):
        return "H"
    return "L" if said in (FlagMeaning.LOW, FlagMeaning.CRITICAL_LOW) else None


def _one_flag(concept: Json) -> tuple[str | None, str | None]:
    codings = read_codings(concept)
    # Sorted by what they say, so that the order they were sent in decides nothing.
    best = min(codings, key=_standing, default=None)
    text = text_at(concept, "text") or (best.display if best else None)
    return (best.code if best and best.code else None) or name_of(concept), text


def _standing(coding: Coding) -> tuple[bool, bool, str]:
    return (
        system_name(coding.system) != "interpretation",
        _word(coding.code or "") is FlagMeaning.NOT_KNOWN,
        coding.code or "",
    )


def _word(word: str) -> FlagMeaning:
    return MEANINGS.get(normalise_name(word), FlagMeaning.NOT_KNOWN)


def _derive_words(value: Value, printed: tuple[PrintedRange, ...]) -> Derived:
    same = normalise_name(value.text)
    normal = [one.text for one in printed if one.kind == "normal" and one.text]
    if normal and all(normalise_name(text) == same for text in normal):
        return Derived(flag=OwnFlag.NORMAL, why=f"It says just what the range says: “{normal[0]}”.")
    return _undecidable(value.reason or "It is not a number, so no range can decide.")


def _compare(value: Value, limits: ReferenceRange) -> Derived:
    value_low, value_high = _ends_of(value, limits)
    low = _end(limits.low, limits.low_open, _INWARD_FROM_LOW)
    high = _end(limits.high, limits.high_open, _INWARD_FROM_HIGH)
    name = f"{limits.source} range {_limits_words(limits)}".strip()
    if value_low > high:
        return Derived(flag=OwnFlag.HIGH, why=f"Above the {name}.")
    if value_high < low:
        return Derived(flag=OwnFlag.LOW, why=f"Below the {name}.")
    if value_low >= low and value_high <= high:
        return Derived(flag=OwnFlag.NORMAL, why=f"Within the {name}.")
    return _undecidable(f"“{value.text}” may lie inside or outside the {name}.")


def _limits_words(limits: ReferenceRange) -> str:
    """The limits as numbers: a printed text may only say whose they are, or where they are from."""
    if limits.low_open or limits.high_open:
        return limits.text or ""
    return " ".join(filter(None, (range_words(limits.low, limits.high), limits.unit)))


# An open end lies a hair inside its number, so that ends compare as plain pairs.
_End = tuple[Decimal, int]
_INWARD_FROM_LOW = 1
_INWARD_FROM_HIGH = -1


def _ends_of(value: Value, limits: ReferenceRange) -> tuple[_End, _End]:
    if value.kind is ValueKind.NUMBER and value.number is not None:
        return (value.number, 0), (value.number, 0)
    low, low_open = value.low, value.low_open
    if low is None and value.high is not None and value.high > 0 and limits.low == 0:
        # Nothing measured lies below nothing: "<0.5" is within 0–1.
        low, low_open = Decimal(0), False
    return (
        _end(low, low_open, _INWARD_FROM_LOW),
        _end(value.high, value.high_open, _INWARD_FROM_HIGH),
    )


def _end(bound: Decimal | None, is_open: bool | None, inward: int) -> _End:  # noqa: FBT001
    if bound is None:
        return Decimal("-Infinity") * inward, 0
    return bound, inward if is_open else 0


def _undecidable(why: str) -> Derived:
    return Derived(flag=OwnFlag.UNDECIDABLE, why=why)
