"""Numbers, phones, addresses and e-mails that are known, however they are set apart. Pure."""

import re
from collections.abc import Iterable, Iterator

from medreview.llm.redaction.contracts import Identifiers, Placeholder
from medreview.llm.redaction.dates import birth_patterns
from medreview.llm.redaction.letters import WORD, plain
from medreview.llm.redaction.vocabulary import STREET_WORDS, UNITS

SHORTEST = 5
"""A known number of fewer signs may be a result: it is replaced only where it is called one."""
FEWEST_PHONE_DIGITS, SAID_PHONE_DIGITS = 6, 8

ABBREVIATED = {"street": "st", "road": "rd", "avenue": "ave", "lane": "ln", "drive": "dr"}

Rule = tuple[re.Pattern[str], Placeholder]

LABEL = (
    r"(?:\bMRN|\bPID|\bpatient\s?(?:id|no|nr|number)|\bcase\s?(?:id|no|nr|number)|"
    r"\brecord\s?(?:id|no|nr|number)|\bID|\bchart\s?(?:no|nr)?|№|\bno\.|\bnr\.)[\s.:#=\"']{1,4}"
)
UNIT = (
    r"\s?(?:[x×*]?\s?10(?:\^|\*|\*\*|E|e)?\d{0,2}\s?)?(?:%|‰|°|(?:"
    + "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
    + r"|copies|cells|kopien)(?![^\W\d_])|/)"
)
_DAY = re.compile(r"(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d")
_LOINC = re.compile(r"\d{1,7}-\d")


def known_rules(known: Identifiers) -> list[Rule]:
    """A pattern for each identifier that is no name, the longest first."""
    rules: list[Rule] = []
    rules += ((_whole(one), Placeholder.EMAIL) for one in _longest(known.emails))
    rules += ((rule, Placeholder.PHONE) for one in _longest(known.phones) for rule in _phone(one))
    rules += (
        (one, Placeholder.BIRTH_DATE) for day in known.birth_dates for one in birth_patterns(day)
    )
    rules += (
        (rule, Placeholder.NUMBER) for one in _longest(known.numbers) for rule in _number(one)
    )
    rules += (
        (rule, Placeholder.ADDRESS) for one in _longest(known.addresses) for rule in _line(one)
    )
    rules += ((rule, Placeholder.ADDRESS) for place in known.places for rule in _place(*place))
    return rules


def is_another(found: str, placeholder: Placeholder) -> bool:
    """Whether what looks like a known number set apart is a day or a code of LOINC."""
    if placeholder is not Placeholder.NUMBER:
        return False
    return bool(_DAY.fullmatch(found) or _LOINC.fullmatch(found))


def _number(sent: str) -> Iterator[re.Pattern[str]]:
    signs = re.sub(r"[\W_]", "", sent)
    digits = re.sub(r"\D", "", signs)
    bare = {digits, digits.lstrip("0")} if len(digits) > SHORTEST else set()
    for form in sorted({signs, signs.lstrip("0")} | bare, key=len, reverse=True):
        if not form:
            continue
        body = r"[\s\-./_]?".join(map(re.escape, form))
        if len(form) < SHORTEST or (form.isalpha() and len(form) <= SHORTEST):
            yield re.compile(rf"{LABEL}(?P<_>{body})(?![^\W_]|[.,]\d)", re.IGNORECASE)
        elif form.isdigit():
            no_result = rf"(?![^\W_]|[.,]\d|{UNIT})"
            yield re.compile(
                rf"(?<![^\W_])(?<!\d[.,])(?<![<>≤≥])(?<![<>≤≥]\s){body}{no_result}", re.IGNORECASE
            )
        else:
            yield re.compile(rf"(?<![^\W_]){body}(?![^\W_])", re.IGNORECASE)
    if _LOINC.fullmatch(sent) or _DAY.fullmatch(sent):
        yield re.compile(rf"{LABEL}(?P<_>{re.escape(sent)})(?!\w)", re.IGNORECASE)


def _phone(sent: str) -> Iterator[re.Pattern[str]]:
    digits = re.sub(r"\D", "", sent)
    if len(digits) < FEWEST_PHONE_DIGITS:
        return
    end = digits[-SAID_PHONE_DIGITS:] if len(digits) > SAID_PHONE_DIGITS else digits
    body = r"[\s\-./()]{0,3}".join(end)
    yield re.compile(
        rf"(?<![\w.])\(?(?:\+|00)?(?:\(?\d[\s\-./()]{{0,3}}){{0,7}}{body}(?![\w]|[.,]\d)"
    )


def _line(sent: str) -> Iterator[re.Pattern[str]]:
    """The line as it is, and the street's name wherever it stands with a house number or alone."""
    parts = re.findall(r"\w+", sent)
    if not parts or (len(parts) == 1 and (parts[0].isdigit() or len(parts[0]) < SHORTEST)):
        return
    yield _whole(r"[\s.,/#-]{1,4}".join(map(_abbreviated, parts)), escaped=True)
    words = [one for one in WORD.findall(sent) if plain(one) not in STREET_WORDS]
    if len(words) == 1 and len(words[0]) >= SHORTEST:
        yield _whole(rf"{_abbreviated(words[0])}\.?(?:[\s,]{{1,2}}\d{{1,4}}\w?)?", escaped=True)


def _abbreviated(part: str) -> str:
    for whole, short in (("straße", "str"), ("strasse", "str")):
        if part.lower().endswith(whole):
            return rf"{re.escape(part[: -len(whole)])}(?:straße|strasse|{short}\.?)"
    shortened = ABBREVIATED.get(part.casefold())
    return rf"(?:{re.escape(part)}|{shortened}\.?)" if shortened else re.escape(part)


def _place(city: str, postal: str) -> Iterator[re.Pattern[str]]:
    town = r"[\s-]{1,2}".join(map(re.escape, city.split()))
    code = r"\s?".join(map(re.escape, re.sub(r"\s", "", postal)))
    if town and code:
        yield _whole(rf"(?:[A-Z]{{1,2}}-)?{code}[\s,]{{1,3}}{town}", escaped=True)
        yield _whole(rf"{town}[\s,]{{1,3}}(?:[A-Z]{{2}}[\s,]{{1,2}})?{code}", escaped=True)
    if code:
        label = r"(?:\bzip|\bpostcode|\bpostal code|\bplz|индекс|\b[A-Z]{1,2}(?=-))[\s.:=\"'-]{0,4}"
        yield re.compile(rf"{label}(?P<_>{code})(?!\w)", re.IGNORECASE)
        if not postal.isdigit() and len(code) >= SHORTEST:
            yield _whole(code, escaped=True)


def _whole(text: str, *, escaped: bool = False) -> re.Pattern[str]:
    body = text if escaped else re.escape(text)
    return re.compile(rf"(?<!\w){body}(?!\w)", re.IGNORECASE)


def _longest(values: Iterable[str]) -> list[str]:
    return sorted({one.strip() for one in values if one.strip()}, key=len, reverse=True)
