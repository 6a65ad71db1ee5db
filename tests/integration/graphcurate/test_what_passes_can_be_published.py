"""Nasty values in every field: the checks stop them in a sentence, or the tables take them."""

import datetime as dt

import pytest
from django.db import transaction

from graphcurate import queries
from graphcurate.applying import Change, apply, entries_of
from graphcurate.checks.problems import problems_of
from graphcurate.entry_fields import EntryKind
from graphcurate.releasing.loose_ends import loose_ends
from graphcurate.services import entries
from graphcurate.services.releases import load_starter
from graphcurate.vocabulary import EntryStatus

pytestmark = pytest.mark.django_db

LONG = "x" * 500
TEXTS = (LONG, " ", "\u202eabc", "a/b|c%2F", "=1+1", "😀" * 60, True, 7, ["a"], {"a": 1})
NUMBERS = (-1, 0, 32_768, 2**31, 2**63, 1.5, "1e9", "NaN", "Infinity", True, "12")
DECIMALS = ("1e9", "1e400", "1e-400", "NaN", "-0", "0.000000000000001", "9" * 40, "-3", 1.5, True)
KEYS = {
    EntryKind.BIOMARKER: "potassium",
    EntryKind.DOMAIN: "renal",
    EntryKind.THING: "condition:ckd",
    EntryKind.RELATION: "rel:potassium:condition:ckd",
}
ITEM = {"source": "KDIGO_CKD24", "level": "guideline", "agent_type": "curator"}


def _cases():
    biomarker, domain, thing, relation = KEYS
    source = EntryKind.SOURCE
    texts = {
        biomarker: ("name", "names/en", "names/xx", "specimen", "comparability_group", "kind"),
        domain: ("scope", "names/en", "names/xx"),
        thing: ("name", "names/xx/CKD", "names/en/" + LONG, "names/en/a/b|c"),
        relation: ("when_direction", "when_population", "when_dose", "rationale", "effect"),
        source: ("title", "version", "doi", "url", "superseded_by", "retracted"),
    }
    for kind, fields in texts.items():
        yield from ((kind, field, value) for field in fields for value in TEXTS)
    yield from ((biomarker, "validity_reason", text) for text in TEXTS)
    yield from ((biomarker, "validity_days", number) for number in NUMBERS)
    yield from ((relation, "position", number) for number in NUMBERS)
    yield from ((source, "year", number) for number in NUMBERS)
    for number in NUMBERS:
        yield domain, "rule", {"order": number, "name_pattern": "creatinine", "classes": ["CHEM"]}
        yield relation, "evidence/own", ITEM | {"rank": number}
    for text in TEXTS:
        yield domain, "rule", {"order": 99, "name_pattern": "a", "exclude_pattern": text}
        yield relation, "evidence/own", ITEM | {"locator": text}
        yield biomarker, "loinc/2823-3", {"primary": True, "display": text}
        yield thing, "codes/icd10|N18.9", {"match": text, "display": ""}
        yield biomarker, "units", [text]
    for number in DECIMALS:
        yield biomarker, "molar_mass", number
        yield biomarker, "conversions/mmol/L|mg/L", {"factor": number, "offset": number}
        yield biomarker, "intervals/mmol/L|child|default|", {"low": number, "note": ""}
        yield biomarker, "criticals/mmol/L|child|default", {"high": number, "source": ""}
    yield biomarker, f"conversions/{LONG}|mg/L", {"factor": "1"}
    yield biomarker, f"intervals/mmol/L|adult|{LONG}|", {"low": "1"}
    yield biomarker, "intervals/mmol/L|adult|default|either", {"low": "1"}
    yield biomarker, "loinc/2160-0", {"primary": True}
    yield biomarker, f"synonyms/en/{LONG}", True
    yield biomarker, "synonyms/xx/Kalium", True


def test_no_value_passes_the_checks_and_fails_at_the_tables():
    load_starter()
    before = queries.content()
    key_of_source = before.sources[0].key
    stopped = taken = 0
    for kind, field, value in _cases():
        change = Change(kind=kind, key=KEYS.get(kind, key_of_source), field=field, new=value)
        applied = apply(before, [change])
        said = problems_of(before, applied, [change], quotes={}, today=dt.date(2026, 11, 30))
        if loose_ends(applied.content) or any(one.blocks for one in said):
            stopped += 1
            continue
        taken += 1
        with transaction.atomic():
            entries.replace(before=before, after=applied.content, status=EntryStatus.RELEASED)
            read = queries.content(
                {one: {change.key} if one is kind else set() for one in EntryKind}
            )
            meant = entries_of(applied.content, kind)[change.key]
            assert entries_of(read, kind)[change.key] == meant, (field, value)
            transaction.set_rollback(True)
    assert stopped > 100
    assert taken > 20
