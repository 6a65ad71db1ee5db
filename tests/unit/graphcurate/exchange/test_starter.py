"""The content of the starter release: what code can find wrong in it."""

import json
import re
from collections import Counter
from decimal import Decimal

import pytest

from graphcurate.contracts import RelationKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.exchange.write import FILES, write
from graphcurate.models.relation import RATIONALE_LENGTH
from medreview.fhir.units import Factor, convert, is_ucum, known_unit
from tests.factories.graph import starter_snapshot

BIOMARKERS = tuple(starter_snapshot().biomarkers.values())


def factors(entry):
    return [Factor(**line.model_dump()) for line in entry.conversions]


def check_digit(code: str) -> int:
    """LOINC's own, mod 10 (Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(code)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled // 10 + doubled % 10
    return -total % 10


def test_every_loinc_code_has_its_check_digit():
    codes = [code.code for entry in BIOMARKERS for code in entry.loinc]

    wrong = [code for code in codes if check_digit(code[:-2]) != int(code[-1])]

    assert wrong == []


def test_one_code_belongs_to_one_biomarker_and_one_of_them_is_primary():
    codes = Counter(code.code for entry in BIOMARKERS for code in entry.loinc)

    assert [code for code, times in codes.items() if times > 1] == []
    assert all(sum(code.primary for code in entry.loinc) == 1 for entry in BIOMARKERS)


def test_every_entry_has_a_key_of_its_own():
    content = read(STARTER_FOLDER)

    for part in (content.biomarkers, content.domains, content.sources):
        assert len({entry.key for entry in part}) == len(part)
    assert len({relation.id for relation in content.relations}) == len(content.relations)
    assert len({(thing.kind, thing.key) for thing in content.things}) == len(content.things)


def test_every_relation_leads_from_something_known_to_something_else():
    snapshot = starter_snapshot()
    targets = {
        RelationKind.PARAMETER: snapshot.biomarkers,
        RelationKind.CONDITION: snapshot.conditions,
        RelationKind.MEDICATION: snapshot.medications,
        RelationKind.PREANALYTICAL: snapshot.preanalytical,
    }

    for relation in read(STARTER_FOLDER).relations:
        assert (relation.biomarker in snapshot.biomarkers) != (relation.domain in snapshot.domains)
        assert relation.target in targets[relation.kind]
        assert relation.kind is not RelationKind.PARAMETER or relation.target != relation.biomarker
        assert 0 < len(relation.rationale) <= RATIONALE_LENGTH
        assert relation.sources


def test_every_unit_is_a_ucum_code_the_reader_knows():
    units = {
        unit
        for entry in BIOMARKERS
        for unit in (
            *entry.units,
            *(line.unit for line in (*entry.intervals, *entry.criticals)),
            *(unit for line in entry.conversions for unit in (line.from_unit, line.to_unit)),
        )
        if unit
    }

    assert sorted(unit for unit in units if not (known_unit(unit) or is_ucum(unit))) == []


def test_intervals_are_written_in_a_unit_of_their_biomarker():
    for entry in BIOMARKERS:
        assert {line.unit for line in entry.intervals} <= set(entry.units)


def test_both_intervals_of_a_biomarker_say_the_same():
    apart = []
    for entry in BIOMARKERS:
        by_sex = {}
        for line in entry.intervals:
            first = by_sex.setdefault(line.sex, line)
            for side in ("low", "high"):
                own, other = getattr(first, side), getattr(line, side)
                if own is None or other is None or first is line:
                    continue
                turned = convert(own, first.unit, line.unit, factors(entry))
                if turned is None or abs(turned - other) > Decimal("0.02") * max(other, turned):
                    apart.append((entry.key, line.unit, own, turned, other))

    assert apart == []


def test_critical_limits_lie_at_or_outside_the_usual_interval():
    inside = []
    for entry in BIOMARKERS:
        for limit in entry.criticals:
            if limit.population not in {"adult", "any"} or limit.high_times_upper_limit:
                continue
            for line in entry.intervals:
                low, high = (
                    bound and convert(bound, limit.unit, line.unit, factors(entry))
                    for bound in (limit.low, limit.high)
                )
                if low is not None and line.low is not None and low > line.low:
                    inside.append((entry.key, "low", low, line.low))
                if high is not None and line.high is not None and high < line.high:
                    inside.append((entry.key, "high", high, line.high))

    assert inside == []


def test_every_critical_limit_can_be_compared_in_every_unit_of_its_biomarker():
    lost = [
        (entry.key, limit.unit, unit)
        for entry in BIOMARKERS
        for limit in entry.criticals
        for unit in entry.units
        if not limit.positive
        and limit.population in {"adult", "any"}
        and convert(Decimal(1), unit, limit.unit, factors(entry)) is None
    ]

    assert [line for line in lost if line[0] != "d_dimer"] == []


def test_the_glycated_haemoglobin_formula_has_its_offset():
    entry = starter_snapshot().biomarkers["hba1c"]

    (line,) = entry.conversions

    assert (line.factor, line.offset) == (Decimal("10.93"), Decimal("-23.50"))
    assert convert(Decimal(7), "%", "mmol/mol", factors(entry)) == Decimal("53.01")


@pytest.mark.parametrize(
    ("key", "population", "low", "high"),
    [
        ("potassium", "adult", "2.5", "6.5"),
        ("potassium", "neonate", None, "7.0"),
        ("sodium", "child", "130", "160"),
        ("glucose", "child", "2.5", "15"),
        ("platelets", "pregnancy", "100", None),
    ],
)
def test_each_population_keeps_its_own_critical_limits(key, population, low, high):
    entry = starter_snapshot().biomarkers[key]

    (line,) = (limit for limit in entry.criticals if limit.population == population)

    assert (line.low and str(line.low), line.high and str(line.high)) == (low, high)


def test_limits_say_whether_the_bound_itself_is_critical():
    snapshot = starter_snapshot()

    (blasts,) = snapshot.biomarkers["blasts_pct"].criticals
    (egfr,) = snapshot.biomarkers["egfr"].criticals
    (alt,) = snapshot.biomarkers["alt"].criticals
    (culture,) = snapshot.biomarkers["blood_culture"].criticals

    assert (blasts.high, blasts.high_included) == (Decimal(0), False)
    assert (egfr.low, egfr.low_included) == (Decimal(15), False)
    assert (alt.high, alt.high_times_upper_limit) == (Decimal(15), True)
    assert culture.positive
    assert snapshot.biomarkers["hiv_agab"].criticals == ()


def test_every_biomarker_has_a_validity_window_and_a_shorter_one_after_a_change():
    for entry in BIOMARKERS:
        assert entry.validity_days
        assert entry.validity_days > 0
        after = entry.validity_days_after_change
        assert after is None or 0 < after <= entry.validity_days


def test_look_alikes_are_kept_apart():
    snapshot = starter_snapshot()

    for one, other in (("ck_mb", "ck_mb_act"), ("urea", "urea_nitrogen"), ("crp", "hs_crp")):
        groups = {snapshot.biomarkers[key].comparability_group for key in (one, other)}
        assert len(groups) == 1
        assert None not in groups


def test_codes_of_things_are_spelt_as_their_systems_spell_them():
    snapshot = starter_snapshot()
    shapes = {
        "icd10": r"[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?",
        "atc": r"[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?",
        "snomed": r"\d{6,18}",
        "rxnorm": r"\d{2,8}",
        "hl7v2-0493": r"[A-Z]{2,5}",
        "hl7v2-0916": r"[A-Z]{1,3}",
    }

    for things in (snapshot.conditions, snapshot.medications, snapshot.preanalytical):
        for thing in things.values():
            for code in thing.codes:
                assert re.fullmatch(shapes[code.system], code.code), (thing.key, code)


def test_domain_rules_are_patterns_in_an_order():
    rules = [domain.rule for domain in starter_snapshot().domains.values()]

    assert sorted(rule.order for rule in rules) == list(range(1, len(rules) + 1))
    for rule in rules:
        re.compile(rule.name_pattern)
        re.compile(rule.exclude_pattern or "")


def test_a_relation_speaks_of_high_or_low_results_or_of_both():
    directions = {relation.when_direction for relation in read(STARTER_FOLDER).relations}

    assert directions == {None, "H", "L"}


def test_every_correction_of_a_relation_says_why_and_stands_in_the_release():
    path = STARTER_FOLDER / "relation_corrections.json"
    by_id = {relation.id: relation for relation in read(STARTER_FOLDER).relations}

    for name, fields in json.loads(path.read_text(encoding="utf-8")).items():
        assert fields.pop("why")
        assert fields == {field: getattr(by_id[name], field) for field in fields}


def test_files_read_and_written_again_are_the_same(tmp_path):
    write(read(STARTER_FOLDER), tmp_path)

    for part in FILES:
        name = f"{part}.jsonl"
        assert (tmp_path / name).read_bytes() == (STARTER_FOLDER / name).read_bytes()


@pytest.mark.parametrize(
    ("key", "code", "limited"),
    [
        ("po2", "2703-7", True),
        ("po2", "11556-8", False),
        ("ph_arterial", "2746-6", False),
        ("pco2", "2021-4", False),
        ("glucose", "41653-7", True),
        ("potassium", None, True),
    ],
)
def test_arterial_limits_are_not_held_against_other_blood(key, code, limited):
    entry = starter_snapshot().biomarkers[key]

    assert bool(entry.criticals_for(code)) == limited
    assert bool(entry.intervals_for(code)) == limited
