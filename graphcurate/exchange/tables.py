"""The maintainers' clinical tables to entries. Read once per edition, by ``build_starter``."""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from graphcurate.contracts import (
    Biomarker,
    Code,
    Conversion,
    CriticalLimit,
    Domain,
    Evidence,
    GraphContent,
    Interval,
    LoincCode,
    LoincRule,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.exchange.table_words import (
    CODES_WITHOUT_DEFAULT_LIMITS,
    COMPARABILITY_GROUPS,
    LEVELS,
    NOT_A_CRITICAL_VALUE,
    POPULATIONS,
)

Row = dict[str, str]


class Sources:
    """Every source met while reading, once, under its key or one made of its title."""

    def __init__(self) -> None:
        self.by_key: dict[str, Source] = {}

    def add(self, fields: dict[str, Any]) -> Source:
        words = f"{fields['organisation']} {fields['title']} {fields.get('section', '')}"
        key = fields.get("key") or re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")[:80]
        if "section" in fields and fields.get("key"):
            key = f"{key}:{re.sub(r'[^a-z0-9]+', '_', fields['section'].lower()).strip('_')[:30]}"
        source = Source(
            key=key,
            title=fields["title"],
            organisation=fields["organisation"],
            year=int(fields["year"]) if fields.get("year") else None,
            section=fields.get("section"),
            doi=fields.get("doi"),
            url=fields.get("url"),
            identifier_verified=fields["verified"] in {True, "true"},
        )
        return self.by_key.setdefault(key, source)


def content_of(
    folder: Path,
    additions: dict[str, dict[str, list[Any]]],
    corrections: dict[str, dict[str, Any]] | None = None,
    relation_corrections: dict[str, dict[str, str]] | None = None,
) -> GraphContent:
    """The graph that the tables in ``folder`` describe.

    ``additions`` are by biomarker: more names by language, more ``loinc`` codes with the name
    LOINC gives them, and names to do ``without``. ``corrections`` are by domain: alternatives of
    its pattern to ``drop`` and to ``take``, words to ``leave`` to others, more ``classes``.
    ``relation_corrections`` are by relation: fields that replace the table's.
    """
    sources = Sources()
    for fields in json.loads((folder / "sources.json").read_text(encoding="utf-8")).values():
        sources.add(fields)
    conversions = _grouped(_rows(folder / "conversions.csv"), "biomarker_key")
    criticals = _grouped(_rows(folder / "critical_values.csv"), "biomarker_key")
    biomarkers = tuple(
        _biomarker(
            row,
            conversions[row["key"]],
            tuple(_critical_limits(criticals[row["key"]], sources)),
            additions.get(row["key"], {}),
        )
        for row in _rows(folder / "biomarkers.csv")
    )
    return GraphContent(
        biomarkers=biomarkers,
        domains=tuple(
            _domain(row, (corrections or {}).get(row["domain"], {}))
            for row in _rows(folder / "domains.csv")
        ),
        things=(
            *(_condition(row) for row in _rows(folder / "conditions.csv")),
            *(_medication(row) for row in _rows(folder / "medications.csv")),
            *(_preanalytical(row) for row in _rows(folder / "preanalytical.csv")),
        ),
        relations=(
            *(
                _relation(item | (relation_corrections or {}).get(item["id"], {}), sources)
                for item in _lines(folder / "relations.jsonl")
            ),
            *(
                _domain_relation(item, sources)
                for item in _lines(folder / "domain_relations.jsonl")
            ),
        ),
        sources=tuple(sources.by_key.values()),
    )


def _biomarker(
    row: Row,
    conversions: list[Row],
    criticals: tuple[CriticalLimit, ...],
    additions: dict[str, list[Any]],
) -> Biomarker:
    key = row["key"]
    without = set(additions.get("without", ()))
    listed = {
        language: tuple(name for name in _list(row[f"syn_{language}"]) if name not in without)
        for language in ("en", "ru", "zh")
    }
    names = {"en": row["name"]} | {
        language: listed[language][0] for language in ("ru", "zh") if listed[language]
    }
    synonyms = {
        language: _unique((*listed[language], *additions.get(language, [])), names.get(language))
        for language in listed
    }
    units = _list(row["ucum_units"])
    return Biomarker(
        key=key,
        name=row["name"],
        names=names,
        synonyms=synonyms,
        loinc=(*_loinc_codes(row), *_more_codes(additions.get("loinc", ()))),
        domain=row["domain"],
        kind=_kind(units),
        specimen=row["specimen"] or None,
        units=units,
        molar_mass=Decimal(row["molar_mass_g_mol"]) if row["molar_mass_g_mol"] else None,
        conversions=tuple(_conversion(line) for line in conversions),
        comparability_group=COMPARABILITY_GROUPS.get(key),
        comparability_note=row["comparability_note"] or None,
        intervals=tuple(_intervals(row)),
        criticals=criticals,
        validity_days=int(row["validity_days"]) if row["validity_days"] else None,
        validity_days_after_change=(
            int(row["validity_days_after_change"]) if row["validity_days_after_change"] else None
        ),
        validity_reason=row["validity_reason"] or None,
        validity_source=row["validity_source"] or None,
    )


def _loinc_codes(row: Row) -> tuple[LoincCode, ...]:
    unverified = set(_list(row["unverified_codes"]))
    primary = LoincCode(
        code=row["loinc"],
        primary=True,
        display=row["loinc_display_seen"].strip() or None,
        verified=row["loinc"] not in unverified,
    )
    others = (
        LoincCode(
            code=code,
            primary=False,
            verified=code not in unverified,
            default_limits=code not in CODES_WITHOUT_DEFAULT_LIMITS,
        )
        for code in _list(row["alt_loinc"])
    )
    return (primary, *others)


def _more_codes(pairs: Iterable[tuple[str, str]]) -> Iterator[LoincCode]:
    for code, display in pairs:
        yield LoincCode(code=code, primary=False, display=display, verified=True)


def _kind(units: tuple[str, ...]) -> str:
    if not units:
        return "nominal"
    if set(units) & {"{presence}", "{titer}"}:
        return "ordinal"
    return "ratio" if units == ("{ratio}",) else "quantity"


def _conversion(row: Row) -> Conversion:
    """``10.93*x-23.50`` is the one affine formula; all others are a factor."""
    factor, _, offset = row["factor_or_formula"].partition("*x")
    return Conversion(
        from_unit=row["from_unit"],
        to_unit=row["to_unit"],
        factor=Decimal(factor),
        offset=Decimal(offset or "0"),
    )


def _intervals(row: Row) -> Iterator[Interval]:
    for unit, bounds in ((row["ref_unit"], "ref"), (row["ref_unit2"], "ref2")):
        if not unit:
            continue
        male, female = (
            tuple(_number(row[f"{bounds}_{sex}_{end}"]) for end in ("low", "high"))
            for sex in ("m", "f")
        )
        each = [(None, male)] if male == female else [("male", male), ("female", female)]
        for sex, (low, high) in each:
            if low is not None or high is not None:
                note = row["ref_note"] or None
                yield Interval(unit=unit, low=low, high=high, sex=sex, note=note)


def _critical_limits(rows: Iterable[Row], sources: Sources) -> Iterator[CriticalLimit]:
    """The rows that state a limit. A row that only says there is none has nothing to compare."""
    for row in rows:
        if row["biomarker_key"] in NOT_A_CRITICAL_VALUE or not (row["low"] or row["high"]):
            continue
        population, condition = POPULATIONS[row["population"]]
        in_words = row["high"].strip() == "positive"
        high, times, _ = row["high"].partition("xULN")
        yield CriticalLimit(
            unit=row["unit"],
            low=_number(row["low"]),
            low_included=row["low_op"] != "<",
            high=None if in_words else _number(high),
            high_included=row["high_op"] != ">",
            high_times_upper_limit=bool(times),
            positive=in_words,
            population=population,
            note="; ".join(text for text in (condition, row["note"]) if text) or None,
            other_limits=row["other_published_limits"] or None,
            source=sources.add(
                {
                    "title": row["source_title"],
                    "organisation": row["source_organisation"],
                    "year": row["source_year"],
                    "url": row["source_url"] or None,
                    "verified": row["source_verified"],
                }
            ),
        )


def _domain(row: Row, correction: dict[str, Any]) -> Domain:
    classes = re.findall(r"[A-Z]+(?:/[A-Z0-9]+)?", re.sub(r"\([^)]*\)", "", row["loinc_classes"]))
    return Domain(
        key=row["domain"],
        names={language: row[f"name_{language}"] for language in ("en", "ru", "zh")},
        scope=row["scope"],
        rule=LoincRule(
            order=int(row["match_order"]),
            name_pattern=_corrected(
                row["loinc_name_regex"], correction.get("drop", ()), correction.get("take", ())
            ),
            exclude_pattern=_corrected(row["exclude_regex"], (), correction.get("leave", ()))
            or None,
            classes=(*classes, *correction.get("classes", ())),
        ),
    )


def _corrected(pattern: str, drop: Iterable[str], take: Iterable[str]) -> str:
    """A pattern's alternatives without some and with others; what it lacks can't be dropped."""
    alternatives = pattern.split("|") if pattern else []
    for alternative in drop:
        alternatives.remove(alternative)
    return "|".join((*alternatives, *take))


def _condition(row: Row) -> NamedThing:
    codes = [
        Code(system="icd10", code=prefix, match="prefix")
        for prefix in _list(row["icd10_match_prefix"] or row["icd10cm"])
    ]
    if row["snomed"] and row["snomed_verified"] == "True":
        display = row["snomed_display_seen"] or None
        codes.append(Code(system="snomed", code=row["snomed"], display=display))
    return _thing(row, RelationKind.CONDITION, codes)


def _medication(row: Row) -> NamedThing:
    ingredient = len(row["atc"]) == len("A10BA02")
    codes = [Code(system="atc", code=row["atc"], match="exact" if ingredient else "prefix")]
    if row["rxnorm_in"] and row["rxnorm_verified"] == "True":
        codes.append(Code(system="rxnorm", code=row["rxnorm_in"]))
    return _thing(row, RelationKind.MEDICATION, codes)


def _preanalytical(row: Row) -> NamedThing:
    codes = []
    if row["standard_code"]:
        system, _, code = row["standard_code"].partition(":")
        codes.append(Code(system=system, code=code))
    return _thing(row, RelationKind.PREANALYTICAL, codes, english=_list(row["en_synonyms"]))


def _thing(
    row: Row, kind: RelationKind, codes: Iterable[Code], english: tuple[str, ...] = ()
) -> NamedThing:
    names = {"en": (row["name"], *english), "ru": _list(row["ru"]), "zh": _list(row["zh"])}
    return NamedThing(
        key=row["key"],
        kind=kind,
        name=row["name"],
        names={language: listed for language, listed in names.items() if listed},
        codes=tuple(codes),
    )


def _relation(item: dict[str, Any], sources: Sources) -> RelationEntry:
    return RelationEntry(
        id=item["id"],
        biomarker=item["biomarker_key"],
        kind=item["kind"],
        target=item["target_key"],
        effect=item["effect"],
        when_direction=item.get("when_direction"),
        rationale=item["rationale"],
        evidence=_evidence([item["source"]], LEVELS[item["evidence_type"]], sources),
    )


def _domain_relation(item: dict[str, Any], sources: Sources) -> RelationEntry:
    return RelationEntry(
        id=item["id"],
        domain=item["domain"],
        kind=item["kind"],
        target=item["target_key"],
        effect=item["effect"],
        rationale=item["rationale"],
        evidence=_evidence(item["sources"], "domain_default", sources),
    )


def _evidence(
    cited: Iterable[dict[str, Any]], level: str, sources: Sources
) -> tuple[Evidence, ...]:
    """An item for each source, unreviewed, the first the chief one."""
    keys = dict.fromkeys(sources.add(source).key for source in cited)
    return tuple(
        Evidence(id=key, source=key, rank=place, level=level, agent_type="starter")
        for place, key in enumerate(keys)
    )


def _rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _grouped(rows: Iterable[Row], column: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    return groups


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|") if part.strip())


def _unique(names: Iterable[str], display: str | None) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name != display)


def _number(text: str) -> Decimal | None:
    """A bound in plain digits: ``1.43e+03`` is 1430."""
    return Decimal(format(Decimal(text), "f")) if text else None
