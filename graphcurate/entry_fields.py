"""An entry as a flat list of addressed fields, and back: the grain in which curators change it.

A field is a word (``effect``) or a word and what it is of (``names/ru``,
``intervals/mmol/L|adult|default|``), so that two people who change different lines of one
biomarker do not meet. Values are JSON; numbers are text, with the digits they were written with.
What is empty (no value, no text, no list) is not there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import ValidationError

from graphcurate.contracts import (
    Biomarker,
    Domain,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from medreview.common.contract import Contract
from medreview.common.errors import Invalid, gettext_noop

Json = Any
Fields = dict[str, Json]

EXISTS = "exists"
"""The field every entry has; a change of it to false removes the entry."""
REVIEWED = "reviewed"
"""A second person has accepted the entry as it stands."""


class EntryKind(StrEnum):
    """What can be curated."""

    BIOMARKER = "biomarker"
    DOMAIN = "domain"
    THING = "thing"
    RELATION = "relation"
    SOURCE = "source"

    @property
    def part(self) -> str:
        """The part of ``GraphContent`` that holds entries of this kind."""
        return f"{self.value}s"


CONTRACTS: dict[EntryKind, type[Contract]] = {
    EntryKind.BIOMARKER: Biomarker,
    EntryKind.DOMAIN: Domain,
    EntryKind.THING: NamedThing,
    EntryKind.RELATION: RelationEntry,
    EntryKind.SOURCE: Source,
}

_IDENTITY: dict[EntryKind, frozenset[str]] = {
    EntryKind.BIOMARKER: frozenset({"key", "relations"}),
    EntryKind.DOMAIN: frozenset({"key", "relations"}),
    EntryKind.THING: frozenset({"key", "kind"}),
    EntryKind.RELATION: frozenset({"id"}),
    EntryKind.SOURCE: frozenset({"key"}),
}
"""What names the entry, or is kept elsewhere, and is therefore no field of it."""

_LINES: dict[EntryKind, dict[str, tuple[str, ...]]] = {
    EntryKind.BIOMARKER: {
        "loinc": ("code",),
        "conversions": ("from_unit", "to_unit"),
        "intervals": ("unit", "population", "owner", "sex"),
        "criticals": ("unit", "population", "owner"),
    },
    EntryKind.THING: {"codes": ("system", "code")},
    EntryKind.RELATION: {"evidence": ("id",)},
}
"""Lists of lines, and by what a line is told from its neighbours."""

_TEXTS: dict[EntryKind, frozenset[str]] = {
    EntryKind.BIOMARKER: frozenset({"synonyms"}),
    EntryKind.THING: frozenset({"names"}),
}
"""Lists of texts by language: each text is a field, true where it is listed."""

_BY_LANGUAGE: dict[EntryKind, frozenset[str]] = {
    EntryKind.BIOMARKER: frozenset({"names"}),
    EntryKind.DOMAIN: frozenset({"names"}),
}
"""One text for each language."""

LANGUAGES = ("en", "ru", "zh")


@dataclass(frozen=True)
class FieldProblem:
    """Why a field can't be what it is, in a sentence."""

    field: str
    sentence: str


class EntryInvalid(Invalid):
    """The fields make no entry; ``problems`` says of each why."""

    def __init__(self, problems: Iterable[FieldProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            gettext_noop("The entry is not complete: %(why)s"),
            why=" ".join(problem.sentence for problem in self.problems),
        )


def key_of(entry: Contract) -> str:
    """The key of an entry among its kind; a thing's begins with its kind: ``condition:ckd``."""
    if isinstance(entry, RelationEntry):
        return entry.id
    if isinstance(entry, NamedThing):
        return f"{entry.kind.value}:{entry.key}"
    key: str = entry.key  # type: ignore[attr-defined]
    return key


def kind_of(entry: Contract) -> EntryKind:
    """What kind of entry this is."""
    return next(kind for kind, contract in CONTRACTS.items() if isinstance(entry, contract))


def field_address(head: str, *names: str) -> str:
    """The address of a line, such as ``intervals/mmol/L|adult|default|``."""
    if any("|" in name for name in names):
        raise Invalid(gettext_noop("A unit, population, owner or code can't hold the sign |."))
    return f"{head}/{'|'.join(names)}"


def flatten(entry: Contract) -> Fields:
    """Every field of an entry that is not empty, by its address."""
    kind = kind_of(entry)
    fields: Fields = {EXISTS: True}
    for name, value in entry.model_dump(mode="json", exclude=set(_IDENTITY[kind])).items():
        if name in _LINES.get(kind, {}):
            fields |= _lines(kind, name, getattr(entry, name))
        elif name in _TEXTS.get(kind, ()):
            fields |= {
                f"{name}/{language}/{text}": True
                for language, texts in value.items()
                for text in texts
            }
        elif name in _BY_LANGUAGE.get(kind, ()):
            fields |= {f"{name}/{language}": text for language, text in value.items()}
        elif not empty(value):
            fields[name] = value
    return fields


def empty(value: Json) -> bool:
    """Whether a value says nothing. False, nought and a line without more words say something."""
    return value is None or value in ("", [])


def assemble(
    kind: EntryKind, key: str, fields: Mapping[str, Json], sources: Mapping[str, Source]
) -> Contract:
    """The entry these fields make. ``EntryInvalid`` says which of them can't be so, and why."""
    values, places = _values(kind, fields)
    problems: list[FieldProblem] = []
    if kind is EntryKind.BIOMARKER:
        problems = _cite(values, places, sources)
    try:
        entry = CONTRACTS[kind].model_validate(_identity(kind, key) | values)
    except ValidationError as wrong:
        problems += [_problem(error["loc"], error["msg"], places) for error in wrong.errors()]
    if problems:
        raise EntryInvalid(problems)
    return entry


def _lines(kind: EntryKind, name: str, lines: Iterable[Contract]) -> Fields:
    keys = _LINES[kind][name]
    fields = {}
    for line in lines:
        said = line.model_dump(mode="json", exclude_defaults=True)
        if isinstance(said.get("source"), dict):
            said["source"] = said["source"]["key"]
        address = field_address(name, *(str(getattr(line, key) or "") for key in keys))
        fields[address] = {word: value for word, value in said.items() if word not in keys}
    return fields


def _identity(kind: EntryKind, key: str) -> dict[str, Json]:
    if kind is EntryKind.RELATION:
        return {"id": key}
    if kind is EntryKind.THING:
        of, _, own = key.partition(":")
        return {"kind": of, "key": own}
    return {"key": key}


def _values(
    kind: EntryKind, fields: Mapping[str, Json]
) -> tuple[dict[str, Json], dict[str, list[str]]]:
    """What the contract takes, and the addresses of each list's lines in their order."""
    values = _nothing_said(kind)
    places: dict[str, list[str]] = {}
    for address, value in fields.items():
        head, _, rest = address.partition("/")
        if address == EXISTS or empty(value):
            continue
        if head in _LINES.get(kind, {}):
            values.setdefault(head, []).append(_line(_LINES[kind][head], rest, value))
            places.setdefault(head, []).append(address)
        elif head in values and rest:
            _name(values[head], rest, value)
        else:
            values[address] = _saying(value) if isinstance(value, dict) else value
    if "evidence" in values:
        _by_rank(values, places)
    return values, places


def _nothing_said(kind: EntryKind) -> dict[str, Json]:
    """What stands in a contract that must say something where no field says it."""
    values: dict[str, Json] = {}
    if kind is EntryKind.BIOMARKER:
        values |= {"synonyms": {language: [] for language in LANGUAGES}, "loinc": []}
    if kind is EntryKind.RELATION:
        values["rationale"] = ""  # a draft may wait for its words; the checks ask for them
    for name in (*_TEXTS.get(kind, ()), *_BY_LANGUAGE.get(kind, ())):
        values.setdefault(name, {})
    return values


def _line(keys: tuple[str, ...], rest: str, value: Json) -> dict[str, Json]:
    said = zip(keys, rest.split("|"), strict=False)
    # An empty sex is both sexes, which the contract says with nothing.
    line = {word: text for word, text in said if text or word != "sex"}
    return line | _saying(value)


def _saying(value: Mapping[str, Json]) -> dict[str, Json]:
    """A line's words that say something: an empty text and none are the same."""
    return {word: said for word, said in value.items() if not empty(said)}


def _name(texts: dict[str, Json], rest: str, value: Json) -> None:
    language, _, text = rest.partition("/")
    if text:
        texts.setdefault(language, []).append(text)
    else:
        texts[language] = value


def _by_rank(values: dict[str, Json], places: dict[str, list[str]]) -> None:
    """Evidence stands with its chief item first."""
    pairs = sorted(
        zip(values["evidence"], places["evidence"], strict=True),
        key=lambda pair: (_whole(pair[0].get("rank", 0)), str(pair[0].get("id"))),
    )
    values["evidence"] = [line for line, _ in pairs]
    places["evidence"] = [address for _, address in pairs]


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _cite(
    values: dict[str, Json], places: dict[str, list[str]], sources: Mapping[str, Source]
) -> list[FieldProblem]:
    """Put whole sources where critical limits name one by its key."""
    problems = []
    for line, address in zip(values.get("criticals", ()), places.get("criticals", ()), strict=True):
        named = line.get("source")
        if named is None:
            continue
        if named in sources:
            line["source"] = sources[named]
        else:
            del line["source"]
            problems.append(
                FieldProblem(address, gettext_noop("The source it names is not in the graph."))
            )
    return problems


def _problem(
    where: tuple[int | str, ...], why: str, places: Mapping[str, list[str]]
) -> FieldProblem:
    head = str(where[0]) if where else ""
    if head in places and len(where) > 1 and isinstance(where[1], int):
        inner = " ".join(str(word) for word in where[2:])
        return FieldProblem(places[head][where[1]], f"{inner}: {why}." if inner else f"{why}.")
    address = "/".join(str(word) for word in where[:2]) if len(where) > 1 else head
    return FieldProblem(address, f"{head}: {why}.")


TARGET_KINDS = {kind.value for kind in RelationKind if kind is not RelationKind.PARAMETER}
"""Kinds of relation whose target is a thing; a parameter's is a biomarker."""
