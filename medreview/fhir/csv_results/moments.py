"""Dates and times by a declared format. Nothing is guessed where two formats fit. Pure."""

import datetime as dt
import re
from collections.abc import Iterable
from zoneinfo import ZoneInfo

DATE_FORMATS = (
    "YYYY-MM-DD",
    "DD.MM.YYYY",
    "DD/MM/YYYY",
    "MM/DD/YYYY",
    "DD-MM-YYYY",
    "YYYY/MM/DD",
    "YYYY.MM.DD",
    "YYYYMMDD",
    "DD-MMM-YYYY",
    "YYYY年M月D日",
)
_TIME = (
    r"(?:[T ,]+(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?) ?(?P<half>[AaPp]\.?[Mm]\.?)?)?"
)
_ZONE = r" ?(?P<zone>Z|[+-]\d{2}:?\d{2})?"
_COMPACT_TIME = r"(?:[T ]?(?P<time>\d{2}:?\d{2}(?::?\d{2})?)(?P<half>))?"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def _pattern(date: str, time: str = _TIME) -> re.Pattern[str]:
    return re.compile(rf"{date}{time}{_ZONE}", re.ASCII)


_D, _M, _Y = r"(?P<day>\d{1,2})", r"(?P<month>\d{1,2})", r"(?P<year>\d{4})"
_PATTERNS = {
    "YYYY-MM-DD": _pattern(rf"{_Y}-{_M}-{_D}"),
    "DD.MM.YYYY": _pattern(rf"{_D}\.{_M}\.{_Y}"),
    "DD/MM/YYYY": _pattern(rf"{_D}/{_M}/{_Y}"),
    "MM/DD/YYYY": _pattern(rf"{_M}/{_D}/{_Y}"),
    "DD-MM-YYYY": _pattern(rf"{_D}-{_M}-{_Y}"),
    "YYYY/MM/DD": _pattern(rf"{_Y}/{_M}/{_D}"),
    "YYYY.MM.DD": _pattern(rf"{_Y}\.{_M}\.{_D}"),
    "YYYYMMDD": _pattern(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})", _COMPACT_TIME),
    "DD-MMM-YYYY": _pattern(rf"{_D}[- ](?P<month>[A-Za-z]{{3}})[- ]{_Y}"),
    "YYYY年M月D日": _pattern(rf"{_Y}年{_M}月{_D}日"),
}


def date_of(text: str, form: str) -> str | None:
    """A day as FHIR writes it; None when the text is no day in this format."""
    found = _PATTERNS[form].fullmatch(text)
    day = _day(found) if found else None
    return day.isoformat() if day else None


def moment_of(text: str, form: str, zone: ZoneInfo, time: str = "") -> str | None:
    """A day or moment as FHIR writes it, with the zone the source is in where it names none.

    ``time`` is what another column says. None when the text is no moment in this format.
    """
    found = _PATTERNS[form].fullmatch(f"{text} {time}".strip() if time else text)
    day = _day(found) if found else None
    if found is None or day is None:
        return None
    if not found["time"]:
        return day.isoformat()
    clock = _clock(found["time"], found["half"] or "")
    if clock is None:
        return None
    if found["zone"]:
        return f"{day.isoformat()}T{clock.isoformat()}{_colon(found['zone'])}"
    return dt.datetime.combine(day, clock, zone).isoformat()


def formats_that_fit(texts: Iterable[str]) -> tuple[str, ...]:
    """Every format in which most of these texts, and as many as in any other, are a day.

    More than one: somebody must say. A broken date among good ones hides no format.
    """
    said = [text for text in texts if text]
    utc = ZoneInfo("UTC")
    fitting = {
        form: sum(moment_of(text, form, utc) is not None for text in said) for form in DATE_FORMATS
    }
    best = max(fitting.values())
    if best * 2 <= len(said):
        return ()
    return tuple(form for form, count in fitting.items() if count == best)


def _day(found: re.Match[str]) -> dt.date | None:
    month = found["month"]
    if month.lower() in _MONTHS:
        month = str(_MONTHS.index(month.lower()) + 1)
    try:
        return dt.date(int(found["year"]), int(month), int(found["day"]))
    except ValueError:
        return None


def _clock(text: str, half: str) -> dt.time | None:
    digits = text.replace(",", ".").replace(":", "")
    whole, _point, fraction = digits.partition(".")
    whole = whole if len(whole) % 2 == 0 else f"0{whole}"
    hour = int(whole[:2])
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "Pp" else 0)
    try:
        return dt.time(hour, int(whole[2:4]), int(whole[4:6] or 0), int(fraction.ljust(6, "0")))
    except ValueError:
        return None


def _colon(zone: str) -> str:
    return zone if zone == "Z" or ":" in zone else f"{zone[:3]}:{zone[3:]}"
