"""For whom a printed range is made, read from codes and from words such as ``female 18+``."""

import re
from decimal import Decimal
from typing import NamedTuple

from medreview.fhir.record import Coding


class Population(NamedTuple):
    """What a range's population asks of a person; None where it asks nothing."""

    sex: str | None = None
    pregnant: bool | None = None
    low_years: Decimal | None = None
    high_years: Decimal | None = None
    """The age at which the band ends, itself outside it."""


ADULT = Decimal(18)

_SEX = {
    "female": (
        "248152002",
        "female",
        "f",
        "women",
        "woman",
        "girls",
        "женщины",
        "жен",
        "女",
        "女性",
    ),
    "male": ("248153007", "male", "m", "men", "man", "boys", "мужчины", "муж", "男", "男性"),
}
_PREGNANT = ("77386006", "pregnant", "pregnancy", "беременность", "беременные", "妊娠", "孕妇")
_ADULT = ("adult", "adults", "взрослые", "成人")
_CHILD = ("child", "children", "дети", "儿童")
_YEARS = r"(?:years?|yrs?|y|a|лет|года?|岁)"
_BAND = re.compile(rf"(\d+)\s*{_YEARS}?\s*(?:-|–|—|to|до|至)\s*(\d+)\s*{_YEARS}")
_FROM = re.compile(rf"(?:(?:≥|>=|from|over|от)\s*(\d+)|(\d+)\s*\+)\s*{_YEARS}?|(\d+)岁以上")
_BELOW = re.compile(rf"(?:<|under|below|до)\s*(\d+)\s*{_YEARS}?|(\d+)岁以下")
_FILLER = frozenset({"aged", "age", "old", "and", "not", "normal", "возраст", "年龄"})
_WORDS = re.compile(r"[^\W_]+")


def read_population(coding: Coding) -> Population | None:
    """The population of one ``appliesTo``; None when a word of it can't be understood."""
    if coding.code in (*_SEX["female"], *_SEX["male"], *_PREGNANT):
        return _from_words([coding.code], Population())
    said = (coding.display or coding.code or "").strip().lower()
    age, rest = _read_age(said)
    words = [word for word in _WORDS.findall(rest) if word not in _FILLER]
    return _from_words(words, age) if said else None


def _read_age(said: str) -> tuple[Population, str]:
    if band := _BAND.search(said):
        # A band to 6 years lasts until the seventh birthday.
        low, high = Decimal(band[1]), Decimal(band[2]) + 1
        return Population(low_years=low, high_years=high), _without(said, band)
    if start := _FROM.search(said):
        low = Decimal(next(found for found in start.groups() if found))
        return Population(low_years=low), _without(said, start)
    if end := _BELOW.search(said):
        high = Decimal(next(found for found in end.groups() if found))
        return Population(high_years=high), _without(said, end)
    return Population(), said


def _without(said: str, match: re.Match[str]) -> str:
    return f"{said[: match.start()]} {said[match.end() :]}"


def _from_words(words: list[str], found: Population) -> Population | None:
    for word in words:
        meant = _meaning(word, found)
        if meant is None:
            return None
        found = meant
    return found


def _meaning(word: str, found: Population) -> Population | None:
    sex = next((sex for sex, names in _SEX.items() if word in names), None)
    if sex is not None:
        return found._replace(sex=sex) if found.sex in (None, sex) else None
    if word in _PREGNANT:
        return found._replace(pregnant=True)
    if word in _ADULT:
        return found._replace(low_years=found.low_years or ADULT)
    if word in _CHILD:
        return found._replace(high_years=found.high_years or ADULT)
    return None
