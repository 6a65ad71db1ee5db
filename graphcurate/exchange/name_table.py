"""Names and synonyms as a table: a row for each name of an entry in one language. Pure."""

from collections.abc import Iterator

from graphcurate.contracts import Biomarker, Domain, GraphContent, NamedThing
from graphcurate.exchange.cells import csv_line

COLUMNS = ("kind", "key", "language", "name", "shown", "remove", "reason")
"""``kind`` is biomarker, domain, or that of a thing. ``shown`` is yes for the one name that is
displayed. ``remove`` is yes where an import shall take the name away."""

Row = tuple[str, str, str, str, str]


def table_text(content: GraphContent) -> Iterator[str]:
    """The whole table, line by line, but for the byte order mark."""
    yield csv_line(COLUMNS)
    for row in _rows(content):
        yield csv_line((*row, "", ""))


def _rows(content: GraphContent) -> Iterator[Row]:
    for domain in sorted(content.domains, key=lambda entry: entry.key):
        yield from _of_domain(domain)
    for thing in sorted(content.things, key=lambda entry: (entry.kind, entry.key)):
        yield from _of_thing(thing)
    for biomarker in sorted(content.biomarkers, key=lambda entry: entry.key):
        yield from _of_biomarker(biomarker)


def _of_biomarker(entry: Biomarker) -> Iterator[Row]:
    for language in sorted({*entry.names, *entry.synonyms}):
        if name := entry.names.get(language):
            yield "biomarker", entry.key, language, name, "yes"
        for synonym in entry.synonyms.get(language, ()):
            yield "biomarker", entry.key, language, synonym, "no"


def _of_domain(entry: Domain) -> Iterator[Row]:
    for language, name in sorted(entry.names.items()):
        yield "domain", entry.key, language, name, "yes"


def _of_thing(entry: NamedThing) -> Iterator[Row]:
    for language, names in sorted(entry.names.items()):
        for name in names:
            shown = "yes" if name == entry.name and language == "en" else "no"
            yield entry.kind.value, entry.key, language, name, shown
