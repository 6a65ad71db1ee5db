"""What the notes on one sample say of how it was taken: by exact code or by whole name."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from analysis.pipeline.contracts import LabResult, MatchMethod
from analysis.pipeline.retriever.entries import names_of
from analysis.pipeline.retriever.naming import plain_name
from graphcurate.contracts import Code, NamedThing, RelatedItem

NON_FASTING = "nonfasting"
NON_FASTING_NOTE = "Sample noted as not fasting"
SHORTEST_PHRASE = 8
"""Shorter Latin or Cyrillic names must be the whole note: "light" also stands in "light pink"."""
SHORTEST_CHINESE = 2

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_NEGATION = re.compile(
    r"(\b(no|not|non|without|absent|negative for|free of|нет|без|не)\s+(\w+\s+)?|[无未没非不]\S?)$"
)
_LATER_NEGATION = re.compile(
    r"^\S*\s*[:=-]?\s*(none|no|nil|negative|absent|not (seen|present|detected)|0|нет|не обнаружен)"
    r"|^\S{0,2}[阴无]"
)


class Said(NamedTuple):
    """The note that names a factor, and how it was recognised."""

    note: str
    method: MatchMethod


@dataclass(frozen=True)
class SampleNotes:
    """The graph's preanalytical factors by the codes and names a note may use."""

    factors: Mapping[str, NamedThing]
    shared_codes: frozenset[str]
    """Codes that several factors carry: they say something happened, not which of them."""

    @classmethod
    def of(cls, factors: Mapping[str, NamedThing]) -> "SampleNotes":
        """Count which codes name one factor alone."""
        counts = Counter(code.code for factor in factors.values() for code in factor.codes)
        return cls(factors, frozenset(code for code, times in counts.items() if times > 1))

    def says(self, item: RelatedItem, result: LabResult) -> Said | None:
        """The note on this very sample that names the asked-for factor; None when none does."""
        if item.key == NON_FASTING and result.specimen and result.specimen.fasting is False:
            return Said(NON_FASTING_NOTE, MatchMethod.CODE)
        codes = {code.code for code in self._codes(item)} - self.shared_codes
        names = self._names(item)
        for note in notes_on(result):
            if note in codes:
                return Said(note, MatchMethod.CODE)
            if any(names_factor(note, name) for name in names):
                return Said(note, MatchMethod.NAME)
        return None

    def shared(self, item: RelatedItem, result: LabResult) -> str | None:
        """A code on this sample that names the asked-for factor among others."""
        codes = {code.code for code in self._codes(item)} & self.shared_codes
        return next((note for note in notes_on(result) if note in codes), None)

    def _codes(self, item: RelatedItem) -> tuple[Code, ...]:
        factor = self.factors.get(item.key or "")
        return (*item.codes, *(factor.codes if factor else ()))

    def _names(self, item: RelatedItem) -> frozenset[str]:
        factor = self.factors.get(item.key or "")
        texts = (item.name, *(names_of(factor) if factor else ()))
        return frozenset(spelling(text) for text in texts)


def notes_on(result: LabResult) -> tuple[str, ...]:
    """Every word and code the record holds about how this result's sample was."""
    sample = result.specimen
    about_sample = (*sample.conditions, *sample.notes) if sample else ()
    return tuple(dict.fromkeys((*about_sample, *result.notes)))


def spelling(text: str) -> str:
    """One spelling for British and American words, without the word for the sample itself."""
    plain = plain_name(text).replace("aemi", "emi").replace("haem", "hem").replace("ysed", "yzed")
    return plain.removesuffix(" specimen").removesuffix(" sample")


def names_factor(note: str, name: str) -> bool:
    """Whether a note says the factor was there: the whole note, or a phrase not denied in it."""
    text = spelling(note)
    if text == name:
        return True
    chinese = _CHINESE.search(name) is not None
    if len(name) < (SHORTEST_CHINESE if chinese else SHORTEST_PHRASE):
        return False
    pattern = re.escape(name) if chinese else rf"(?<![\w-]){re.escape(name)}(?![\w-])"
    return any(
        not is_denied(text[: found.start()], text[found.end() :])
        for found in re.finditer(pattern, text)
    )


def is_denied(before: str, after: str) -> bool:
    """Whether words between these two texts are said not to be so."""
    return bool(_NEGATION.search(before) or _LATER_NEGATION.match(after))
