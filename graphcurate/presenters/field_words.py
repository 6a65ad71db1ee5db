"""Fields of an entry and their values in words: one line a field, so that two can be compared."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from graphcurate.entry_fields import EntryKind, empty
from graphcurate.presenters.entry_names import Names
from graphcurate.vocabulary import SYSTEMS
from graphcurate.words import EFFECTS, KINDS, LEVELS, POPULATIONS, SEXES, Words
from medreview.common.display import clinical_date, unit_text

Json = Any
ARROW = "→"

LANGUAGES: dict[str, Words] = {
    "en": gettext_lazy("English"),
    "ru": gettext_lazy("Russian"),
    "zh": gettext_lazy("Chinese"),
}

LABELS: dict[str, Words] = {
    "exists": gettext_lazy("The entry"),
    "reviewed": gettext_lazy("Clinically reviewed"),
    "name": gettext_lazy("Name"),
    "names": gettext_lazy("Name"),
    "synonyms": gettext_lazy("Synonym"),
    "loinc": gettext_lazy("LOINC code"),
    "codes": gettext_lazy("Code"),
    "domain": gettext_lazy("Domain"),
    "biomarker": gettext_lazy("Biomarker"),
    "kind": pgettext_lazy("graph", "Kind"),
    "specimen": gettext_lazy("Specimen"),
    "units": gettext_lazy("Units"),
    "molar_mass": gettext_lazy("Molar mass"),
    "conversions": gettext_lazy("Conversion"),
    "intervals": gettext_lazy("Reference interval"),
    "criticals": gettext_lazy("Critical limits"),
    "comparability_group": gettext_lazy("Comparability group"),
    "comparability_note": gettext_lazy("What must not be compared"),
    "validity_days": gettext_lazy("Goes stale after, days"),
    "validity_days_after_change": gettext_lazy("After a change, days"),
    "validity_reason": gettext_lazy("Why it goes stale then"),
    "validity_source": gettext_lazy("Where that is said"),
    "target": gettext_lazy("Target"),
    "effect": gettext_lazy("Effect"),
    "when_direction": gettext_lazy("Only for"),
    "when_population": gettext_lazy("Population"),
    "when_dose": gettext_lazy("Dose"),
    "when_timing": gettext_lazy("Timing"),
    "rationale": gettext_lazy("Rationale"),
    "evidence": gettext_lazy("Evidence"),
    "position": gettext_lazy("Place in its list"),
    "scope": gettext_lazy("Scope"),
    "rule": gettext_lazy("LOINC rule"),
    "title": gettext_lazy("Title"),
    "organisation": gettext_lazy("Organisation"),
    "year": gettext_lazy("Year"),
    "version": gettext_lazy("Version"),
    "section": gettext_lazy("Section"),
    "url": gettext_lazy("Address"),
    "identifier_verified": gettext_lazy("Identifier verified"),
    "superseded_by": gettext_lazy("Superseded by"),
    "retracted": gettext_lazy("Retracted"),
}
"""What a field is called; a name that is missing here is shown as it is."""

PARTS: dict[str, Words] = {
    "source": gettext_lazy("source"),
    "locator": gettext_lazy("place"),
    "quote": gettext_lazy("quote"),
    "low": gettext_lazy("low"),
    "high": gettext_lazy("high"),
    "low_included": gettext_lazy("low included"),
    "high_included": gettext_lazy("high included"),
    "high_times_upper_limit": gettext_lazy("multiples of the upper limit"),
    "positive": gettext_lazy("any positive result"),
    "note": gettext_lazy("note"),
    "other_limits": gettext_lazy("others’ limits"),
    "factor": gettext_lazy("factor"),
    "offset": gettext_lazy("offset"),
    "primary": gettext_lazy("primary"),
    "display": gettext_lazy("display"),
    "verified": gettext_lazy("seen beside its name"),
    "default_limits": gettext_lazy("default limits apply"),
    "match": gettext_lazy("match"),
    "order": gettext_lazy("order"),
    "name_pattern": gettext_lazy("name pattern"),
    "exclude_pattern": gettext_lazy("left out"),
    "classes": gettext_lazy("classes"),
    "rank": gettext_lazy("rank"),
    "document": gettext_lazy("stored document"),
    "offset_in_document": gettext_lazy("from character"),
    "direction": gettext_lazy("direction"),
    "level": gettext_lazy("level"),
    "certainty": gettext_lazy("certainty"),
    "knowledge_level": gettext_lazy("knowledge level"),
    "agent_type": gettext_lazy("asserted by"),
    "checked_by": gettext_lazy("checked by"),
    "checked_at": gettext_lazy("checked on"),
    "review_by": gettext_lazy("review by"),
}
"""What the parts of a line are called, in the order they are read."""

AGENTS: dict[str, Words] = {
    "curator": gettext_lazy("a curator"),
    "starter": gettext_lazy("the starter content"),
    "model": gettext_lazy("a model"),
}
DIRECTIONS: dict[str, Words] = {
    "supports": gettext_lazy("supports"),
    "contradicts": gettext_lazy("contradicts"),
}
RESULTS: dict[str, Words] = {
    "H": gettext_lazy("high results"),
    "L": gettext_lazy("low results"),
}


def label_of(field: str, names: Names, value: Json = None) -> str:
    """What a field is called, with what its address adds."""
    head, _slash, rest = field.partition("/")
    label = str(LABELS.get(head, head.replace("_", " ")))
    if not rest:
        return label
    if head in {"names", "synonyms"}:
        language = rest.partition("/")[0]
        return f"{label} ({LANGUAGES.get(language, language)})"
    if head == "evidence":
        source = value.get("source", rest) if isinstance(value, Mapping) else rest
        return f"{label}: {names.of(EntryKind.SOURCE, source)}"
    return f"{label}: {_address(head, rest)}"


def _address(head: str, rest: str) -> str:
    parts = rest.split("|")
    if head == "conversions" and len(parts) == 2:
        return f"{unit_text(parts[0])} {ARROW} {unit_text(parts[1])}"
    if head == "codes":
        return " ".join([SYSTEMS.get(parts[0], parts[0]), *parts[1:]])
    if head in {"intervals", "criticals"} and len(parts) >= 3:
        unit, population, owner, *sex = parts
        said = [unit_text(unit), str(POPULATIONS.get(population, population)), owner]
        said += [str(SEXES.get(one, one)) for one in sex if one]
        return ", ".join(word for word in said if word)
    return rest.replace("|", " ")


def value_words(field: str, value: Json, names: Names) -> str:
    """What a field says, on one line; empty where it says nothing."""
    if empty(value):
        return ""
    head, _slash, rest = field.partition("/")
    if head == "exists":
        return _("there") if value else _("removed")
    if head in {"names", "synonyms"} and value is True:
        return rest.partition("/")[2]
    if isinstance(value, Mapping):
        return _line(value, names)
    return _scalar(head, value, names)


def _line(value: Mapping[str, Json], names: Names) -> str:
    said = [
        f"{_part(part, value)}: {_scalar(part, inner, names)}"
        for part, inner in sorted(value.items(), key=_reading_order)
        if not empty(inner)
    ]
    return "; ".join(said) or _("there")


def _reading_order(part: tuple[str, Json]) -> int:
    name = part[0]
    return list(PARTS).index(name) if name in PARTS else len(PARTS)


def _part(part: str, value: Mapping[str, Json]) -> str:
    named = "offset_in_document" if part == "offset" and "document" in value else part
    return str(PARTS.get(named, named.replace("_", " ")))


def _scalar(head: str, value: Json, names: Names) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_scalar(head, one, names) for one in value)
    if isinstance(value, Mapping):
        return _line(value, names)
    text = str(value)
    if head in SPOKEN:
        return SPOKEN[head](text, names)
    return text


def _of(words: Mapping[Any, Words]) -> Callable[[str, Names], str]:
    return lambda text, names: str(words.get(text, text))


def _target(text: str, names: Names) -> str:
    kinds = (
        (EntryKind.BIOMARKER.value, text),
        *((EntryKind.THING.value, f"{kind.value}:{text}") for kind in KINDS),
    )
    return next((names.of(*one) for one in kinds if names.entry(*one)), text)


SPOKEN: dict[str, Callable[[str, Names], str]] = {
    "effect": _of(EFFECTS),
    "level": _of(LEVELS),
    "agent_type": _of(AGENTS),
    "direction": _of(DIRECTIONS),
    "when_direction": _of(RESULTS),
    "checked_at": lambda text, names: clinical_date(text),
    "review_by": lambda text, names: clinical_date(text),
    "document": lambda text, names: text[:12],
    "units": lambda text, names: unit_text(text),
    "source": lambda text, names: names.of(EntryKind.SOURCE, text),
    "superseded_by": lambda text, names: names.of(EntryKind.SOURCE, text),
    "biomarker": lambda text, names: names.of(EntryKind.BIOMARKER, text),
    "domain": lambda text, names: names.of(EntryKind.DOMAIN, text),
    "target": _target,
}
"""Values that are keys or words of a closed list, as a reader knows them."""
