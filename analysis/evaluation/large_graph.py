"""A graph of any size for measuring: the starter's entries, repeated under names of their own."""

from collections.abc import Iterator
from itertools import count, islice

from graphcurate.checks.code_forms import loinc_check_digit
from graphcurate.contracts import Biomarker, GraphContent, LoincCode, RelationEntry, RelationKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER

RELATIONS = 20_000
_FIRST_CODE = 900_000
"""LOINC's own numbers are far below; nobody takes these for codes."""


def graph_of(relations: int = RELATIONS) -> GraphContent:
    """At least so many relations of biomarkers, in as many copies of the starter as that needs."""
    starter = read(STARTER_FOLDER)
    of_biomarkers = [entry for entry in starter.relations if entry.biomarker]
    of_domains = tuple(entry for entry in starter.relations if not entry.biomarker)
    copies = -(-relations // len(of_biomarkers))
    codes = _codes()
    return starter.model_copy(
        update={
            "biomarkers": tuple(
                _biomarker(entry, number, codes)
                for number in range(copies)
                for entry in starter.biomarkers
            ),
            "relations": (
                *islice(_relations(of_biomarkers, copies), relations),
                *of_domains,
            ),
        }
    )


def _biomarker(entry: Biomarker, number: int, codes: Iterator[str]) -> Biomarker:
    """The entry under another key, with other codes, and with a word added to each of its names."""
    if number == 0:
        return entry
    word = _word(number)
    return entry.model_copy(
        update={
            "key": _key(entry.key, number),
            "name": f"{entry.name} {word}",
            "names": {language: f"{name} {word}" for language, name in entry.names.items()},
            "synonyms": {
                language: tuple(f"{name} {word}" for name in names)
                for language, names in entry.synonyms.items()
            },
            "loinc": tuple(
                LoincCode(code=next(codes), primary=code.primary) for code in entry.loinc
            ),
        }
    )


def _relations(entries: list[RelationEntry], copies: int) -> Iterator[RelationEntry]:
    for number in range(copies):
        for entry in entries:
            target = entry.target
            if entry.kind is RelationKind.PARAMETER:
                target = _key(target, number)
            yield entry.model_copy(
                update={
                    "id": f"{entry.id}:{number}",
                    "biomarker": _key(entry.biomarker or "", number),
                    "target": target,
                }
            )


def _key(key: str, number: int) -> str:
    return f"{key}_{number}" if number else key


def _word(number: int) -> str:
    """A word that no name has: ``xbb``, ``xbc``, …"""
    return "x" + "".join("bcdfghjklm"[int(digit)] for digit in f"{number:02d}")


def _codes() -> Iterator[str]:
    return (f"{number}-{loinc_check_digit(str(number))}" for number in count(_FIRST_CODE))
