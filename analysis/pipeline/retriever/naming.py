"""Under which names and codes one entry of a record can be looked for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from medreview.common.text import normalise_name
from medreview.fhir.codes import system_name
from medreview.fhir.record import Coding

PREFIX_SYSTEMS = frozenset({"icd10", "atc"})
"""Systems whose codes say what they belong to by their first characters."""

_SEMANTIC_TAG = re.compile(
    r"\s*\((disorder|finding|situation|procedure|observable entity|product|substance)\)$"
)
_HOURS = re.compile(r"^\d+\s*hr\s+")
_STRENGTH = re.compile(r"\s+\d.*$")
_FORMS = re.compile(
    r"\s+(oral|injectable|topical|delayed|extended|chewable|tablets?|capsules?|solution|"
    r"injection|suspension|cream|inhaler|patch|syrup|drops|film|\[).*$"
)
_SALTS = re.compile(
    r"\s+(hydrochloride|hcl|sodium|potassium|calcium|besylate|mesylate|maleate|fumarate|"
    r"tartrate|succinate|phosphate|sulfate|acetate|citrate|bitartrate|magnesium)$"
)


@dataclass(frozen=True)
class Label:
    """Everything one record entry may be matched by: (system, code) pairs and names."""

    codes: frozenset[tuple[str, str]]
    names: frozenset[str]
    ingredients: frozenset[str] = frozenset()
    """Names of active substances read out of a product's name, without strength and form."""


def label_of(name: str, codings: Iterable[Coding], *, product: bool = False) -> Label:
    """The label of a condition or, with ``product``, of a medicine."""
    codings = tuple(codings)
    texts = {name, *(coding.display for coding in codings if coding.display)}
    names = frozenset(filter(None, (plain_name(text) for text in texts)))
    ingredients = (
        frozenset(part for text in names for part in ingredients_of(text)) - names
        if product
        else frozenset()
    )
    return Label(codes=frozenset(_codes(codings)), names=names, ingredients=ingredients)


def plain_name(text: str) -> str:
    """A name for exact comparison, without SNOMED's semantic tag."""
    return _SEMANTIC_TAG.sub("", normalise_name(text))


def plain_code(system: str, code: str) -> str:
    """A code for comparison: ICD and ATC in capitals and without dots."""
    if system in PREFIX_SYSTEMS:
        return code.strip().upper().replace(".", "")
    return code.strip()


def prefixes_of(system: str, code: str) -> Iterator[str]:
    """Every class a code belongs to by its characters, itself included."""
    if system in PREFIX_SYSTEMS:
        yield from (code[:length] for length in range(1, len(code)))
    yield code


def ingredients_of(product: str) -> Iterator[str]:
    """The active substances a product's name starts with: ``lisinopril 10 mg oral tablet``."""
    for part in product.split(" / "):
        bare = _FORMS.sub("", _STRENGTH.sub("", _HOURS.sub("", part))).strip()
        yield from filter(None, {bare, _SALTS.sub("", bare)})


def _codes(codings: Iterable[Coding]) -> Iterator[tuple[str, str]]:
    for coding in codings:
        system = system_name(coding.system)
        if system is not None and coding.code:
            yield system, plain_code(system, coding.code)
