"""Whether a wording says just what its sentence says; if not, what it changes.

The comparison knows no medicine and no intent: what carries meaning must be there, letter for
letter, in the same order and the same sentence, and nothing else may be. A few moves are
allowed, each only where it can't bind one thing to another.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from analysis.pipeline.contracts import WhyRefused
from analysis.pipeline.reasoner.weighing import BREAK, Segment, Word, weighed
from analysis.pipeline.reasoner.word_kinds import (
    CAUSES,
    CERTAINTIES,
    DIRECTIONS,
    NEGATIONS,
    NUMBER_WORDS,
)

ANYWHERE = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:()'’-–—“”\u00a0"
)
"""Letters and signs any wording may use; all others only where the sentence has them too."""

LONGEST, SPARE = 2, 80
"""A wording may be twice as long as its sentence, and so many letters more."""

TIMES = frozenset({"after", "before", "since", "until", "by", "begun", "began", "corrected", "ago"})
"""Words that a date may belong to: beside them it stays where it is."""

ABSENT = "not recorded"


@dataclass(frozen=True)
class Change:
    """What a wording changes."""

    reason: WhyRefused
    why: str


def change_of(sentence: str, wording: str, names: Sequence[str]) -> Change | None:
    """None where the wording says just what the sentence says.

    ``names`` are those the whole analysis knows: a name is one word, and the reason can say that
    another one was brought in.
    """
    return _outer_change(sentence, wording) or _inner_change(sentence, wording, names)


def _outer_change(sentence: str, wording: str) -> Change | None:
    strange = next((one for one in wording if one not in ANYWHERE and one not in sentence), None)
    if strange is not None:
        shown = f"U+{ord(strange):04X}"
        return Change(WhyRefused.CHARACTER, f"The sign {shown} is not in the sentence it rewords.")
    if unicodedata.normalize("NFC", wording) != wording and wording not in sentence:
        return Change(WhyRefused.CHARACTER, "Its letters are put together from parts.")
    if wording.count("(") - wording.count(")") != sentence.count("(") - sentence.count(")"):
        return Change(WhyRefused.CHARACTER, "Its brackets do not close.")
    if len(wording) > LONGEST * len(sentence) + SPARE:
        return Change(WhyRefused.LENGTH, "It is far longer than the sentence it rewords.")
    return None


def _inner_change(sentence: str, wording: str, names: Sequence[str]) -> Change | None:
    before, after = weighed(sentence, names), weighed(wording, names)
    return (
        _other_words(before, after)
        or _other_sentences(before, after)
        or next(_moved(before, after), None)
    )


def _other_words(before: Sequence[Segment], after: Sequence[Segment]) -> Change | None:
    """A word that came in or was left out, whichever tells more of what happened."""
    kept, made = _counted(before), _counted(after)
    units = _units(after)
    brought = [(_kind_of(word, units), word.said) for word in made if made[word] > kept[word]]
    lost = [(_kind_of(word), word.said) for word in kept if kept[word] > made[word]]
    negation = next((word for kind, word in lost if kind is WhyRefused.NEGATION), None)
    if negation is not None:
        return Change(WhyRefused.NEGATION, f"It leaves out “{_short(negation)}”.")
    if brought:
        reason, word = min(brought, key=_telling)
        return Change(reason, f"“{_short(word)}” is not in the sentence it rewords.")
    if lost:
        return Change(WhyRefused.LEFT_OUT, f"It leaves out “{_short(min(lost, key=_telling)[1])}”.")
    return None


def _units(segments: Sequence[Segment]) -> frozenset[Word]:
    """What follows a number directly."""
    return frozenset(
        after
        for segment in segments
        for word, after in pairwise(segment.weights)
        if word.has_digits and not word.is_date
    )


def _counted(segments: Sequence[Segment]) -> Counter[Word]:
    counted = Counter(word for segment in segments for word in segment.weights)
    counted.update(Word(word) for segment in segments for word in segment.light)
    return counted


def _telling(found: tuple[WhyRefused, str]) -> int:
    return list(WhyRefused).index(found[0])


def _kind_of(word: Word, units: frozenset[Word] = frozenset()) -> WhyRefused:
    """What kind of word it is."""
    kinds = (
        (WhyRefused.NEGATION, NEGATIONS),
        (WhyRefused.NUMBER, NUMBER_WORDS),
        (WhyRefused.DIRECTION, DIRECTIONS),
        (WhyRefused.CERTAINTY, CERTAINTIES),
        (WhyRefused.CAUSE, CAUSES),
    )
    if word.is_name:
        return WhyRefused.NAME
    if word.has_digits:
        return WhyRefused.DATE if word.is_date else WhyRefused.NUMBER
    listed = next((reason for reason, words in kinds if word.said in words), None)
    if listed is not None:
        return listed
    if word.said.endswith("fold"):
        return WhyRefused.NUMBER
    return WhyRefused.UNIT if word in units else WhyRefused.WORD


def _other_sentences(before: Sequence[Segment], after: Sequence[Segment]) -> Change | None:
    counts = [sum(len(one.weights) for one in segments) for segments in (before, after)]
    whole = len(before) == len(after) and counts[0] == counts[1]
    if whole and all(_same_words(*pair) for pair in zip(before, after, strict=True)):
        return None
    return Change(WhyRefused.SENTENCES, "It joins or parts the sentences it rewords.")


def _same_words(before: Segment, after: Segment) -> bool:
    same_light = Counter(before.light) == Counter(after.light)
    return same_light and Counter(before.weights) == Counter(after.weights)


def _moved(before: Sequence[Segment], after: Sequence[Segment]) -> Iterator[Change]:
    """Words in another order, and verbs that would say something by themselves."""
    for one, other in zip(before, after, strict=True):
        if not (one.weights == other.weights or _may_move(one.weights, other.weights)):
            yield Change(WhyRefused.ORDER, "Its words stand in an order that may bind them anew.")
        if not _verbs_are_carried(one, other):
            yield Change(WhyRefused.WORD, "A verb in it says something by itself.")


def _may_move(before: list[Word], after: list[Word]) -> bool:
    return _is_rotated(before, after) or _is_date_moved(before, after)


def _is_rotated(before: list[Word], after: list[Word]) -> bool:
    """``Not in the record: A and B`` and ``A and B are not in the record``."""
    return before[0].said == ABSENT and after == [*before[1:], before[0]]


def _is_date_moved(before: list[Word], after: list[Word]) -> bool:
    """The one date of a sentence about one value may stand at another place."""
    numbers = [word for word in before if word.has_digits and not word.is_date]
    dates = [word for word in before if word.is_date]
    names = [word for word in before if word.is_name]
    if len(dates) != 1 or len(names) > 1 or len(numbers) > 1:
        return False
    if any(word.said in TIMES | NEGATIONS for word in before):
        return False
    return [word for word in before if not word.is_date] == [
        word for word in after if not word.is_date
    ]


def _verbs_are_carried(before: Segment, after: Segment) -> bool:
    """Each verb that was brought in leads to a word of its own, not past a comma.

    Beside a negation it must stand next to it: "Not in the record: A, and it is B" would say
    the contrary of half of it.
    """
    had = Counter(verb for verb, _, _ in before.verbs)
    negated = any(word.said in NEGATIONS for word in before.weights)
    for verb, left, right in after.verbs:
        if had[verb] > 0 and not negated:
            had[verb] -= 1
        elif right == BREAK or (negated and not _is_beside_negation(left, right, before)):
            return False
    return True


def _is_beside_negation(left: str, right: str, before: Segment) -> bool:
    stood = any(near == [left, right] for _, *near in before.verbs)
    return stood or bool({left, right} & NEGATIONS)


def _short(word: str) -> str:
    bare = word.strip("“”") or word
    return bare if len(bare) <= 60 else bare[:60] + "…"
