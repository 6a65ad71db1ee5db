"""What a snippet may ask of one patient's record: seven functions that only read. Pure.

The record stays outside the sandbox; an answer carries what was asked for, and nobody else's
entries are within reach. Answers are copies: nothing a snippet does to one changes the record.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from analysis.pipeline.retriever.code_mode.items import KINDS, Item, Json, items_of
from medreview.common.text import normalise_name
from medreview.fhir.codes import system_name
from medreview.fhir.dates import read_moment
from medreview.fhir.record import Moment, PatientRecord
from medreview.runtime.sandbox.errors import SnippetMistake

MOST_AT_ONCE = 2000
"""Entries in one answer; a question that finds more is refused with their number."""

_LONGEST_QUESTION = 200
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts that write without spaces: a word may begin anywhere."""


class RecordApi:
    """One record at one moment, indexed for questions."""

    def __init__(
        self, record: PatientRecord, as_of: dt.datetime, *, left_over: Collection[str] = ()
    ) -> None:
        self.items = {item.id: item for item in items_of(record, as_of)}
        self._left_over = [item for item in self.items.values() if item.id in left_over]
        self._said: dict[str, Json] = {}
        # A record repeats few names and codings very often: each is taken apart once.
        alike: dict[object, list[Item]] = defaultdict(list)
        for item in self.items.values():
            alike[item.entry.name, *map(id, item.codings)].append(item)
        self._by_name: list[tuple[frozenset[str], list[Item]]] = []
        self._by_code: dict[str, list[Item]] = defaultdict(list)
        for items in alike.values():
            first = items[0]
            self._by_name.append((frozenset(map(normalise_name, _names(first))), items))
            for code in {_bare(one.code) for one in first.codings if one.code}:
                self._by_code[code] += items

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """What is handed to the sandbox, by the names snippets use."""
        return {
            "left_over": self.left_over,
            "find_by_name": self.find_by_name,
            "find_by_code": self.find_by_code,
            "latest": self.latest,
            "first": self.first,
            "between": self.between,
            "extremes": self.extremes,
        }

    def left_over(self, kind: str | None = None) -> list[Json]:
        """Entries that code could not tell, results with notes among them."""
        return self._answer(_of_kind(self._left_over, kind))

    def listed(self, kind: str) -> list[Json]:
        """All entries of a kind, latest first; not for snippets, which ask for what they need."""
        listed = sorted(_of_kind(self.items.values(), kind), key=_newest, reverse=True)
        return [self._json(one) for one in listed]

    def find_by_name(self, text: str, kind: str | None = None) -> list[Json]:
        """Entries with a name that has a word beginning like each word of the text."""
        asked = _WORD.findall(normalise_name(_question(text)))
        if not asked:
            raise SnippetMistake("say at least one word of the name.")
        found = [
            item
            for names, items in self._by_name
            if any(all(_has_word(name, word) for word in asked) for name in names)
            for item in items
        ]
        return self._answer(_of_kind(found, kind))

    def find_by_code(
        self, code: str, system: str | None = None, kind: str | None = None
    ) -> list[Json]:
        """Entries that carry this very code, whatever its case and dots."""
        bare = _bare(_question(code))
        found = self._by_code.get(bare, [])
        if system is not None:
            asked = _question(system)
            wanted = system_name(asked) or asked.casefold()
            found = [item for item in found if _has_code(item, bare, wanted)]
        return self._answer(_of_kind(found, kind))

    def latest(self, items: list[Any]) -> Json | None:
        """The latest of these entries that has a date; ``not_surely`` names its rivals."""
        return self._at_the_end(self._meant(items), last=True)

    def first(self, items: list[Any]) -> Json | None:
        """The earliest of these entries that has a date; ``not_surely`` names its rivals."""
        return self._at_the_end(self._meant(items), last=False)

    def between(self, items: list[Any], start: str | None, end: str | None) -> list[Json]:
        """Those that may lie from start to end, both included; those without a date do not."""
        since, until = _day(start, dt.date.min), _day(end, dt.date.max)
        lowest = since.date if isinstance(since, Moment) else since
        highest = until.latest if isinstance(until, Moment) else until
        if lowest is None or highest is None or lowest > highest:
            raise SnippetMistake("the start must not lie after the end.")
        meant = self._meant(items)
        return self._answer(
            [one for one in meant if one.days and one.days[0] <= highest and one.days[1] >= lowest]
        )

    def extremes(self, items: list[Any]) -> Json:
        """The lowest and the highest plain number of one unit; what can't be compared is named."""
        meant = self._meant(items)
        numbers = [(one.number, one) for one in meant if one.number is not None]
        if len({one.unit for _, one in numbers}) > 1:
            raise SnippetMistake("the results have several units; compare those of one unit.")
        ordered = [one for _, one in sorted(numbers, key=lambda pair: (pair[0], pair[1].order))]
        return {
            "lowest": self._json(ordered[0]) if ordered else None,
            "highest": self._json(ordered[-1]) if ordered else None,
            "not_compared": [one.id for one in meant if one.number is None],
        }

    def _meant(self, items: Any) -> list[Item]:
        """Our own entries behind what a snippet passes: only their ids are believed."""
        if not isinstance(items, list | tuple):
            raise SnippetMistake("pass a list of entries, or of their ids.")
        ids = [one.get("id") if isinstance(one, dict) else one for one in items]
        known = [one for one in ids if isinstance(one, str) and one in self.items]
        if len(known) < len(ids):
            raise SnippetMistake("one of these is no entry of this record.")
        return [self.items[one] for one in dict.fromkeys(known)]

    def _answer(self, items: Iterable[Item]) -> list[Json]:
        """Latest first, those without a date at the end."""
        listed = sorted({one.id: one for one in items}.values(), key=_newest, reverse=True)
        if len(listed) > MOST_AT_ONCE:
            raise SnippetMistake(
                "%(found)d entries are too many for one answer (%(most)d); ask for fewer.",
                found=len(listed),
                most=MOST_AT_ONCE,
            )
        return [self._json(one) for one in listed]

    def _at_the_end(self, items: list[Item], *, last: bool) -> Json | None:
        dated = [one for one in items if one.days]
        if not dated:
            return None
        chosen = max(dated, key=_newest) if last else min(dated, key=_newest)
        rivals = [
            one.id for one in dated if one is not chosen and _may_rival(one, chosen, last=last)
        ]
        return self._json(chosen) | ({"not_surely": rivals} if rivals else {})

    def _json(self, item: Item) -> Json:
        """The entry as plain data, made once: the sandbox takes copies of it."""
        if item.id not in self._said:
            self._said[item.id] = item.as_json()
        return self._said[item.id]


def _newest(item: Item) -> tuple[dt.datetime, str, str]:
    return (*item.order, item.id)


def _may_rival(other: Item, chosen: Item, *, last: bool) -> bool:
    """Whether the other may lie as late (or as early) as the chosen one, as far as dates say."""
    instants = (other.at and other.at.instant, chosen.at and chosen.at.instant)
    if instants[0] and instants[1]:
        return instants[0] == instants[1]
    if other.days is None or chosen.days is None:
        return False
    if last:
        return other.days[1] >= chosen.days[0]
    return other.days[0] <= chosen.days[1]


def _of_kind(items: Iterable[Item], kind: str | None) -> list[Item]:
    if kind is None:
        return list(items)
    if kind not in KINDS:
        raise SnippetMistake(f"a kind is one of {', '.join(KINDS)}.")
    return [one for one in items if one.kind == kind]


def _has_code(item: Item, bare: str, system: str) -> bool:
    return any(
        _bare(one.code) == bare
        and (system_name(one.system) or (one.system or "").casefold()) == system
        for one in item.codings
        if one.code
    )


def _names(item: Item) -> Iterable[str]:
    yield item.entry.name
    yield from (one.display for one in item.codings if one.display)


def _has_word(name: str, word: str) -> bool:
    """A word of the name begins so: ``ldl`` is in "LDL cholesterol" and not in "VLDL"."""
    # Few names hold the letters at all, and that is known at once.
    if word not in name or _UNSPACED.search(word):
        return word in name
    return any(one.startswith(word) for one in _WORD.findall(name))


def _bare(code: str) -> str:
    return code.replace(".", "").strip().casefold()


def _question(text: Any) -> str:
    if not isinstance(text, str) or len(text) > _LONGEST_QUESTION:
        raise SnippetMistake("pass a text of at most 200 characters.")
    return text


def _day(text: Any, otherwise: dt.date) -> Moment | dt.date:
    """A year, a month or a day as ISO 8601; None stands for the open end."""
    if text is None:
        return otherwise
    moment = read_moment(_question(text))
    if moment.date is None:
        raise SnippetMistake("write a day as 2026-11-30, 2026-11 or 2026.")
    return moment
