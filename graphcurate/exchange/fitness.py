"""Whether an entry can be one of the graph: its words, its lengths, its codes. Pure.

What can only be judged of a whole change set (contradictions, clashes of synonyms, quotes that are
not verified) is judged there, by the checks every change set goes through.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from graphcurate import patterns
from graphcurate.checks.code_forms import has_form
from graphcurate.contracts import Biomarker, Domain, NamedThing, RelationEntry, RelationKind, Source
from graphcurate.entry_fields import LANGUAGES, EntryKind
from graphcurate.exchange.refusing import RowRefused
from graphcurate.vocabulary import (
    AgentType,
    BiomarkerKind,
    Certainty,
    EvidenceDirection,
    EvidenceLevel,
    Population,
)
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

LONGEST_KEY, LONGEST_RELATION, LONGEST_NAME, LONGEST_RATIONALE = 120, 200, 200, 280
LONGEST_TEXT = 4_000
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)
_RELATION_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.-]*", re.ASCII)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_DIRECTIONS = ("H", "L")


def check_fit(kind: EntryKind, key: str, entry: Contract | None, standing: Contract | None) -> None:
    """Raise RowRefused for what no table and no reader of the graph could take."""
    if entry is None:
        return
    if standing is None:
        _check_key(kind, key)
    _check_texts(entry.model_dump(mode="json"), "")
    if isinstance(entry, RelationEntry):
        _check_relation(entry)
    elif isinstance(entry, Biomarker):
        _check_biomarker(entry)
    elif isinstance(entry, NamedThing):
        _check_thing(entry)
    elif isinstance(entry, Domain):
        _check_languages("names", entry.names)
        _check_patterns(entry)
    elif isinstance(entry, Source):
        _check_said("title", entry.title)
        _check_said("organisation", entry.organisation)


def _check_key(kind: EntryKind, key: str) -> None:
    own = key.partition(":")[2] if kind is EntryKind.THING else key
    free = kind in {EntryKind.RELATION, EntryKind.SOURCE}
    pattern = _RELATION_KEY if free else _KEY
    longest = LONGEST_RELATION if kind is EntryKind.RELATION else LONGEST_KEY
    if len(own) > longest or not pattern.fullmatch(own):
        raise RowRefused(
            gettext_noop(
                "“%(key)s” can't be a key: letters, digits and _ - (in ids also : and .), "
                "at most %(longest)d."
            ),
            of="key",
            key=own[:60],
            longest=longest,
        )


def _check_relation(entry: RelationEntry) -> None:
    if bool(entry.biomarker) == bool(entry.domain):
        raise RowRefused(
            gettext_noop("A relation leads from a biomarker or from a domain, not from both."),
            of="biomarker",
        )
    if entry.kind is RelationKind.PARAMETER and entry.target == entry.biomarker:
        raise RowRefused(gettext_noop("A relation leads to something else."), of="target")
    _check_said("target", entry.target)
    _check_said("rationale", entry.rationale)
    _check_length("rationale", entry.rationale, LONGEST_RATIONALE)
    _check_word("when_direction", entry.when_direction, _DIRECTIONS)
    for name, longest in (("when_population", 60), ("when_dose", 120), ("when_timing", 120)):
        _check_length(name, getattr(entry, name), longest)
    _check_unique("evidence", (item.id for item in entry.evidence))
    for item in entry.evidence:
        at = f"evidence/{item.id}"
        _check_word(at, item.level, EvidenceLevel)
        _check_word(at, item.direction, EvidenceDirection)
        _check_word(at, item.agent_type, AgentType)
        _check_word(at, item.certainty, Certainty)
        _check_said(at, item.knowledge_level)
        _check_length(at, item.locator, LONGEST_NAME)


def _check_biomarker(entry: Biomarker) -> None:
    _check_said("name", entry.name)
    _check_length("name", entry.name, LONGEST_NAME)
    _check_word("kind", entry.kind, BiomarkerKind)
    _check_languages("names", entry.names)
    _check_languages("synonyms", entry.synonyms)
    for language, names in entry.synonyms.items():
        _check_names(f"synonyms/{language}", names)
    for code in entry.loinc:
        _check_code(f"loinc/{code.code}", "loinc", code.code, "exact")
    _check_unique("loinc", (code.code for code in entry.loinc))
    _check_unique("conversions", (f"{one.from_unit} → {one.to_unit}" for one in entry.conversions))
    who = (f"{one.unit}, {one.population}, {one.owner}, {one.sex}" for one in entry.intervals)
    _check_unique("intervals", who)
    who = (f"{one.unit}, {one.population}, {one.owner}" for one in entry.criticals)
    _check_unique("criticals", who)
    for interval in entry.intervals:
        _check_word("intervals", interval.population, Population)
    for limit in entry.criticals:
        _check_word("criticals", limit.population, Population)


def _check_thing(entry: NamedThing) -> None:
    if entry.kind is RelationKind.PARAMETER:
        raise RowRefused(gettext_noop("A thing is no parameter: biomarkers are those."), of="kind")
    _check_said("name", entry.name)
    _check_length("name", entry.name, LONGEST_NAME)
    _check_languages("names", entry.names)
    for language, names in entry.names.items():
        _check_names(f"names/{language}", names)
    _check_unique("codes", (f"{code.system} {code.code}" for code in entry.codes))
    for code in entry.codes:
        _check_code(f"codes/{code.system}|{code.code}", code.system, code.code, code.match)


def _check_patterns(entry: Domain) -> None:
    if entry.rule is None:
        return
    for name in ("name_pattern", "exclude_pattern"):
        if why := patterns.why_unfit(getattr(entry.rule, name) or ""):
            raise RowRefused(why, of=f"rule/{name}")


def _check_names(field: str, names: Iterable[str]) -> None:
    listed = list(names)
    for name in listed:
        _check_said(field, name)
        _check_length(field, name, LONGEST_NAME)
    _check_unique(field, listed)


def _check_said(field: str, text: str) -> None:
    if not text.strip():
        raise RowRefused(gettext_noop("This must be said: it is empty."), of=field)


def _check_length(field: str, text: str | None, longest: int) -> None:
    if text and len(text) > longest:
        raise RowRefused(
            gettext_noop("This has %(length)d characters; at most %(longest)d are kept."),
            of=field,
            length=len(text),
            longest=longest,
        )


def _check_word(field: str, word: str | None, words: Iterable[str]) -> None:
    listed = [str(one) for one in words]
    if word is not None and word not in listed:
        raise RowRefused(
            gettext_noop("“%(word)s” is none of %(words)s."),
            of=field,
            word=word[:40],
            words=", ".join(listed),
        )


def _check_languages(field: str, by_language: Iterable[str]) -> None:
    for language in by_language:
        _check_word(field, language, LANGUAGES)


def _check_code(field: str, system: str, code: str, match: str) -> None:
    if not has_form(system, code, match):
        raise RowRefused(
            gettext_noop("“%(code)s” can't be a code of %(system)s: look for a slip of the pen."),
            of=field,
            code=code[:40],
            system=system[:20],
        )


def _check_unique(field: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RowRefused(
                gettext_noop("“%(name)s” stands there twice."), of=field, name=name[:60]
            )
        seen.add(name)


def _check_texts(value: Any, field: str) -> None:
    """No text that can't be stored, or is longer than anybody wrote it by hand."""
    for text in _texts(value):
        if _UNSTORABLE.search(text):
            raise RowRefused(gettext_noop("A text of it holds characters that are none."))
        _check_length(field, text, LONGEST_TEXT)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(name)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
