"""How values, dates, names and lists read in a sentence.

A sentence is kept as it was written, in English, and its file knows no Django; what a page shows
in its reader's own language is ``medreview.common.display``.
"""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from analysis.pipeline.contracts import LabResult
from medreview.fhir.dates import read_moment
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import Moment, Precision, Value, ValueKind

NO_BREAK_SPACE = "\u00a0"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NOT_RECORDED = "Not recorded"
MEASURED = frozenset({ValueKind.NUMBER, ValueKind.INTERVAL, ValueKind.RANGE, ValueKind.RATIO})
LONGEST_TEXT = 120


def value_words(value: Value) -> str:
    """The value as sent, comparator and unit included, held together when it is a number."""
    text = " ".join(value.text.split())
    if value.kind in MEASURED:
        return text.replace(" ", NO_BREAK_SPACE)
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT].rstrip() + "…"


def moment_words(moment: Moment | None) -> str:
    """A date as clinicians read it, ``14-Nov-2026``, no more precise than it was sent."""
    if moment is None or moment.date is None:
        return NOT_RECORDED
    if moment.precision is Precision.YEAR:
        return f"{moment.date.year}"
    if moment.precision is Precision.MONTH:
        return f"{MONTHS[moment.date.month - 1]}-{moment.date.year}"
    return day_words(moment.date)


def day_words(day: dt.date) -> str:
    """``14-Nov-2026``."""
    return f"{day.day:02d}-{MONTHS[day.month - 1]}-{day.year}"


def sent_date_words(text: str) -> str:
    """A date as sent, as clinicians read it; ``Not recorded`` stays."""
    return moment_words(read_moment(text))


def number_words(number: Decimal) -> str:
    """A number with its own digits, never in exponents."""
    return f"{number:f}"


def range_words(printed: ReferenceRange) -> str:
    """A reference range as a reader expects it: ``3.5–5.1 mmol/L``, ``below 5 mg/L``."""
    unit = f"{NO_BREAK_SPACE}{printed.unit}" if printed.unit else ""
    if printed.low is not None and printed.high is not None:
        return f"{number_words(printed.low)}–{number_words(printed.high)}{unit}"
    if printed.high is not None:
        word = "below" if printed.high_open else "up to"
        return f"{word} {number_words(printed.high)}{unit}"
    if printed.low is not None:
        word = "above" if printed.low_open else "from"
        return f"{word} {number_words(printed.low)}{unit}"
    return printed.text or ""


def shown_name(result: LabResult) -> str:
    """The name a reader meets: the graph's where it has one, else the record's."""
    return result.standard_name or result.name


def days_words(days: int) -> str:
    """``1 day``, ``40 days``."""
    return f"{days}{NO_BREAK_SPACE}day" + ("" if days == 1 else "s")


def joined(names: Sequence[str]) -> str:
    """Names as an English list: ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
