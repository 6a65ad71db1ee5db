"""What can be wrong with a biomarker: its codes, names, units and limits."""

from collections.abc import Iterator
from decimal import Decimal

from graphcurate.checks.code_forms import is_loinc
from graphcurate.checks.problem import Problem
from graphcurate.checks.surroundings import Surroundings
from graphcurate.contracts import Biomarker, CriticalLimit, Interval
from graphcurate.entry_fields import EntryKind, field_address
from graphcurate.snapshot import all_names
from graphcurate.vocabulary import BiomarkerKind, Population
from medreview.common.errors import gettext_noop
from medreview.common.text import normalise_name
from medreview.fhir.units import is_ucum

SEXES = (None, "female", "male")
_NEAR = Decimal("0.02")


def check(entry: Biomarker, around: Surroundings) -> Iterator[Problem]:
    """Everything about one biomarker, as it would stand."""
    yield from _itself(entry, around)
    yield from _codes(entry, around)
    yield from _names(entry, around)
    yield from _units(entry)
    for line in entry.intervals:
        yield from _interval(entry, line)
    for limit in entry.criticals:
        yield from _critical(entry, limit)
    yield from _validity(entry)


def _of(entry: Biomarker, field: str, sentence: str, **values: str | int) -> Problem:
    return Problem(EntryKind.BIOMARKER, entry.key, field, sentence, values)


def _hint(entry: Biomarker, field: str, sentence: str, **values: str | int) -> Problem:
    return Problem(EntryKind.BIOMARKER, entry.key, field, sentence, values, blocks=False)


def _itself(entry: Biomarker, around: Surroundings) -> Iterator[Problem]:
    if entry.domain not in around.domains:
        yield _of(entry, "domain", gettext_noop("Its domain is not in the graph."))
    if entry.kind not in set(BiomarkerKind):
        yield _of(entry, "kind", gettext_noop("The kind is quantity, ratio, ordinal or nominal."))
    if not entry.names.get("en", "").strip():
        yield _of(entry, "names/en", gettext_noop("The English name is missing."))


def _codes(entry: Biomarker, around: Surroundings) -> Iterator[Problem]:
    for code in entry.loinc:
        field = field_address("loinc", code.code)
        if not is_loinc(code.code):
            yield _of(
                entry,
                field,
                gettext_noop("%(code)s is no LOINC code: its check digit does not fit."),
                code=code.code,
            )
        for other in sorted(around.owners_of_codes[code.code] - {entry.key}):
            yield _of(
                entry,
                field,
                gettext_noop("LOINC %(code)s belongs to %(other)s already."),
                code=code.code,
                other=around.biomarkers[other].name,
            )
    primary = [code for code in entry.loinc if code.primary]
    if len(primary) > 1:
        yield _of(entry, "loinc", gettext_noop("Only one LOINC code can be the primary one."))
    if entry.loinc and not primary:
        yield _hint(entry, "loinc", gettext_noop("None of its LOINC codes is the primary one."))


def _names(entry: Biomarker, around: Surroundings) -> Iterator[Problem]:
    said = {normalise_name(name): name for name in all_names(entry)}
    for normal, name in said.items():
        for other in sorted(around.owners_of_names[normal] - {entry.key}):
            yield _hint(
                entry,
                _where(entry, name),
                gettext_noop(
                    "%(other)s is called “%(name)s” too: results under that name alone will "
                    "not be matched."
                ),
                other=around.biomarkers[other].name,
                name=name,
            )


def _where(entry: Biomarker, name: str) -> str:
    for language, text in entry.names.items():
        if text == name:
            return f"names/{language}"
    for language, texts in entry.synonyms.items():
        if name in texts:
            return f"synonyms/{language}/{name}"
    return "name"


def _units(entry: Biomarker) -> Iterator[Problem]:
    for unit in entry.units:
        if not is_ucum(unit):
            yield _of(entry, "units", gettext_noop("“%(unit)s” is no UCUM code."), unit=unit)
    factors = {(line.from_unit, line.to_unit): line for line in entry.conversions}
    for line in entry.conversions:
        field = field_address("conversions", line.from_unit, line.to_unit)
        if line.factor <= 0:
            yield _of(entry, field, gettext_noop("A factor is greater than nought."))
            continue
        back = factors.get((line.to_unit, line.from_unit))
        if back and not line.offset and abs(line.factor * back.factor - 1) > _NEAR:
            yield _of(entry, field, gettext_noop("There and back does not give the same value."))


def _interval(entry: Biomarker, line: Interval) -> Iterator[Problem]:
    field = field_address("intervals", line.unit, line.population, line.owner, line.sex or "")
    if line.low is None and line.high is None:
        yield _of(entry, field, gettext_noop("The interval has no bound."))
    if line.low is not None and line.high is not None and line.low > line.high:
        yield _of(entry, field, gettext_noop("The lower bound is above the upper one."))
    if line.sex not in SEXES:
        yield _of(entry, field, gettext_noop("The sex is female, male or both."))
    yield from _line(entry, field, line.unit, line.population)


def _critical(entry: Biomarker, limit: CriticalLimit) -> Iterator[Problem]:
    field = field_address("criticals", limit.unit, limit.population, limit.owner)
    if limit.low is None and limit.high is None and not limit.positive:
        yield _of(entry, field, gettext_noop("The critical limit says nothing."))
    elif _crossed(limit):
        yield _of(entry, field, gettext_noop("The lower limit is not below the upper one."))
    if limit.source is None:
        yield _hint(entry, field, gettext_noop("The critical limit names no source."))
    yield from _line(entry, field, limit.unit, limit.population)


def _crossed(limit: CriticalLimit) -> bool:
    """Whether every value would be critical. Multiples of a limit can't be compared with it."""
    if limit.low is None or limit.high is None or limit.high_times_upper_limit:
        return False
    return limit.low >= limit.high


def _line(entry: Biomarker, field: str, unit: str, population: str) -> Iterator[Problem]:
    if population not in set(Population):
        yield _of(entry, field, gettext_noop("The population is not one the graph knows."))
    if unit and entry.units and unit not in entry.units:
        yield _hint(
            entry,
            field,
            gettext_noop("“%(unit)s” is not among the units of the biomarker."),
            unit=unit,
        )


def _validity(entry: Biomarker) -> Iterator[Problem]:
    days, after = entry.validity_days, entry.validity_days_after_change
    if days is not None and days < 1:
        yield _of(entry, "validity_days", gettext_noop("A result is valid for a day at least."))
    if after is not None and (after < 1 or days is None or after > days):
        yield _of(
            entry,
            "validity_days_after_change",
            gettext_noop("After a change a result is valid for a shorter time, not a longer one."),
        )
