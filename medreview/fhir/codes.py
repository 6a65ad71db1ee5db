"""Codings of LOINC, SNOMED CT, ICD, ATC, RxNorm and others; which of several speaks.

All codings of a concept are kept. The order they were sent in never decides anything: where
one must be chosen, it is chosen by system.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from medreview.fhir.elements import Json, objects_at, text_at
from medreview.fhir.record import Coding

_SHORT_NAMES = {
    "http://loinc.org": "loinc",
    "urn:oid:2.16.840.1.113883.6.1": "loinc",
    "http://snomed.info/sct": "snomed",
    "urn:oid:2.16.840.1.113883.6.96": "snomed",
    "http://www.whocc.no/atc": "atc",
    "urn:oid:2.16.840.1.113883.6.73": "atc",
    "http://www.nlm.nih.gov/research/umls/rxnorm": "rxnorm",
    "urn:oid:2.16.840.1.113883.6.88": "rxnorm",
    "http://unitsofmeasure.org": "ucum",
    "urn:oid:2.16.840.1.113883.6.8": "ucum",
    "http://terminology.hl7.org/codesystem/v3-observationinterpretation": "interpretation",
    "http://terminology.hl7.org/codesystem/v2-0078": "interpretation",
    "http://hl7.org/fhir/v3/observationinterpretation": "interpretation",
    "http://hl7.org/fhir/v2/0078": "interpretation",
    "urn:oid:2.16.840.1.113883.5.83": "interpretation",
    "http://terminology.hl7.org/codesystem/v2-0493": "hl7v2-0493",
}
_ICD10 = re.compile(
    r"icd-?10|2\.16\.840\.1\.113883\.6\.(3|90|135)(\.|$)|1\.2\.276\.0\.76\.5\.\d+", re.IGNORECASE
)
_LOINC = re.compile(r"\d{1,7}-\d", re.ASCII)
_NAMING_ORDER = ("loinc", "snomed", "icd10", "rxnorm", "atc")


@lru_cache(maxsize=4096)
def system_name(system: str | None) -> str | None:
    """Our short name of a code system, whichever of its addresses was sent; None for others."""
    if not system:
        return None
    address = system.strip().rstrip("/").replace("https://", "http://", 1).lower()
    if address.startswith("http://snomed.info/sct/"):
        return "snomed"
    if short := _SHORT_NAMES.get(address):
        return short
    return "icd10" if _ICD10.search(address) else None


def read_coding(sent: Json) -> Coding | None:
    """One coding as sent; None when it says nothing."""
    system, code = text_at(sent, "system"), text_at(sent, "code")
    display = text_at(sent, "display")
    if code is None and display is None:
        return None
    return _coding(system, code, display)


@lru_cache(maxsize=8192)
def _coding(system: str | None, code: str | None, display: str | None) -> Coding:
    """One object for equal codings: a record repeats few of them very often."""
    return Coding(system=system, code=code, display=display)


def read_codings(concept: Any) -> tuple[Coding, ...]:
    """Every coding of a CodeableConcept, or the one of a bare Coding."""
    if not isinstance(concept, dict):
        return ()
    sent = objects_at(concept, "coding")
    if not sent and concept.get("code"):
        sent = [concept]
    return tuple(coding for one in sent if (coding := read_coding(one)))


def read_all_codings(concepts: Iterable[Json]) -> tuple[Coding, ...]:
    """The codings of several concepts, in the order sent."""
    return tuple(coding for concept in concepts for coding in read_codings(concept))


def name_of(concept: Any) -> str | None:
    """The name of a concept as sent: its text, else a display, else a code."""
    if isinstance(concept, str):
        return concept.strip() or None
    return text_at(concept, "text") or name_from(read_codings(concept))


def name_from(codings: tuple[Coding, ...]) -> str | None:
    """The best display among codings, else the best code."""
    ranked = sorted(codings, key=_rank)
    return next((one.display for one in ranked if one.display), None) or next(
        (one.code for one in ranked if one.code), None
    )


def codes_of(codings: tuple[Coding, ...], system: str) -> tuple[str, ...]:
    """The codes of one system, by its short name, sorted so that no order matters."""
    found = {one.code for one in codings if one.code and system_name(one.system) == system}
    return tuple(sorted(found)) if found else ()


def loinc_of(codings: tuple[Coding, ...]) -> tuple[str, ...]:
    """Every well-formed LOINC code; one whose check digit fails is none."""
    return tuple(code for code in codes_of(codings, "loinc") if is_loinc(code))


@lru_cache(maxsize=8192)
def is_loinc(code: str) -> bool:
    """Whether a code has the form of LOINC and its mod-10 check digit is right."""
    if not _LOINC.fullmatch(code):
        return False
    digits, check = code.split("-")
    doubled = "".join(
        str(int(digit) * 2) if place % 2 == 0 else digit
        for place, digit in enumerate(reversed(digits))
    )
    return (10 - sum(map(int, doubled)) % 10) % 10 == int(check)


def _rank(coding: Coding) -> tuple[int, str, str]:
    short = system_name(coding.system)
    place = _NAMING_ORDER.index(short) if short in _NAMING_ORDER else len(_NAMING_ORDER)
    return place, coding.system or "", coding.code or ""
