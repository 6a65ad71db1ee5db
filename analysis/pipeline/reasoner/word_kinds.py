"""Which English words carry nothing, and which ones carry what. Closed lists.

A word of no list carries meaning: a wording may neither bring it in nor leave it out.
"""


def _each(words: str) -> frozenset[str]:
    return frozenset(words.split())


GLUE = frozenset({"a", "an", "the", "it", "its", "this", "these", "that", "which", "and"})
"""Words that carry nothing between two that do."""

JOINS = frozenset({"and", "that", "which"})
"""Glue at which something new may begin, so that a verb does not reach beyond it."""

VERBS = frozenset({"is", "are", "was", "were", "been", "being", "lies", "stands", "stood"})
"""Verbs that only say that something is so."""

LIGHT = {
    "record": "record",
    "list": "list",
    "lists": "list",
    "listed": "list",
}
"""Words that must be there as often as before, wherever in their sentence they stand."""

ONE_MEANING = {
    "flags": "flag",
    "flagged": "flag",
    "marks": "flag",
    "marked": "flag",
    "result": "value",
    "alongside": "beside",
    "specimen": "sample",
    "medication": "medicine",
    "elevated": "high",
}
"""Words one of which may stand for the other."""

PHRASES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("not", "in", "the", "record"), ("not recorded",)),
    (("not", "on", "record"), ("not recorded",)),
    (("not", "recorded"), ("not recorded",)),
    (("in", "the", "record"), ("record",)),
    (("each", "of", "which"), ("which",)),
    (("all", "of", "which"), ("which",)),
    (("has", "been"), ("is",)),
    (("have", "been"), ("are",)),
    (("reference", "range"), ("range",)),
    (("more", "recent"), ("newer",)),
)
"""Several words that are one, and what they are. The longest that fits is taken."""

BEFORE_DATES = frozenset({"on", "of", "from", "dated"})
"""Glue where a date follows."""
BEFORE_YEARS = frozenset({"on", "dated"})
"""Glue where a year follows."""
BEFORE_NUMBERS = frozenset({"at", "of"})
"""Glue where a number follows."""
RANGE_WORDS = frozenset({"printed", "laboratory's", "default", "range"})
"""``with`` is glue before them."""

NEGATIONS = _each(
    """
    not no none nor neither never without cannot can't isn't wasn't aren't doesn't don't absent
    absence negative excludes excluded rules ruled lacks lacking missing unlikely free denies
    except unless
    """
) | {"not recorded"}

DIRECTIONS = _each(
    """
    high higher highest low lower lowers lowest above below over under up down raise raises
    raised rise rises rising rose risen fall falls falling fell fallen increase increases
    increased increasing decrease decreases decreased decreasing drop drops dropped reduced
    reduces reduce normal abnormal within outside beyond positive exceeds improved improving
    worsened worsening better worse doubled halved newer older before after since until critical
    from to more less than least most elevated stable unchanged
    """
)

CERTAINTIES = _each(
    """
    can could may might must should shall will would likely probably possibly perhaps certainly
    clearly definitely surely always often sometimes rarely suggests suggest indicates indicate
    shows proves prove confirms confirmed suspected suspicious consistent diagnostic diagnosis
    diagnosed diagnoses evidence sign signs severe severely mild mildly significant slightly
    markedly very only serious dangerous harmless alarming urgent apparently reportedly if
    disease syndrome failure infection cancer deficiency
    """
)

CAUSES = _each(
    """
    because cause causes caused causing due owing thanks leads led leading results resulting
    explains explained explain therefore hence thus so as thereby secondary induced triggered
    responsible attributed attributable stems reflects reflecting means by through
    """
)

NUMBER_WORDS = _each(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
    ninety hundred thousand million billion half third quarter double twice thrice triple dozen
    once couple several many few percent first second
    """
)
