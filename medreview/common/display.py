"""How a date, an age, a flag and a value are written for a clinical reader.

Dates have the month in letters (or year first), values keep their digits as recorded, and a
flag says its meaning by letter, arrow and word, so that colour is never the only cue.
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Protocol

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy

from medreview.common.errors import MedReviewError

NBSP = "\u00a0"
HOURS_LIMIT = 48
DAYS_LIMIT = 60
MONTHS_LIMIT = 24
DAYS_A_MONTH = 30.4375

MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "ru": ("янв", "фев", "мар", "апр", "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"),
}
PARTIAL_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$")
COMPARATOR = re.compile(r"^\s*(<=|>=|≤|≥|<|>)\s*")


class HasText(Protocol):
    """Anything that keeps its date as it was sent, such as a record's moment."""

    @property
    def text(self) -> str: ...


def not_recorded() -> str:
    """What stands where the source says nothing."""
    return gettext("Not recorded")


def clinical_date(
    value: dt.date | dt.datetime | str | HasText | None, *, time: bool = False
) -> str:
    """``14-Nov-2026`` in the reader's language, no more precise than it was sent.

    A text keeps the zone it was sent with; one of our own moments is shown in the zone
    that is current. ``time`` adds ``08:10`` where a time is known.
    """
    if value is None:
        return not_recorded()
    if isinstance(value, dt.datetime):
        local = timezone.localtime(value) if timezone.is_aware(value) else value
        return _day_and_time(local, time=time)
    if isinstance(value, dt.date):
        return _day(value.year, value.month, value.day)
    text = value if isinstance(value, str) else value.text
    return _sent_date(text.strip(), time=time)


def _sent_date(text: str, *, time: bool) -> str:
    if not text:
        return not_recorded()
    partial = PARTIAL_DATE.match(text)
    if partial:
        year, month, day = (int(part) if part else None for part in partial.groups())
        return _day(year or 0, month, day)
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        return text
    return _day_and_time(moment, time=time)


def _day_and_time(moment: dt.datetime, *, time: bool) -> str:
    day = _day(moment.year, moment.month, moment.day)
    return f"{day}{NBSP}{moment:%H:%M}" if time else day


def _day(year: int, month: int | None, day: int | None) -> str:
    language = (get_language() or "en").split("-")[0]
    if month is None or not 1 <= month <= 12:
        return f"{year:04d}"
    if language == "zh":
        return f"{year:04d}-{month:02d}" + (f"-{day:02d}" if day else "")
    name = MONTHS.get(language, MONTHS["en"])[month - 1]
    between = NBSP if language == "ru" else "-"
    parts = [f"{day}" if language == "ru" else f"{day:02d}"] if day else []
    return between.join([*parts, name, f"{year:04d}"])


def span_text(days: int) -> str:
    """A number of days in the unit clinicians use: days, months, then years and months."""
    if days < DAYS_LIMIT:
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    months = int(days / DAYS_A_MONTH)
    if months < MONTHS_LIMIT:
        return ngettext("%(n)d month", "%(n)d months", months) % {"n": months}
    years, rest = divmod(months, 12)
    return gettext("%(years)dy %(months)dm") % {"years": years, "months": rest}


def limit_span(days: int) -> str:
    """A limit in the unit it was meant in: 365 days are 12 months, not 11 whole ones."""
    if days < DAYS_LIMIT:
        return span_text(days)
    months = round(days / DAYS_A_MONTH)
    years, rest = divmod(months, 12)
    if rest == 0 and years > 1:
        return ngettext("%(n)d year", "%(n)d years", years) % {"n": years}
    if months < MONTHS_LIMIT:
        return ngettext("%(n)d month", "%(n)d months", months) % {"n": months}
    return gettext("%(years)dy %(months)dm") % {"years": years, "months": rest}


def age_text(days: int | None) -> str:
    """How long ago, beside every date that reasoning uses."""
    if days is None:
        return gettext("age not known")
    if days < 0:
        return gettext("dated in the future")
    if days == 0:
        return gettext("less than a day ago")
    return gettext("%(span)s ago") % {"span": span_text(days)}


def before_text(days: int | None) -> str:
    """How long before the day an analysis speaks of, where that day is not today."""
    if days is None:
        return gettext("age not known")
    if days < 0:
        return gettext("after that day")
    if days == 0:
        return gettext("that day")
    return gettext("%(span)s before that day") % {"span": span_text(days)}


def since_text(moment: dt.datetime, now: dt.datetime) -> str:
    """How long ago one of our own moments was: minutes, hours, then days."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < 60:
        return gettext("just now")
    if seconds < 3600:
        minutes = seconds // 60
        return ngettext("%(n)d minute ago", "%(n)d minutes ago", minutes) % {"n": minutes}
    hours = seconds // 3600
    if hours < HOURS_LIMIT:
        return ngettext("%(n)d hour ago", "%(n)d hours ago", hours) % {"n": hours}
    return age_text(hours // 24)


@dataclass(frozen=True)
class Flag:
    """A result's flag as it is drawn and as it is spoken."""

    letters: str
    arrow: str
    tone: str
    """``critical``, ``abnormal``, ``plain`` or ``norange``: a CSS class, severity only."""
    words: str | Promise

    @property
    def critical(self) -> bool:
        return self.tone == "critical"


UP, DOWN, MARK = "▲", "▼", "◆"

FLAGS: dict[str, Flag] = {
    "H": Flag("H", UP, "abnormal", pgettext_lazy("flag", "High")),
    "L": Flag("L", DOWN, "abnormal", pgettext_lazy("flag", "Low")),
    "HH": Flag("HH", UP * 2, "critical", pgettext_lazy("flag", "Critically high")),
    "LL": Flag("LL", DOWN * 2, "critical", pgettext_lazy("flag", "Critically low")),
    "HU": Flag("HU", UP * 3, "critical", pgettext_lazy("flag", "Significantly high")),
    "LU": Flag("LU", DOWN * 3, "critical", pgettext_lazy("flag", "Significantly low")),
    ">": Flag(">", UP * 3, "critical", pgettext_lazy("flag", "Above measuring range")),
    "<": Flag("<", DOWN * 3, "critical", pgettext_lazy("flag", "Below measuring range")),
    "A": Flag("A", MARK, "abnormal", pgettext_lazy("flag", "Abnormal")),
    "AA": Flag("AA", MARK * 2, "critical", pgettext_lazy("flag", "Critically abnormal")),
    "N": Flag("", "", "plain", pgettext_lazy("flag", "In range")),
    "POS": Flag("POS", MARK, "abnormal", pgettext_lazy("flag", "Positive")),
    "NEG": Flag("NEG", "", "plain", pgettext_lazy("flag", "Negative")),
}
ALIASES = {
    "H>": "HH",
    "HX": "HH",
    "L<": "LL",
    "LX": "LL",
    "H*": "HH",
    "L*": "LL",
    "↑": "H",
    "↓": "L",
}


def flag_of(code: str | None) -> Flag:
    """The flag to draw. A code we don't know is shown verbatim as abnormal, never dropped."""
    if not code:
        return Flag("", "", "norange", pgettext("flag", "No range"))
    known = code.strip().upper()
    if known == "UNDECIDABLE":
        return Flag("", "", "norange", pgettext("flag", "Can't be judged"))
    known = ALIASES.get(known, known)
    return FLAGS.get(known) or Flag(
        code, MARK, "abnormal", pgettext("flag", "Flagged by the source")
    )


def value_text(text: str) -> str:
    """A value as sent, on one line: no-break spaces between comparator, number and unit."""
    spaced = COMPARATOR.sub(lambda found: found.group(1) + NBSP, text)
    return NBSP.join(spaced.split(" "))


UCUM_POWER = re.compile(r"^10\*(-?\d+)/")
UCUM_SPOKEN = {"{1.73_m2}": f"1.73{NBSP}m²"}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def unit_text(unit: str) -> str:
    """A unit of ours for the eye: ``10*9/L`` is written ×10⁹/L."""
    for code, spoken in UCUM_SPOKEN.items():
        unit = unit.replace(code, spoken)
    return UCUM_POWER.sub(lambda power: f"×10{power[1].translate(SUPERSCRIPTS)}/", unit)


COUNT_UNIT = re.compile(r"^[x×]?\s?10(?:\*\*?|\^)(\d{1,2})/([uµμ]?)[lL]$")


def unit_for_the_eye(sent: str) -> str:
    """A count's unit as laboratories print it: ``10*6/uL`` is read ×10⁶/µL. Others stay as sent."""
    count = COUNT_UNIT.match(sent)
    if count is None:
        return sent
    return f"×10{count[1].translate(SUPERSCRIPTS)}/{'µ' if count[2] else ''}L"


UCUM_IN_TEXT = re.compile(r"(?<=\s)10\*-?\d+/\w+|\{1\.73_m2\}")


def limit_text(text: str) -> str:
    """A limit in words, its unit for the eye."""
    return UCUM_IN_TEXT.sub(lambda unit: unit_text(unit[0]), text)


def in_words(problem: MedReviewError) -> str:
    """What went wrong, in the reader's language."""
    if not problem.sentence:
        return str(problem)
    said = gettext(problem.sentence)
    return said % problem.values if problem.values else said
