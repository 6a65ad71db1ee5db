"""The maintainers' tables read into entries."""

import csv
import json
from decimal import Decimal

import pytest
from django.core.management import call_command

from graphcurate.exchange.read import read
from graphcurate.exchange.tables import content_of

HEADS = {
    "biomarkers": (
        "key,loinc,alt_loinc,name,syn_en,syn_ru,syn_zh,domain,specimen,ucum_units,"
        "molar_mass_g_mol,ref_unit,ref_m_low,ref_m_high,ref_f_low,ref_f_high,ref_note,"
        "validity_days,validity_days_after_change,validity_reason,validity_source,"
        "loinc_display_seen,unverified_codes,comparability_note,ref_unit2,ref2_m_low,"
        "ref2_m_high,ref2_f_low,ref2_f_high"
    ),
    "conversions": "biomarker_key,from_unit,to_unit,factor_or_formula",
    "critical_values": (
        "biomarker_key,population,low_op,low,high_op,high,unit,note,other_published_limits,"
        "source_title,source_organisation,source_year,source_url,source_verified"
    ),
    "domains": (
        "domain,name_en,name_ru,name_zh,scope,loinc_classes,match_order,loinc_name_regex,"
        "exclude_regex"
    ),
    "conditions": (
        "key,name,icd10cm,icd10_match_prefix,snomed,snomed_verified,snomed_display_seen,ru,zh"
    ),
    "medications": "key,name,atc,rxnorm_in,rxnorm_verified,ru,zh",
    "preanalytical": "key,name,standard_code,en_synonyms,ru,zh",
}
GLUCOSE = {
    "key": "glucose", "loinc": "2345-7", "alt_loinc": "14749-6|2339-0", "name": "Glucose",
    "syn_en": "Glu|Blood sugar", "syn_ru": "Глюкоза|Сахар", "domain": "glycemic",
    "ucum_units": "mg/dL|mmol/L", "ref_unit": "mg/dL", "ref_m_low": "70", "ref_m_high": "140",
    "ref_f_low": "70", "ref_f_high": "140", "validity_days": "90", "unverified_codes": "2339-0",
    "ref_unit2": "mmol/L", "ref2_m_low": "3.9", "ref2_m_high": "1.43e+03", "ref2_f_low": "3.8",
}  # fmt: skip
DOMAIN = {
    "domain": "glycemic", "name_en": "Glucose", "name_ru": "Глюкоза", "name_zh": "血糖",
    "scope": "Sugar", "loinc_classes": "CHEM; HEM/BC (A1C)", "match_order": "1",
    "loinc_name_regex": "glucose",
}  # fmt: skip
SOURCE = {"key": "ADA", "title": "Standards", "organisation": "ADA", "year": 2025, "verified": True}
RELATION = {
    "id": "rel:glucose:medication:steroids", "biomarker_key": "glucose", "kind": "medication",
    "target_key": "steroids", "effect": "raises", "rationale": "Steroids raise it.",
    "evidence_type": "product_label",
    "source": {"title": "Label", "organisation": "FDA", "year": 2020, "verified": False},
}  # fmt: skip


def critical(**changed):
    row = {"biomarker_key": "glucose", "unit": "mmol/L", "source_title": "Critical values"}
    row |= {"population": "adult", "source_organisation": "Lab", "source_verified": "true"}
    return row | changed


@pytest.fixture
def tables(tmp_path):
    """Writes the tables of one small graph, some rows of them changed."""

    def write(**rows):
        every = {"biomarkers": [GLUCOSE], "domains": [DOMAIN]} | rows
        for name, head in HEADS.items():
            with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, head.split(","), restval="")
                writer.writeheader()
                writer.writerows(every.get(name, []))
        (tmp_path / "sources.json").write_text(json.dumps({"ADA": SOURCE}))
        for name in ("relations", "domain_relations"):
            lines = "".join(json.dumps(item) + "\n" for item in every.get(name, []))
            (tmp_path / f"{name}.jsonl").write_text(lines)
        return tmp_path

    return write


def test_a_biomarker_has_its_codes_names_and_windows(tables):
    (entry,) = content_of(tables(), {}).biomarkers

    assert [(code.code, code.primary, code.verified) for code in entry.loinc] == [
        ("2345-7", True, True),
        ("14749-6", False, True),
        ("2339-0", False, False),
    ]
    assert entry.names == {"en": "Glucose", "ru": "Глюкоза"}
    assert entry.synonyms == {"en": ("Glu", "Blood sugar"), "ru": ("Сахар",), "zh": ()}
    assert (entry.kind, entry.validity_days, entry.reviewed) == ("quantity", 90, False)


def test_one_interval_for_both_sexes_or_one_for_each(tables):
    (entry,) = content_of(tables(), {}).biomarkers

    lines = [(line.unit, line.sex, line.low, line.high) for line in entry.intervals]

    assert lines == [
        ("mg/dL", None, Decimal(70), Decimal(140)),
        ("mmol/L", "male", Decimal("3.9"), Decimal(1430)),
        ("mmol/L", "female", Decimal("3.8"), None),
    ]


def test_a_formula_is_a_factor_and_an_offset(tables):
    rows = [
        {"biomarker_key": "glucose", "from_unit": "%", "to_unit": "mmol/mol",
         "factor_or_formula": "10.93*x-23.50"},
        {"biomarker_key": "glucose", "from_unit": "mg/dL", "to_unit": "mmol/L",
         "factor_or_formula": "0.0555"},
    ]  # fmt: skip

    (entry,) = content_of(tables(conversions=rows), {}).biomarkers

    assert [(line.factor, line.offset) for line in entry.conversions] == [
        (Decimal("10.93"), Decimal("-23.50")),
        (Decimal("0.0555"), Decimal(0)),
    ]


def test_critical_limits_keep_their_population_bounds_and_words(tables):
    rows = [
        critical(low_op="<", low="2.5", high_op=">=", high="25", population="child (<16 y)"),
        critical(high_op=">=", high="15xULN"),
        critical(high_op="=", high="positive ", population="any"),
        critical(note="there is no limit"),
    ]

    (entry,) = content_of(tables(critical_values=rows), {}).biomarkers

    child, times, positive = entry.criticals
    assert (child.population, child.low_included, child.high_included) == ("child", False, True)
    assert child.note == "under 16 years"
    assert (times.high, times.high_times_upper_limit) == (Decimal(15), True)
    assert (positive.positive, positive.high, positive.population) == (True, None, "any")


def test_codes_match_by_the_rule_of_their_system(tables):
    folder = tables(
        conditions=[
            {"key": "dm", "name": "Diabetes", "icd10_match_prefix": "E10|E11", "snomed": "73211009",
             "snomed_verified": "True"},
            {"key": "ckd", "name": "CKD", "icd10cm": "N18.9", "snomed": "1",
             "snomed_verified": "False"},
        ],
        medications=[
            {"key": "steroids", "name": "steroids", "atc": "H02A"},
            {"key": "metformin", "name": "metformin", "atc": "A10BA02", "rxnorm_in": "6809",
             "rxnorm_verified": "True"},
        ],
        preanalytical=[
            {"key": "hemolyzed", "name": "Haemolysed", "standard_code": "hl7v2-0493:HEM"},
        ],
    )  # fmt: skip

    things = {thing.key: thing for thing in content_of(folder, {}).things}
    codes = {
        key: [(code.system, code.code, code.match) for code in thing.codes]
        for key, thing in things.items()
    }

    assert codes == {
        "dm": [("icd10", "E10", "prefix"), ("icd10", "E11", "prefix"),
               ("snomed", "73211009", "exact")],
        "ckd": [("icd10", "N18.9", "prefix")],
        "steroids": [("atc", "H02A", "prefix")],
        "metformin": [("atc", "A10BA02", "exact"), ("rxnorm", "6809", "exact")],
        "hemolyzed": [("hl7v2-0493", "HEM", "exact")],
    }  # fmt: skip


def test_a_relation_is_unreviewed_and_its_source_gets_a_key(tables):
    content = content_of(tables(relations=[RELATION]), {})

    (relation,) = content.relations
    keys = {source.key for source in content.sources}

    assert (relation.level, relation.agent_type, relation.reviewed) == ("label", "starter", False)
    assert keys == {"ADA", "fda_label"}
    assert relation.sources == ("fda_label",)


def test_a_domain_has_its_classes_without_the_remarks(tables):
    (domain,) = content_of(tables(), {}).domains

    assert domain.rule.classes == ("CHEM", "HEM/BC")


def test_a_correction_drops_takes_and_leaves_words_of_a_domains_rule(tables):
    (plain,) = content_of(tables(), {}).domains
    first, *others = plain.rule.name_pattern.split("|")
    correction = {"drop": [first], "take": ["^sugar"], "leave": ["stone"], "classes": ["UA"]}

    (domain,) = content_of(tables(), {}, {plain.key: correction}).domains

    assert domain.rule.name_pattern.split("|") == [*others, "^sugar"]
    assert domain.rule.exclude_pattern.split("|")[-1] == "stone"
    assert domain.rule.classes == (*plain.rule.classes, "UA")


def test_a_correction_of_what_the_table_no_longer_says_is_an_error(tables):
    (plain,) = content_of(tables(), {}).domains

    with pytest.raises(ValueError, match="not in list"):
        content_of(tables(), {}, {plain.key: {"drop": ["no such word"]}})


def test_a_correction_of_a_relation_replaces_the_tables_fields(tables):
    correction = {RELATION["id"]: {"when_direction": "H", "why": "It speaks of high values."}}

    (relation,) = content_of(tables(relations=[RELATION]), {}, {}, correction).relations

    assert (relation.when_direction, relation.rationale) == ("H", RELATION["rationale"])


def test_additions_bring_names_and_codes_and_take_names_away(tables):
    additions = {
        "glucose": {"en": ["Sugar"], "loinc": [["15074-8", "Glucose in Blood"]], "without": ["Glu"]}
    }

    (entry,) = content_of(tables(), additions).biomarkers

    assert entry.synonyms["en"] == ("Blood sugar", "Sugar")
    assert entry.loinc[-1].code == "15074-8"


def test_the_command_writes_a_release_that_reads_back(tables, tmp_path, capsys):
    folder = tables(medications=[{"key": "steroids", "name": "steroids", "atc": "H02A"}],
                    relations=[RELATION])  # fmt: skip

    call_command("build_starter", folder, into=tmp_path / "release")

    assert capsys.readouterr().out.startswith("1 biomarkers, 1 relations")
    assert read(tmp_path / "release").biomarkers[0].key == "glucose"
