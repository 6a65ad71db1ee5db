"""Names found in a text, word by word: never a part of another word. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from medreview.llm.redaction.letters import (
    SHORTEST_INFLECTED,
    UNSPACED,
    WORD,
    inflected,
    plain,
    script,
    sound,
    spellings,
)
from medreview.llm.redaction.vocabulary import COMMON, MONTH_WORDS, TITLES, UNITS

SHORT = 3
"""A name of so few letters is taken for one only where it begins with a capital."""
Span = tuple[int, int]

_UNSPACED = re.compile(f"[{UNSPACED}]")
_AFTER_ONE_SIGN = "先生|女士|小姐|太太|氏|さん|様|さま|君|씨|님"
_MONTH_BEFORE = re.compile(r"(?:\d|\d\.|\d(?:st|nd|rd|th)|\d-|\d de)\s?\Z")
_MONTH_AFTER = re.compile(r"[.,]?\s?-?(?:\d{4}(?!\d)|\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}(?!\d))")
_NUMBER_BEFORE = re.compile(r"[\d²³%][\s*·^.]?\Z")
_OTHER_SIDE = re.compile(rf"\s?/\s?(?:10|24)?\s?({WORD.pattern})")
_THIS_SIDE = re.compile(rf"({WORD.pattern})\s?/\s?\Z")
_LEFT_PREFIX = re.compile("[وبلفكהובלמשכ]")


@dataclass(frozen=True)
class Names:
    """The parts of all known names, in each of their forms."""

    forms: dict[str, bool] = field(default_factory=dict)
    """Plain form, and whether it must be written with a capital."""
    sounds: dict[str, frozenset[str]] = field(default_factory=dict)
    """How a part sounds, and in which scripts it is known already."""
    runs: re.Pattern[str] | None = None
    """Names in letters without spaces between words."""

    @classmethod
    def of(cls, names: Iterable[str]) -> "Names":
        """Of whole names and of parts."""
        forms: dict[str, bool] = {}
        sounds: dict[str, set[str]] = {}
        runs: set[str] = set()
        for name in names:
            parts = [one for one in WORD.findall(name) if plain(one) not in TITLES]
            runs |= {part for part in parts if _UNSPACED.search(part)}
            spaced = [part for part in parts if not _UNSPACED.search(part)]
            for part in (*spaced, *_joined(spaced)):
                for form, needs_capital in _forms(part):
                    forms[form] = forms.get(form, True) and needs_capital
            for part in spaced:
                if len(part) > SHORT and script(part) != "other":
                    sounds.setdefault(sound(part), set()).add(script(part))
            if len(parts) > 1:
                runs |= {"".join(parts)} if all(map(_UNSPACED.search, parts)) else set()
        known = {key: frozenset(said) for key, said in sounds.items() if len(key) >= SHORT}
        return cls(forms, known, _runs(runs))

    def found_in(self, text: str) -> Iterator[Span]:
        """Where a name stands."""
        if self.runs is not None:
            yield from (match.span() for match in self.runs.finditer(text))
        if not self.forms:
            return
        for match in WORD.finditer(text):
            word = match.group()
            if self._is_name(word) and not _is_something_else(word, text, match.span()):
                yield match.span()

    def _is_name(self, word: str) -> bool:
        capital = word[0].isupper() or not word[0].islower()
        for form in spellings(word):
            needs_capital = self.forms.get(form)
            if needs_capital is not None and (capital or not needs_capital):
                return True
        if _LEFT_PREFIX.match(word) and plain(word[1:]) in self.forms:
            return True
        scripts = self.sounds.get(sound(word))
        return scripts is not None and capital and script(word) not in {"other", *scripts}


def _forms(part: str) -> Iterator[tuple[str, bool]]:
    for form in spellings(part):
        if len(form) < 2:
            continue
        is_word = len(form) <= SHORT or form in COMMON or part.casefold() in COMMON
        yield form, is_word and script(part) != "other"
        for case in inflected(form):
            yield case, is_word or case in COMMON or len(form) <= SHORTEST_INFLECTED


def _joined(parts: list[str]) -> Iterator[str]:
    """First and last name in one word, as in the address of a letter box."""
    if len(parts) > 1:
        first, last = parts[0], parts[-1]
        yield from (first + last, last + first, "".join(parts))


def _runs(names: set[str]) -> re.Pattern[str] | None:
    whole = sorted((one for one in names if len(one) > 1), key=len, reverse=True)
    said = [re.escape(one) for one in whole]
    said += [
        rf"{re.escape(one)}(?={_AFTER_ONE_SIGN})|(?<![{UNSPACED}]){re.escape(one)}(?![{UNSPACED}])"
        for one in sorted(names)
        if len(one) == 1
    ]
    return re.compile("|".join(said)) if said else None


def _is_something_else(word: str, text: str, span: Span) -> bool:
    """Whether it is the unit of a number, or the month of a date."""
    low, before, after = word.casefold(), text[max(0, span[0] - 24) : span[0]], text[span[1] :][:40]
    if low in UNITS:
        if _NUMBER_BEFORE.search(before):
            return True
        sides = (_OTHER_SIDE.match(after), _THIS_SIDE.search(before))
        if any(side is not None and side[1].casefold() in UNITS for side in sides):
            return True
    if low not in MONTH_WORDS:
        return False
    return bool(_MONTH_BEFORE.search(before) or _MONTH_AFTER.match(after))
