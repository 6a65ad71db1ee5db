"""Entries that say there is nothing: no known allergies, no current problems, no medicines.

Such an entry is a statement about the whole list, never an item of it. A statement about one
kind of thing only ("no known latex allergy") leaves the rest of the list open.
"""

import re
from enum import StrEnum

from medreview.fhir.record import Coding


class Nothing(StrEnum):
    """How much an entry denies."""

    ALL = "all"
    """Nothing of this list at all."""
    MEDICINES = "medicines"
    """No known allergy to medicines."""
    PART = "part"
    """Nothing of one other kind."""
    NOT_ASKED = "not_asked"
    """Nothing is known because nobody asked or told."""


_CODES = {
    "716186003": Nothing.ALL,  # No known allergy
    "160244002": Nothing.ALL,  # No known allergies (older)
    "no-known-allergies": Nothing.ALL,
    "409137002": Nothing.MEDICINES,  # No known drug allergy
    "no-known-medication-allergies": Nothing.MEDICINES,
    "428607008": Nothing.PART,  # No known environmental allergy
    "429625007": Nothing.PART,  # No known food allergy
    "716184000": Nothing.PART,  # No known latex allergy
    "no-known-food-allergies": Nothing.PART,
    "no-known-environmental-allergies": Nothing.PART,
    "160245001": Nothing.ALL,  # No current problems or disability
    "no-known-problems": Nothing.ALL,
    "787481004": Nothing.ALL,  # No known medications
    "no-known-medications": Nothing.ALL,
    "no-allergy-info": Nothing.NOT_ASKED,
    "no-problem-info": Nothing.NOT_ASKED,
    "no-medication-info": Nothing.NOT_ASKED,
}

_ALL_ALLERGIES = re.compile(
    r"(no known allerg(y|ies)( \((situation|disorder|finding)\))?|nka|no allergies( known)?"
    r"|аллерги[яи] (не выявлен[аоы]?|отрица(ет|ется))|аллергоанамнез не отягощ[её]н"
    r"|无已知过敏(史)?|无过敏史|否认过敏史)\.?",
    re.IGNORECASE,
)
_NO_DRUG_ALLERGY = re.compile(
    r"(no known (drug|medication|medicine) allerg(y|ies)( \((situation|disorder|finding)\))?|nkda"
    r"|лекарственн(ая|ой) аллерги[яи] (не выявлена|отрицается|нет)|无已知药物过敏(史)?"
    r"|否认药物过敏(史)?|无药物过敏史)\.?",
    re.IGNORECASE,
)
_NO_PART = re.compile(r"no known .{1,60}allerg(y|ies)( \(.{1,20}\))?\.?", re.IGNORECASE)
_NO_PROBLEMS = re.compile(r"no (known|current|active) (problems?|conditions?)\.?", re.IGNORECASE)
_NO_MEDICINES = re.compile(
    r"(no (known|current) (medications?|medicines?|drugs?)|not on any medication)\.?",
    re.IGNORECASE,
)


def denies(kind: str, name: str | None, codings: tuple[Coding, ...]) -> Nothing | None:
    """How much of its list an entry denies; None when it names something that there is."""
    for coding in codings:
        if coding.code in _CODES:
            return _CODES[coding.code]
    words = [text.strip() for text in (name, *(one.display for one in codings)) if text]
    for pattern, nothing in _PATTERNS[kind]:
        if any(pattern.fullmatch(word) for word in words):
            return nothing
    return None


_PATTERNS = {
    "AllergyIntolerance": (
        (_ALL_ALLERGIES, Nothing.ALL),
        (_NO_DRUG_ALLERGY, Nothing.MEDICINES),
        (_NO_PART, Nothing.PART),
    ),
    "Condition": ((_NO_PROBLEMS, Nothing.ALL),),
    "MedicationStatement": ((_NO_MEDICINES, Nothing.ALL),),
    "MedicationRequest": ((_NO_MEDICINES, Nothing.ALL),),
}
