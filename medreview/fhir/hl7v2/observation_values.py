"""OBX-5 by its type, as FHIR's elements of a value. Pure.

NM, SN, ST, TX, FT, CE, CWE and their kin are read; dates stay words; a document inside a
message is refused, for nobody would see what it says.
"""

from medreview.fhir.elements import Json
from medreview.fhir.hl7v2.fields import Repetition, Segment
from medreview.fhir.sent_values import (
    DecimalSign,
    absent_value,
    number_of,
    text_value,
    value_of,
)

SYSTEMS = {
    "LN": "http://loinc.org",
    "LOINC": "http://loinc.org",
    "SCT": "http://snomed.info/sct",
    "SNM": "http://snomed.info/sct",
    "I10": "http://hl7.org/fhir/sid/icd-10",
    "UCUM": "http://unitsofmeasure.org",
    "HL70078": "http://terminology.hl7.org/CodeSystem/v2-0078",
}
DELETED = "The source deleted the value."
_VALUE, _TYPE = 5, 2
_CODED = frozenset({"CE", "CWE", "CNE", "CF"})
_TEXTS = frozenset({"ST", "TX", "FT", "IS", "ID", "SI", "CX", "EI", "PN", "XPN", "XCN", "TN"})
_MOMENTS = frozenset({"DT", "TM", "TS", "DTM"})
_DOCUMENTS = frozenset({"ED", "RP"})
_COMPARATORS = frozenset({"<", ">", "<=", ">="})
_ORIGINAL_TEXT = 9


class Document(ValueError):
    """A value that is a document or a pointer to one."""


def value_elements(segment: Segment, unit: str) -> tuple[Json, str]:
    """The elements of an OBX's value, and its type where that type is not read but as words."""
    kind = segment.text(_TYPE).upper()
    if kind in _DOCUMENTS:
        raise Document(kind)
    if segment.is_null(_VALUE):
        return absent_value(DELETED), ""
    said = segment.repetitions(_VALUE)
    if not said:
        return {}, ""
    if kind == "NM":
        return _number(said, unit), ""
    if kind == "SN":
        return _structured(said, unit), ""
    if kind in _CODED:
        return _coded(said), ""
    words = "\n".join(one.text for one in said)
    if kind in _MOMENTS:
        # As words of a concept: the digits of a date as a plain text would be a number.
        return {"valueCodeableConcept": {"text": words}}, ""
    return value_of(words, unit, DecimalSign.EITHER), "" if kind in _TEXTS else kind or "?"


def concept_of(one: Repetition) -> Json:
    """A coded value as a CodeableConcept: both codings, and the words it was written in."""
    codings = [coding for first in (1, 4) if (coding := _coding(one, first))]
    words = one.component(_ORIGINAL_TEXT) or one.component(2) or one.component(5)
    words = words or one.component(1)
    return {
        **({"coding": codings} if codings else {}),
        **({"text": words} if words else {}),
    }


def flags_of(segment: Segment, place: int) -> tuple[Json, ...]:
    """Every flag as sent: a plain one as words, a coded one with its code."""
    return tuple(
        concept_of(one) if one.has_components else {"text": one.text}
        for one in segment.repetitions(place)
    )


def _number(said: list[Repetition], unit: str) -> Json:
    words = "\n".join(one.text for one in said)
    # By the standard a point parts decimals here. A comma all the same may part thousands.
    sign = DecimalSign.EITHER if "," in words else DecimalSign.POINT
    return value_of(words, unit, sign)


def _structured(said: list[Repetition], unit: str) -> Json:
    """A structured number: ``>^100``, ``^1^:^128``, ``^2^-^5``; any other form as words.

    ``=`` says what an empty comparator says.
    """
    if len(said) > 1:
        return text_value("\n".join("".join(_parts(one)) for one in said))
    comparator, first, joint, second = _parts(said[0])
    comparator = "" if comparator == "=" else comparator
    words = f"{comparator}{first}{joint}{second}"
    if not joint and not second and (not comparator or comparator in _COMPARATORS):
        return value_of(words, unit, DecimalSign.POINT)
    if not comparator and (pair := _pair(first, joint, second, unit)):
        return pair
    return text_value(words)


def _parts(one: Repetition) -> tuple[str, str, str, str]:
    return one.component(1), one.component(2), one.component(3), one.component(4)


def _pair(first: str, joint: str, second: str, unit: str) -> Json | None:
    ends = [number_of(text, DecimalSign.POINT) for text in (first, second)]
    if None in ends:
        return None
    both: list[Json] = [{"value": end, **({"unit": unit} if unit else {})} for end in ends]
    if joint == "-":
        return {"valueRange": {"low": both[0], "high": both[1]}}
    if joint in (":", "/"):
        bare: list[Json] = [{"value": end} for end in ends]
        return {"valueRatio": {"numerator": bare[0], "denominator": bare[1]}}
    return None


def _coded(said: list[Repetition]) -> Json:
    concepts = [concept_of(one) for one in said]
    if len(concepts) == 1:
        return {"valueCodeableConcept": concepts[0]}
    codings = [coding for one in concepts for coding in one.get("coding", [])]
    words = "\n".join(str(one["text"]) for one in concepts if "text" in one)
    return {"valueCodeableConcept": {"coding": codings, "text": words}}


def _coding(one: Repetition, first: int) -> Json | None:
    code, name, system = (one.component(first + step) for step in range(3))
    if not code or not (system or name):
        return None
    address = SYSTEMS.get(system.upper(), f"urn:medreview:codes:{system}" if system else "")
    return {
        **({"system": address} if address else {}),
        "code": code,
        **({"display": name} if name else {}),
    }
