"""Whether a code can be one of its system: its form, and its check digit where it has one."""

import re
from collections.abc import Callable

_LOINC = re.compile(r"(\d{1,7})-(\d)", re.ASCII)
_ICD10 = re.compile(r"[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?", re.ASCII)
_ICD10_PREFIX = re.compile(r"[A-Z](\d([0-9A-Z](\.[0-9A-Z]{0,4})?)?)?", re.ASCII)
_ATC = re.compile(r"[A-Z](\d{2}([A-Z]([A-Z](\d{2})?)?)?)?", re.ASCII)
_DIGITS = re.compile(r"[1-9]\d{0,7}", re.ASCII)
_SCTID = re.compile(r"[1-9]\d{5,17}", re.ASCII)

_VERHOEFF_TIMES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (1, 2, 3, 4, 0, 6, 7, 8, 9, 5),
    (2, 3, 4, 0, 1, 7, 8, 9, 5, 6),
    (3, 4, 0, 1, 2, 8, 9, 5, 6, 7),
    (4, 0, 1, 2, 3, 9, 5, 6, 7, 8),
    (5, 9, 8, 7, 6, 0, 4, 3, 2, 1),
    (6, 5, 9, 8, 7, 1, 0, 4, 3, 2),
    (7, 6, 5, 9, 8, 2, 1, 0, 4, 3),
    (8, 7, 6, 5, 9, 3, 2, 1, 0, 4),
    (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
)
_VERHOEFF_TURN = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def is_loinc(code: str) -> bool:
    """Digits, a hyphen and the check digit that belongs to them (modulus 10, LOINC manual)."""
    parts = _LOINC.fullmatch(code)
    return parts is not None and int(parts[2]) == loinc_check_digit(parts[1])


def loinc_check_digit(number: str) -> int:
    """The modulus-10 digit of a LOINC number: every other digit doubled, from the right."""
    doubled = str(int("".join(reversed(number))[::2]) * 2) if number else "0"
    # The odd places, read from right to left as one number, are doubled as one number.
    rest = "".join(reversed(number))[1::2]
    total = sum(map(int, doubled)) + sum(map(int, rest))
    return -total % 10


def is_icd10(code: str, match: str = "exact") -> bool:
    """A letter, a digit, a digit or letter, and at most four more after the point."""
    pattern = _ICD10_PREFIX if match == "prefix" else _ICD10
    return pattern.fullmatch(code) is not None


def is_atc(code: str, match: str = "exact") -> bool:
    """A code of one of the five levels of the ATC; a class may only stand for its members."""
    whole = _ATC.fullmatch(code) is not None
    return whole and (match == "prefix" or len(code) in (1, 3, 4, 5, 7))


def is_rxnorm(code: str) -> bool:
    """An RxCUI: one to eight digits."""
    return _DIGITS.fullmatch(code) is not None


def is_snomed(code: str) -> bool:
    """A SNOMED CT identifier: 6 to 18 digits, a partition for concepts, Verhoeff's check digit."""
    return (
        _SCTID.fullmatch(code) is not None and code[-3:-1] in ("00", "10") and _verhoeff(code) == 0
    )


def _verhoeff(digits: str) -> int:
    """Nought where the last digit checks the others (Verhoeff 1969)."""
    turned = list(range(10))
    check = 0
    for digit in reversed(digits):
        check = _VERHOEFF_TIMES[check][turned[int(digit)]]
        turned = [turned[place] for place in _VERHOEFF_TURN]
    return check


FORMS: dict[str, Callable[[str, str], bool]] = {
    "loinc": lambda code, _: is_loinc(code),
    "icd10": is_icd10,
    "atc": is_atc,
    "rxnorm": lambda code, _: is_rxnorm(code),
    "snomed": lambda code, _: is_snomed(code),
}


def has_form(system: str, code: str, match: str = "exact") -> bool:
    """Whether the code can be one of this system. Of other systems nothing is known: it can."""
    check = FORMS.get(system)
    return check is None or check(code, match)
