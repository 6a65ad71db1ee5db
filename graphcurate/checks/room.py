"""Whether the tables have room for an entry as it is: what passes here can be published. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from graphcurate.checks.problem import Problem
from graphcurate.contracts import (
    Biomarker,
    Code,
    Conversion,
    CriticalLimit,
    Domain,
    Evidence,
    Interval,
    LoincCode,
    LoincRule,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.entry_fields import LANGUAGES, field_address, key_of, kind_of
from graphcurate.vocabulary import AgentType, Certainty, EvidenceDirection, EvidenceLevel
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

Said = tuple[str, str, dict[str, str | int]]
"""A field, a sentence of it, and what fills the sentence."""

LONGEST_NAME, LONGEST_UNIT = 200, 40
LONGEST: Mapping[type[Contract], Mapping[str, int]] = {
    Biomarker: {"key": 120, "name": 200, "specimen": 120, "comparability_group": 60},
    LoincCode: {"code": 20, "display": 400, "status": 20, "specimen": 120, "property": 40},
    Conversion: {"from_unit": 40, "to_unit": 40},
    Interval: {"unit": 40, "population": 16, "owner": 120, "sex": 8},
    CriticalLimit: {"unit": 40, "population": 16, "owner": 120},
    Domain: {"key": 120},
    NamedThing: {"key": 120, "name": 200},
    Code: {"system": 20, "code": 40, "match": 8, "display": 400},
    RelationEntry: {
        "id": 200,
        "when_direction": 3,
        "when_population": 60,
        "when_dose": 120,
        "when_timing": 120,
    },
    Evidence: {
        "id": 120,
        "locator": 200,
        "document": 64,
        "direction": 12,
        "level": 16,
        "certainty": 8,
        "knowledge_level": 40,
        "agent_type": 12,
        "checked_by": 150,
    },
    Source: {"key": 120, "version": 60, "doi": 200},
}
"""How many characters the column of a text holds; of a rationale the checks of links say it."""
SMALL, LARGE = 32_767, 2_147_483_647
GREATEST: Mapping[type[Contract], Mapping[str, int]] = {
    Biomarker: {"validity_days": LARGE, "validity_days_after_change": LARGE},
    LoincRule: {"order": SMALL},
    RelationEntry: {"position": SMALL},
    Evidence: {"rank": SMALL, "offset": LARGE},
    Source: {"year": SMALL},
}
"""How great a whole number its column holds; the least is nought."""
MOST_DIGITS, MOST_PLACES = 30, 15
_NUMBERS: Mapping[type[Contract], tuple[str, ...]] = {
    Biomarker: ("molar_mass",),
    Conversion: ("factor", "offset"),
    Interval: ("low", "high"),
    CriticalLimit: ("low", "high"),
}
_WORDS: Mapping[type[Contract], Mapping[str, Iterable[str]]] = {
    Code: {"match": ("exact", "prefix")},
    Evidence: {
        "direction": tuple(EvidenceDirection),
        "level": tuple(EvidenceLevel),
        "certainty": tuple(Certainty),
        "agent_type": tuple(AgentType),
    },
}


def check(entry: Contract) -> Iterator[Problem]:
    """Everything about one entry that its tables could not take, or not give back as it is."""
    kind, key = kind_of(entry), key_of(entry)
    for field, sentence, values in _said(entry):
        yield Problem(kind, key, field, sentence, values)


def _said(entry: Contract) -> Iterator[Said]:
    for address, part in _parts(entry):
        yield from _lengths(address, part)
        yield from _wholes(address, part)
        yield from _decimals(address, part)
        yield from _words(address, part)
    yield from _names(entry)
    if isinstance(entry, Biomarker):
        yield from _biomarker(entry)
    elif isinstance(entry, RelationEntry):
        yield from _checked(entry)
    elif isinstance(entry, NamedThing) and entry.kind is RelationKind.PARAMETER:
        yield "kind", gettext_noop("A thing is no parameter: biomarkers are those."), {}


def _parts(entry: Contract) -> Iterator[tuple[str, Contract]]:
    """The entry itself and its lines, each with its address; the entry's own is empty."""
    yield "", entry
    if isinstance(entry, Biomarker):
        yield from _lines(entry)
    elif isinstance(entry, NamedThing):
        yield from ((field_address("codes", one.system, one.code), one) for one in entry.codes)
    elif isinstance(entry, RelationEntry):
        yield from ((field_address("evidence", item.id), item) for item in entry.evidence)
    elif isinstance(entry, Domain) and entry.rule:
        yield "rule", entry.rule


def _lines(entry: Biomarker) -> Iterator[tuple[str, Contract]]:
    yield from ((field_address("loinc", code.code), code) for code in entry.loinc)
    for rate in entry.conversions:
        yield field_address("conversions", rate.from_unit, rate.to_unit), rate
    for line in entry.intervals:
        who = (line.unit, line.population, line.owner, line.sex or "")
        yield field_address("intervals", *who), line
    for limit in entry.criticals:
        yield field_address("criticals", limit.unit, limit.population, limit.owner), limit


def _lengths(address: str, part: Contract) -> Iterator[Said]:
    for word, longest in LONGEST.get(type(part), {}).items():
        yield from too_long(address or word, getattr(part, word), longest)


def too_long(field: str, text: str | None, longest: int) -> Iterator[Said]:
    """Said of a text that has more characters than are kept."""
    if text and len(text) > longest:
        yield (
            field,
            gettext_noop("“%(start)s…” has %(length)d characters; at most %(longest)d are kept."),
            {"start": text[:20], "length": len(text), "longest": longest},
        )


def _wholes(address: str, part: Contract) -> Iterator[Said]:
    for word, greatest in GREATEST.get(type(part), {}).items():
        number = getattr(part, word)
        if number is not None and not 0 <= number <= greatest:
            yield (
                address or word,
                gettext_noop("%(number)s is not between 0 and %(greatest)s."),
                {"number": str(number)[:40], "greatest": str(greatest)},
            )


def _decimals(address: str, part: Contract) -> Iterator[Said]:
    for word in _NUMBERS.get(type(part), ()):
        number = getattr(part, word)
        if number is not None and not _is_written_out(number):
            yield (
                address or word,
                gettext_noop(
                    "The number has more digits than anybody measures: at most %(before)d before "
                    "the point and %(after)d after it."
                ),
                {"before": MOST_DIGITS - MOST_PLACES, "after": MOST_PLACES},
            )


def _is_written_out(number: Decimal) -> bool:
    """Whether the number has as many places before and after the point as are kept."""
    exponent = number.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and exponent >= -MOST_PLACES
        and number.adjusted() < MOST_DIGITS - MOST_PLACES
    )


def _words(address: str, part: Contract) -> Iterator[Said]:
    for name, words in _WORDS.get(type(part), {}).items():
        word = getattr(part, name)
        if word is not None and word not in words:
            yield (
                address,
                gettext_noop("“%(word)s” is none of %(words)s."),
                {"word": word[:40], "words": ", ".join(words)},
            )


def _names(entry: Contract) -> Iterator[Said]:
    """Names have a language we know, and say something."""
    lists = {"names": getattr(entry, "names", {}), "synonyms": getattr(entry, "synonyms", {})}
    for head, by_language in lists.items():
        for language, said in by_language.items():
            is_one = isinstance(said, str)
            for text in (said,) if is_one else said:
                field = f"{head}/{language}" if is_one else f"{head}/{language}/{text}"
                yield from too_long(field, text, LONGEST_NAME)
                if language not in LANGUAGES:
                    sentence = gettext_noop("“%(word)s” is none of %(words)s.")
                    words = ", ".join(LANGUAGES)
                    yield field, sentence, {"word": language[:40], "words": words}


def _biomarker(entry: Biomarker) -> Iterator[Said]:
    for unit in entry.units:
        yield from too_long("units", unit, LONGEST_UNIT)
    # The window is one line of its table: without days there is none to hold the rest.
    for field in ("validity_reason", "validity_source"):
        if getattr(entry, field) and entry.validity_days is None:
            yield (
                field,
                gettext_noop("Say for how many days a result holds, or leave this out."),
                {},
            )


def _checked(entry: RelationEntry) -> Iterator[Said]:
    for item in entry.evidence:
        if bool(item.checked_by) != bool(item.checked_at):
            yield (
                field_address("evidence", item.id),
                gettext_noop("The evidence says who checked it, or when, and not both."),
                {},
            )
