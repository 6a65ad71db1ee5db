"""What a person typed into the patient search: words of a name, a number, a birth date. Pure."""

import datetime as dt
import re
from dataclasses import dataclass

from medreview.common.text import normalise_name

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_NAMED = re.compile(r"(?P<day>\d{1,2})-(?P<month>[a-z]{3})-(?P<year>\d{4})")


@dataclass(frozen=True)
class Term:
    """One word of a search; a patient must meet every one, in name, number or birth date."""

    text: str
    birth_day: dt.date | None = None


def terms_of(typed: str) -> tuple[Term, ...]:
    """The words of a search, dates understood where the day can't be mistaken for the month."""
    return tuple(
        Term(word, birth_day_of(word)) for word in normalise_name(typed).split(" ") if word
    )


def birth_day_of(word: str) -> dt.date | None:
    """``1958-03-14``, ``14.03.1958``, ``14-Mar-1958``; None for ``03/04/1958``: two dates."""
    for pattern in (_ISO, _DAY_FIRST, _NAMED):
        found = pattern.fullmatch(word.lower())
        if found:
            return _date(found["year"], found["month"], found["day"])
    return None


def _date(year: str, month: str, day: str) -> dt.date | None:
    number = _MONTHS.index(month) + 1 if month in _MONTHS else month
    try:
        return dt.date(int(year), int(number), int(day))
    except ValueError:
        return None
