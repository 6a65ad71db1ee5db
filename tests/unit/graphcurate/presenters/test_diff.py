"""Changes as sentences and rows: nothing that differs is hidden, and nothing else is shown."""

import pytest

from graphcurate.applying import Change, apply
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind, flatten, kind_of
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.presenters.diff import EntryDiff, Turn, as_json, as_table, entry_diffs, sections
from graphcurate.presenters.entry_names import Names

STARTER = read(STARTER_FOLDER)
LINK = "rel:potassium:medication:spironolactone"


def change(
    field: str,
    old: object,
    new: object,
    *,
    kind: EntryKind = EntryKind.BIOMARKER,
    key: str = "potassium",
) -> Change:
    return Change(kind=kind, key=key, field=field, old=old, new=new)


def names_of(*changes: Change, language: str = "en", content: GraphContent = STARTER) -> Names:
    return Names([content, apply(content, changes).content], language)


def diffs(*changes: Change, language: str = "en") -> list[EntryDiff]:
    return entry_diffs(changes, names_of(*changes, language=language))


def test_one_short_field_is_said_whole() -> None:
    (one,) = diffs(change("validity_days", 14, 8))

    assert one.sentence == "“Potassium”: Goes stale after, days becomes “8”, was “14”."
    assert [(row.label, row.old, row.new) for row in one.rows] == [
        ("Goes stale after, days", "14", "8")
    ]


def test_a_link_is_said_as_the_statement_it_makes() -> None:
    removal = change("exists", True, False, kind=EntryKind.RELATION, key=LINK)

    (one,) = diffs(removal)

    assert one.sentence == "Removes the link “spironolactone raises Potassium”."
    assert one.turn is Turn.REMOVED
    assert "Rationale" in {row.label for row in one.rows}
    assert all(row.old and not row.new for row in one.rows)


def test_a_new_link_shows_every_field_of_it() -> None:
    entry = next(one for one in STARTER.relations if one.id == LINK)
    added = [
        change(field, None, value, kind=EntryKind.RELATION, key="rel:new")
        for field, value in flatten(entry).items()
    ]

    (one,) = diffs(*added)

    assert one.sentence == "Adds the link “spironolactone raises Potassium”."
    assert {row.field for row in one.rows} == set(flatten(entry)) - {"exists"}
    assert one.owner == ("biomarker", "potassium")


def test_many_fields_are_named_and_the_rest_counted() -> None:
    few = diffs(change("validity_days", 14, 8), change("specimen", "Serum", "Plasma"))
    many = diffs(
        change("validity_days", 14, 8),
        change("specimen", "Serum", "Plasma"),
        change("kind", "quantity", "ratio"),
        change("domain", "electrolytes", "renal"),
        change("molar_mass", None, "39.1"),
    )

    assert few[0].sentence == "Changes “Potassium”: Goes stale after, days, Specimen."
    assert many[0].sentence.endswith("and 2 fields more.")


def test_a_letter_that_only_looks_the_same_is_seen_and_named() -> None:
    (one,) = diffs(
        change("rationale", "Калий лечебный", "Калий лєчебный", kind=EntryKind.RELATION, key=LINK)
    )
    diff = one.rows[0].diff

    assert diff is not None
    (pair,) = diff.look_alikes
    assert (pair.before, pair.after) == ("е", "є")
    assert "UKRAINIAN IE" in pair.after_name


def test_a_synonym_replaced_by_its_look_alike_is_one_row_with_both_letters() -> None:
    (one,) = diffs(
        change("synonyms/ru/Калий лечебный", True, None),
        change("synonyms/ru/Калий лєчебный", None, True),
    )

    (row,) = one.rows
    assert (row.old, row.new) == ("Калий лечебный", "Калий лєчебный")
    assert row.diff is not None
    assert row.diff.look_alikes


def test_two_synonyms_that_have_nothing_in_common_stay_two_rows() -> None:
    (one,) = diffs(
        change("synonyms/en/Kalium", True, None), change("synonyms/en/House K", None, True)
    )

    assert [(row.old, row.new) for row in one.rows] == [("Kalium", ""), ("", "House K")]


@pytest.mark.parametrize(
    ("field", "value", "label", "said"),
    [
        (
            "intervals/mmol/L|adult|default|female",
            {"low": "3.5", "high": "5.10"},
            "Reference interval: mmol/L, adult, default, female",
            "low: 3.5; high: 5.10",
        ),
        (
            "criticals/mmol/L|adult|default",
            {"high": "6.5", "high_included": False},
            "Critical limits: mmol/L, adult, default",
            "high: 6.5; high included: no",
        ),
        (
            "conversions/mmol/L|mg/dL",
            {"factor": "3.9"},
            "Conversion: mmol/L → mg/dL",
            "factor: 3.9",
        ),
        ("loinc/2823-3", {"primary": True}, "LOINC code: 2823-3", "primary: yes"),
        ("names/ru", "Калий", "Name (Russian)", "Калий"),
        ("units", ["mmol/L", "10*9/L"], "Units", "mmol/L, ×10⁹/L"),
        ("reviewed", True, "Clinically reviewed", "yes"),
    ],
)
def test_a_field_is_said_with_its_digits_and_words(
    field: str, value: object, label: str, said: str
) -> None:
    (one,) = diffs(change(field, None, value))

    assert [(row.label, row.new) for row in one.rows] == [(label, said)]


def test_every_field_of_the_starter_content_has_words() -> None:
    names = Names([STARTER], "en")
    for entry in (
        *STARTER.biomarkers,
        *STARTER.domains,
        *STARTER.things[:80],
        *STARTER.relations[:300],
        *STARTER.sources[:60],
    ):
        kind = kind_of(entry)
        changes = [
            Change(kind=kind, key="x", field=field, new=value)
            for field, value in flatten(entry).items()
        ]
        (one,) = entry_diffs(changes, names)
        assert all(row.label and row.new for row in one.rows)


def test_changes_stand_under_their_biomarker_with_removals_first() -> None:
    listed = diffs(
        change("validity_days", 14, 8),
        change("rationale", "a", "b", kind=EntryKind.RELATION, key=LINK),
        change(
            "exists",
            True,
            False,
            kind=EntryKind.RELATION,
            key="rel:potassium:medication:heparin",
        ),
        change("validity_days", 14, 8, key="sodium"),
    )
    found = sections(listed, names_of())

    assert [section.title for section in found] == ["Potassium", "Sodium"]
    assert [one.key for one in found[0].entries] == [
        "potassium",
        "rel:potassium:medication:heparin",
        LINK,
    ]


def test_names_are_in_the_readers_language() -> None:
    (one,) = diffs(change("validity_days", 14, 8), language="ru")

    assert "Калий" in one.sentence


def test_table_and_json_hold_the_rows_of_the_page() -> None:
    listed = diffs(change("validity_days", 14, 8), change("specimen", "Serum", None))

    table, said = as_table(listed), as_json(listed)

    rows = [(row.label, row.old, row.new) for one in listed for row in one.rows]
    assert [tuple(line[5:]) for line in table[1:]] == rows
    assert [(f["label"], f["old"], f["new"]) for one in said for f in one["fields"]] == rows
    assert said[0]["fields"][0]["new_value"] == 8


def test_what_no_release_holds_yet_has_no_page_to_lead_to() -> None:
    added = change("title", None, "Note", kind=EntryKind.SOURCE, key="NEW26")
    exists = change("exists", None, True, kind=EntryKind.SOURCE, key="NEW26")
    names = names_of()

    listed = sections(entry_diffs([added, exists, change("validity_days", 14, 8)], names), names)

    assert [section.url for section in listed] == ["/graph/biomarkers/potassium/", ""]
