"""What the checks let through, the tables hold; what they could not is told beside its field."""

import pytest
from django.db.models import CharField, PositiveIntegerField, PositiveSmallIntegerField

from graphcurate import contracts, models
from graphcurate.checks import room
from graphcurate.entry_fields import EntryKind, assemble

TABLES = {
    contracts.Biomarker: models.Biomarker,
    contracts.LoincCode: models.BiomarkerCode,
    contracts.Conversion: models.UnitConversion,
    contracts.Interval: models.ReferenceInterval,
    contracts.CriticalLimit: models.CriticalLimit,
    contracts.Domain: models.Domain,
    contracts.NamedThing: models.NamedThing,
    contracts.Code: models.ThingCode,
    contracts.RelationEntry: models.Relation,
    contracts.Evidence: models.EvidenceItem,
    contracts.Source: models.Source,
}
RENAMED = {
    (contracts.RelationEntry, "key"): "id",
    (contracts.Evidence, "item"): "id",
    (contracts.Evidence, "quote_document_hash"): "document",
    (contracts.Evidence, "quote_offset"): "offset",
    (contracts.Source, "edition"): "version",
}
BIOMARKER = {
    "exists": True,
    "name": "Tryptase",
    "names/en": "Tryptase",
    "domain": "immunology",
    "kind": "quantity",
}
RELATION = {
    "exists": True,
    "biomarker": "tryptase",
    "kind": "condition",
    "target": "mastocytosis",
    "effect": "raises",
    "rationale": "Because.",
}
ITEM = {"source": "src", "level": "guideline", "agent_type": "curator"}
SOURCE = {"exists": True, "title": "A title", "organisation": "Somebody"}


def said_of(kind, fields, key="tryptase"):
    return [(one.field, str(one)) for one in room.check(assemble(kind, key, fields, {}))]


@pytest.mark.parametrize("contract", TABLES)
def test_every_text_column_has_its_length_among_the_checks(contract):
    columns = {
        RENAMED.get((contract, column.name), column.name): column.max_length
        for column in TABLES[contract]._meta.fields
        if type(column) is CharField and not column.primary_key and not column.is_relation
    }
    # A closed word is checked by the contract or as a word; the status is the table's own.
    closed = {"status"} if "status" not in contract.model_fields else set()
    closed |= {"kind", "effect", "rationale"}

    assert room.LONGEST[contract] == {
        word: length for word, length in columns.items() if word not in closed
    }


@pytest.mark.parametrize("contract", TABLES)
def test_every_number_column_has_its_greatest_among_the_checks(contract):
    own = {"version", "match_order"}
    columns = {
        RENAMED.get((contract, column.name), column.name): (
            room.SMALL if type(column) is PositiveSmallIntegerField else room.LARGE
        )
        for column in TABLES[contract]._meta.fields
        if type(column) in {PositiveIntegerField, PositiveSmallIntegerField}
        and column.name not in own
    }
    if "position" not in contract.model_fields:
        columns.pop("position", None)
    known = room.GREATEST.get(contract, {})

    assert {name: known[name] for name in known if not name.startswith("validity")} == columns


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"specimen": "s" * 121}, "specimen"),
        ({"name": "n" * 201}, "name"),
        ({"names/ru": "n" * 201}, "names/ru"),
        ({"names/de": "Tryptase"}, "names/de"),
        ({f"synonyms/en/{'s' * 201}": True}, f"synonyms/en/{'s' * 201}"),
        ({"units": ["u" * 41]}, "units"),
        ({"molar_mass": "1e9999"}, "molar_mass"),
        ({"molar_mass": "1e-16"}, "molar_mass"),
        ({"validity_days": 2**31}, "validity_days"),
        ({"validity_reason": "Half-life."}, "validity_reason"),
        ({"loinc/21582-2": {"primary": True, "display": "d" * 401}}, "loinc/21582-2"),
        ({f"conversions/{'u' * 41}|g": {"factor": "1"}}, f"conversions/{'u' * 41}|g"),
        ({"intervals/g|adult|" + "o" * 121 + "|": {"low": "1"}}, "intervals/g|adult|"),
        ({"criticals/g|adult|default": {"high": "1e200000"}}, "criticals/g|adult|default"),
    ],
)
def test_a_biomarker_that_does_not_fit_is_told_beside_the_field(fields, field):
    first, _ = said_of(EntryKind.BIOMARKER, BIOMARKER | fields)[0]

    assert first.startswith(field)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"position": 40_000}, "position"),
        ({"position": -1}, "position"),
        ({"when_dose": "d" * 121}, "when_dose"),
        ({"evidence/e": ITEM | {"rank": -1}}, "evidence/e"),
        ({"evidence/e": ITEM | {"locator": "l" * 201}}, "evidence/e"),
        ({"evidence/e": ITEM | {"level": "rumour"}}, "evidence/e"),
        ({"evidence/e": ITEM | {"checked_by": "kim"}}, "evidence/e"),
    ],
)
def test_a_link_that_does_not_fit_is_told_beside_the_field(fields, field):
    assert [found for found, _ in said_of(EntryKind.RELATION, RELATION | fields)] == [field]


@pytest.mark.parametrize(
    ("kind", "key", "fields", "field"),
    [
        (EntryKind.SOURCE, "src", SOURCE | {"doi": "10." + "1" * 200}, "doi"),
        (EntryKind.SOURCE, "src", SOURCE | {"version": "v" * 61}, "version"),
        (EntryKind.SOURCE, "s" * 121, SOURCE, "key"),
        (EntryKind.THING, "parameter:x", {"exists": True, "name": "X"}, "kind"),
        (
            EntryKind.THING,
            "condition:x",
            {"exists": True, "name": "X", "codes/icd10|E11": {"match": "about"}},
            "codes/icd10|E11",
        ),
        (
            EntryKind.DOMAIN,
            "x",
            {"exists": True, "scope": "X", "rule": {"order": 40_000, "name_pattern": "x"}},
            "rule",
        ),
    ],
)
def test_what_else_does_not_fit_is_told_beside_the_field(kind, key, fields, field):
    assert [found for found, _ in said_of(kind, fields, key)] == [field]


def test_what_fits_is_let_through():
    fields = {"molar_mass": "34500.000000000000001", "specimen": "s" * 120, "units": ["ug/L"]}

    assert said_of(EntryKind.BIOMARKER, BIOMARKER | fields) == []


def test_a_line_that_says_nothing_of_a_word_says_what_the_table_gives_back():
    entry = assemble(
        EntryKind.BIOMARKER,
        "tryptase",
        BIOMARKER | {"loinc/21582-2": {"primary": True, "display": "", "status": None}},
        {},
    )

    assert entry.loinc[0].display is None
