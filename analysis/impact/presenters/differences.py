"""What comes out differently, in a reader's words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from analysis.impact.contracts import Difference, DifferenceKind, Differences
from medreview.common.display import limit_text

SHOWN = 4

KIND_WORDS = {
    DifferenceKind.CRITICAL: gettext_lazy("Critical values"),
    DifferenceKind.ABNORMAL: gettext_lazy("Abnormal or not"),
    DifferenceKind.TEST: gettext_lazy("Which test it is"),
    DifferenceKind.TIER: gettext_lazy("Tier"),
    DifferenceKind.FOUND: pgettext_lazy("kind of difference", "Found"),
    DifferenceKind.MISSING: pgettext_lazy("kind of difference", "Missing"),
    DifferenceKind.STALE: pgettext_lazy("kind of difference", "Stale"),
    DifferenceKind.ACTUALITY: gettext_lazy("How current"),
    DifferenceKind.BEARING: gettext_lazy("Whether it bears"),
    DifferenceKind.PATTERN: gettext_lazy("Patterns"),
    DifferenceKind.WORDS: gettext_lazy("Words only"),
}

STATE_WORDS = {
    "normal": gettext_lazy("not abnormal"),
    "high": gettext_lazy("high"),
    "low": gettext_lazy("low"),
    "positive": gettext_lazy("positive"),
    "abnormal": gettext_lazy("abnormal"),
    "unknown": gettext_lazy("not decidable"),
    "undecidable": gettext_lazy("not decidable"),
    "old": gettext_lazy("too old to assess"),
    "superseded": gettext_lazy("superseded"),
    "range": gettext_lazy("range as it is"),
    "other_range": gettext_lazy("another range"),
    "algorithm": gettext_lazy("tier 1, its own links"),
    "domain_inference": gettext_lazy("tier 2, its domain’s links"),
    "uncovered": gettext_lazy("nothing asked"),
    "found": gettext_lazy("found"),
    "missing": gettext_lazy("missing"),
    "stale": gettext_lazy("stale"),
    "another": gettext_lazy("another entry of the record"),
    "current": gettext_lazy("current"),
    "ageing": gettext_lazy("ageing"),
    "overtaken": gettext_lazy("overtaken"),
    "yes": gettext_lazy("bears on it"),
    "no": gettext_lazy("does not bear on it"),
    "unclear": gettext_lazy("may bear on it"),
    "words": gettext_lazy("as it is worded"),
    "other_words": gettext_lazy("other words"),
    "known": gettext_lazy("known to the graph"),
}

NOTHING = {
    DifferenceKind.CRITICAL: gettext_lazy("not critical"),
    DifferenceKind.TEST: gettext_lazy("no test of the graph"),
    DifferenceKind.PATTERN: gettext_lazy("not seen"),
}
"""What stands where a side has nothing; a thing beside a test is then not asked."""


@dataclass(frozen=True)
class DifferenceRow:
    """One difference in four columns."""

    kind: DifferenceKind
    kind_words: str
    about: str
    thing: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """The same on one line: ``Potassium – Diabetes: not asked → missing``."""
        subject = " – ".join(filter(None, (self.about, self.thing)))
        if self.kind is DifferenceKind.WORDS:
            return f"{subject}: {self.after}" if subject else self.after
        change = f"{self.before} → {self.after}"
        return f"{subject}: {change}" if subject else change


@dataclass(frozen=True)
class Summed:
    """The differences of one analysis: the first few, and how many more there are."""

    rows: tuple[DifferenceRow, ...]
    more: tuple[DifferenceRow, ...]


def row_of(difference: Difference) -> DifferenceRow:
    """One difference in a reader's words."""
    is_pattern = difference.kind is DifferenceKind.PATTERN
    before, after = (_side(difference, said) for said in (difference.before, difference.after))
    if before == after:
        after = gettext("%(same)s, told otherwise") % {"same": after}
    return DifferenceRow(
        kind=difference.kind,
        kind_words=str(KIND_WORDS[difference.kind]),
        about=difference.about,
        thing=(difference.before or difference.after) if is_pattern else difference.thing,
        before=before,
        after=after,
    )


def _side(difference: Difference, said: str) -> str:
    kind = difference.kind
    if not said:
        return str(NOTHING.get(kind, pgettext("of a link", "not asked")))
    if kind is DifferenceKind.CRITICAL:
        return limit_text(said)
    if kind is DifferenceKind.PATTERN:
        return gettext("seen")
    words = (str(STATE_WORDS.get(part, part)) for part in said.split(","))
    return said if kind is DifferenceKind.TEST and said != "known" else ", ".join(words)


def summed(differences: Differences, shown: int = SHOWN) -> Summed:
    """The gravest first, the rest behind them."""
    rows = tuple(map(row_of, differences.items))
    return Summed(rows[:shown], rows[shown:])


def kind_words(kinds: Iterable[str]) -> list[str]:
    """Kinds of difference by their names."""
    return [str(KIND_WORDS[DifferenceKind(kind)]) for kind in kinds]
