"""What names a person whoever it is: e-mails, links, phones, numbers of papers, forms of address.

Pure. Results with their units, days, and the codes of LOINC, SNOMED, RxNorm, ATC and ICD stay.
"""

import re
from urllib.parse import urlsplit

from medreview.llm.redaction.contracts import Placeholder
from medreview.llm.redaction.known import UNIT, Rule
from medreview.llm.redaction.vocabulary import words

TERMINOLOGIES = frozenset(
    words(
        "loinc.org snomed.info unitsofmeasure.org hl7.org terminology.hl7.org www.hl7.org fhir.org "
        "www.nlm.nih.gov www.whocc.no www.who.int icd.who.int id.who.int hl7.org.uk fhir.de "
        "www.ama-assn.org www.bfarm.de"
    )
)
"""Hosts whose addresses name code systems."""
LONG = 9
"""So many digits in a row are no result without a unit."""

_PHONE_WORD = r"(?:\btel|\bphone|\bmobile?|\bcell ?phone|\bcall|\bfax|\bhandy|тел|моб|☎|電話|电话)"
_NUMBER_WORD = (
    r"(?:\bMRN|\bPID|\bSSN|\bSVNR|\bNHS|\bpatient[\s-]?(?:id|no|nr|number)|\bpassport|\binsurance|"
    r"\bpolicy|\baccession|\bSNILS|СНИЛС|ИНН|полис|паспорт)"
)
_SEEN = r"(?=[\w/-]*\d)"
_ADDRESSED = (
    r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Señora?|"
    r"Signora?|Г-н|Г-жа)\.?\s+(?:(?:Dr|med|Prof)\.?\s+){0,2}"
)
_CAPITAL = r"[^\W\d_a-zа-яёß][^\W\d_]*(?:[-'’][^\W\d_]+)*"

PATTERNS: tuple[Rule, ...] = tuple(
    (re.compile(pattern), placeholder)
    for pattern, placeholder in (
        (r"(?<![\w.+'-])[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}", Placeholder.EMAIL),
        (r"(?i:\bmailto:|\btel:)[^\s\"'<>]+", Placeholder.LINK),
        (r"(?i:\b(?:https?|ftp|file)://|\bwww\.)[^\s\"'<>]+", Placeholder.LINK),
        (r"(?<![\w/])(?:Patient|Practitioner|RelatedPerson|Person)/[\w.-]+", Placeholder.NUMBER),
        (r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])", Placeholder.NUMBER),
        (r"(?<![\w-])\d{3}-\d{3}-\d{3}[ -]\d{2}(?![\w-])", Placeholder.NUMBER),
        (
            r"(?<![\w.,])\d{4} (?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d(?![\w.,])",
            Placeholder.NUMBER,
        ),
        (r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b", Placeholder.NUMBER),
        (r"\b(?!L[APLG])[A-Z]{1,2}\d{6,9}\b(?!-\d)", Placeholder.NUMBER),
        (rf"(?i:{_NUMBER_WORD})[\s.:#=№\"']{{1,4}}(?P<_>{_SEEN}[\w/-]{{4,}})", Placeholder.NUMBER),
        (r"(?<![\w.])\+\d(?:[ \-()/.]{0,2}\d){7,14}(?!\w)", Placeholder.PHONE),
        (
            rf"(?i:{_PHONE_WORD})[\w.]*[\s.:=\"']{{1,4}}(?P<_>\(?\d(?:[ \-()/.]{{0,3}}\d){{4,14}})",
            Placeholder.PHONE,
        ),
        (r"(?<![\w.])\(\d{2,5}\)\s?\d{3,4}[- ]?\d{2,5}(?![\w.])", Placeholder.PHONE),
        (r"(?<![\w.-])\d{3}[-. ]\d{3}[-. ]\d{4}(?![\w.-])", Placeholder.PHONE),
        (
            rf"(?<![\w.,/<>≤≥=-])(?<![<>≤≥]\s)\d{{{LONG},}}(?![\w-]|[.,]\d|{UNIT})",
            Placeholder.NUMBER,
        ),
        (rf"\b{_ADDRESSED}(?P<_>{_CAPITAL}(?:\s{_CAPITAL})?)", Placeholder.NAME),
    )
)


def stays(found: str, placeholder: Placeholder) -> bool:
    """Whether what a pattern found is a code, a code system or a moment."""
    if placeholder is Placeholder.LINK:
        return urlsplit(found).hostname in TERMINOLOGIES and not re.search(r"\d{6}|@|\?", found)
    if placeholder is Placeholder.NUMBER and found.isdigit():
        return is_snomed(found) or is_moment(found)
    return False


def is_moment(digits: str) -> bool:
    """Whether the digits are a day with a time, as messages of HL7 write them."""
    return bool(
        re.fullmatch(
            r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d"
            r"(?:[0-5]\d(?:\d{1,3})?)?",
            digits,
        )
    )


def is_snomed(digits: str) -> bool:
    """Whether the digits are an identifier of SNOMED CT: a concept, with its check digit."""
    if not 6 <= len(digits) <= 18 or digits[0] == "0" or digits[-3:-1] not in {"00", "10"}:
        return False
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = _TIMES[check][_turned(place % 8, int(digit))]
    return check == 0


_TIMES = tuple(
    tuple(
        (a + b) % 5 + (5 if b >= 5 else 0) if a < 5 else ((a - b) % 5 + (0 if b >= 5 else 5))
        for b in range(10)
    )
    for a in range(10)
)
"""The table of Verhoeff's check digit: the symmetries of a pentagon, put one after the other."""
_TURN = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def _turned(times: int, digit: int) -> int:
    for _ in range(times):
        digit = _TURN[digit]
    return digit
