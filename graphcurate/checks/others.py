"""What can be wrong with domains, named things and sources."""

from collections.abc import Iterator

from graphcurate import patterns
from graphcurate.checks.code_forms import has_form
from graphcurate.checks.problem import Problem
from graphcurate.checks.surroundings import Surroundings
from graphcurate.contracts import Domain, NamedThing, Source
from graphcurate.entry_fields import EntryKind, field_address, key_of
from graphcurate.vocabulary import SYSTEMS
from medreview.common.errors import gettext_noop
from medreview.common.text import normalise_name

OLDEST_YEAR = 1800


def check_domain(entry: Domain, around: Surroundings) -> Iterator[Problem]:
    """Everything about one domain, as it would stand."""

    def of(field: str, sentence: str, **values: str | int) -> Problem:
        return Problem(EntryKind.DOMAIN, entry.key, field, sentence, values)

    if not entry.names.get("en", "").strip():
        yield of("names/en", gettext_noop("The English name is missing."))
    if entry.rule is None:
        return
    for pattern in (entry.rule.name_pattern, entry.rule.exclude_pattern or ""):
        if why := patterns.why_unfit(pattern):
            yield of("rule", why)
    for other in around.content.domains:
        if other.key != entry.key and other.rule and other.rule.order == entry.rule.order:
            yield of(
                "rule",
                gettext_noop("%(other)s has the same place in the order of rules."),
                other=other.names.get("en", other.key),
            )


def check_thing(entry: NamedThing, around: Surroundings) -> Iterator[Problem]:
    """Everything about one condition, medication or preanalytical factor."""
    key = key_of(entry)
    for code in entry.codes:
        if not has_form(code.system, code.code, code.match):
            yield Problem(
                EntryKind.THING,
                key,
                field_address("codes", code.system, code.code),
                gettext_noop("“%(code)s” can't be a code of %(system)s."),
                {"code": code.code, "system": SYSTEMS.get(code.system, code.system)},
            )
    for language, texts in entry.names.items():
        for text in texts:
            named = around.owners_of_thing_names[entry.kind.value, normalise_name(text)]
            for other in sorted(named - {key}):
                yield Problem(
                    EntryKind.THING,
                    key,
                    f"names/{language}/{text}",
                    gettext_noop("%(other)s is called “%(name)s” too."),
                    {"other": around.things[other].name, "name": text},
                    blocks=False,
                )


def check_source(entry: Source, around: Surroundings) -> Iterator[Problem]:
    """Everything about one source."""

    def of(field: str, sentence: str) -> Problem:
        return Problem(EntryKind.SOURCE, entry.key, field, sentence)

    if entry.year is not None and not OLDEST_YEAR <= entry.year <= around.today.year + 1:
        yield of("year", gettext_noop("The year can't be right."))
    if entry.doi and not entry.doi.startswith("10."):
        yield of("doi", gettext_noop("A DOI begins with 10. and a number."))
    if entry.url and not entry.url.startswith(("https://", "http://", "10.")):
        yield of("url", gettext_noop("An address begins with https://."))
    if entry.superseded_by and entry.superseded_by not in around.sources:
        yield of("superseded_by", gettext_noop("The newer source is not in the graph."))
    elif _leads_back(entry, around):
        yield of("superseded_by", gettext_noop("The newer sources lead back to this one."))


def _leads_back(entry: Source, around: Surroundings) -> bool:
    seen: set[str] = set()
    key = entry.superseded_by
    while key and key in around.sources and key not in seen:
        if key == entry.key:
            return True
        seen.add(key)
        key = around.sources[key].superseded_by
    return False
