"""A date of birth in every form in which it is commonly written. Pure."""

import re

from medreview.llm.redaction.vocabulary import MONTHS

BUDDHIST = 543
ERAS = (("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867))
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_SEP = r"\s?[-./,\s_]\s?"
_BEFORE, _AFTER = r"(?<![\d.])(?<!\d[,/-])", r"(?!\d)(?![./-]\d)"
_LABEL = (
    r"(?:\bborn|\bb\.|\bdob\b|date of birth|birth ?date|year of birth|\bgeb(?:oren)?\b\.?|"
    r"\bnée?\b|\bnacid[oa]\b|\bnat[oa]\b|г\.\s?р\.|рожд\w*|родил\w*|生)"
    r"[\s:=\"'(]*(?:in|on|am|im|le|el|il|в)?[\s:=\"'(]*"
)
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def birth_patterns(sent: str) -> list[re.Pattern[str]]:
    """How a date of birth, sent as FHIR does, may stand in a text."""
    match = _DATE.match(sent)
    if match is None:
        return [re.compile(rf"(?<!\w){re.escape(sent.strip())}(?!\w)")] if sent.strip() else []
    year, month, day = match.groups()
    spelt = rf"(?:(?:{_name(int(month))}|0?{int(month)})[\s./-]{{1,3}})?" if month else ""
    said: list[str] = []
    if day and month:
        said += _days(int(year), int(month), int(day))
    elif month:
        said += _months(int(year), int(month))
    said += [rf"{_LABEL}(?P<_>{spelt}{year})(?!\d)", rf"(?<!\d)(?P<_>{year})\s?(?:г\.\s?р|р\.\s?н)"]
    return [re.compile(one, re.IGNORECASE) for one in said]


def _days(year: int, month: int, day: int) -> list[str]:
    years = _years(year)
    short = rf"(?:{years}|'?{year % 100:02d})"
    m, d, name = rf"0?{month}", rf"0?{day}", _name(month)
    ordinal = rf"{d}\s?(?:st|nd|rd|th|er|º|ª)?\.?"
    sep, between = _SEP, r"[\s.,/_-]{0,3}(?:of|de|del)?[\s.,/_-]{0,3}"
    compact = (
        rf"{year}{month:02d}{day:02d}",
        rf"{day:02d}{month:02d}{year}",
        rf"{month:02d}{day:02d}{year}",
    )
    # Personal numbers of several countries begin with the day of birth.
    yy, dd = year % 100, rf"{day:02d}"
    personal = rf"(?:{yy:02d}{month:02d}{dd}|{dd}{month:02d}{yy:02d})[-+A ]?\d{{3,5}}"
    return [
        rf"{_BEFORE}{years}{sep}{m}{sep}{d}(?!\d)",
        rf"{_BEFORE}(?:{d}{sep}{m}|{m}{sep}{d}){sep}{short}{_AFTER}",
        rf"{_BEFORE}'?{yy:02d}-{month:02d}-{dd}{_AFTER}",
        rf"(?<!\d)(?:{'|'.join(compact)})(?:(?:[T ]?\d{{4}}(?:\d\d)?)?(?!\d)|(?=T\d))",
        rf"(?<!\d){personal}(?!\d)",
        rf"(?<!\d){ordinal}{between}{name}{between}{short}(?!\d)",
        rf"(?<!\w){name}[\s.,/_-]{{0,3}}{ordinal}[\s.,/_-]{{1,3}}{short}(?!\d)",
        rf"(?<!\d){years}{between}{name}{between}{ordinal}(?!\d)",
        rf"(?<!\d){d}{sep}{_ROMAN[month - 1]}{sep}{short}(?!\d)",
        rf"(?<!\d){years}\s?[年년]\s?{m}\s?[月월]\s?{d}\s?[日일号]?",
        *(
            rf"{era}\s?{year - begun}\s?年\s?{m}\s?月\s?{d}\s?日?"
            for era, begun in ERAS
            if year > begun
        ),
    ]


def _months(year: int, month: int) -> list[str]:
    years, m = _years(year), rf"0?{month}"
    return [
        rf"{_BEFORE}{years}[-./]{m}{_AFTER}",
        rf"{_BEFORE}{m}[-./]{years}{_AFTER}",
        rf"(?<!\w){_name(month)}[\s.,]{{1,3}}(?:de\s)?{years}(?!\d)",
        rf"(?<!\d){years}\s?[年년]\s?{m}\s?[月월](?!\s?\d)",
    ]


def _years(year: int) -> str:
    return rf"(?:{year}|{year + BUDDHIST})"


def _name(month: int) -> str:
    longest = sorted(MONTHS[month - 1], key=len, reverse=True)
    return rf"(?:{'|'.join(map(re.escape, longest))})\.?"
