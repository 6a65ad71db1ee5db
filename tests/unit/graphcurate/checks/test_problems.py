"""Every problem of a touched entry is named, blocking or not; what was so before is not."""

import datetime as dt

import pytest

from graphcurate.applying import Change, apply, content_of, entries_of
from graphcurate.checks.problems import problems_of, quotes_in
from graphcurate.entry_fields import EXISTS, EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER

TODAY = dt.date(2026, 11, 30)
DOCUMENT = "d" * 64
BIOMARKER, RELATION, THING = EntryKind.BIOMARKER, EntryKind.RELATION, EntryKind.THING
SOURCE, DOMAIN = EntryKind.SOURCE, EntryKind.DOMAIN


@pytest.fixture(scope="module")
def content():
    whole = read(STARTER_FOLDER)
    return content_of({kind: entries_of(whole, kind) for kind in EntryKind})


@pytest.fixture(scope="module")
def ask(content):
    def asked(*changes, quotes=None):
        made = [Change(kind=k, key=key, field=f, new=new) for k, key, f, new in changes]
        applied = apply(content, made)
        return problems_of(content, applied, made, quotes=quotes or {}, today=TODAY)

    return asked


def sentences(problems, *, blocking=True):
    return [str(problem) for problem in problems if problem.blocks is blocking]


def new_relation(key="rel:new", **fields):
    said = {
        EXISTS: True,
        "biomarker": "potassium",
        "kind": "condition",
        "target": "aatd",
        "effect": "raises",
        "rationale": "Because.",
        "evidence/evi_1": {
            "source": "KDIGO_CKD24",
            "level": "guideline",
            "agent_type": "curator",
            "quote": "Ask for it.",
            "document": DOCUMENT,
            "offset": 7,
        },
    } | fields
    return [(RELATION, key, field, value) for field, value in said.items() if value is not None]


@pytest.fixture(scope="module")
def source(content):
    return content.sources[0].key


@pytest.fixture(scope="module")
def link(source):
    def made(key="rel:new", **fields):
        evidence = {"evidence/evi_1": evidence_of(source)} | fields
        return new_relation(key, **evidence)

    return made


def evidence_of(source, **changed):
    return {
        "source": source,
        "level": "guideline",
        "agent_type": "curator",
        "quote": "Ask for it.",
        "document": DOCUMENT,
        "offset": 7,
    } | changed


FOUND = {(DOCUMENT, 7, "Ask for it."): "found"}


def test_a_sound_new_link_has_no_problem(ask, link):
    assert ask(*link(), quotes=FOUND) == ()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"target": "no_such"}, "“no_such” is not in the graph. Choose a target from the list."),
        ({"biomarker": "no_such"}, "The biomarker it begins at is not in the graph."),
        ({"domain": "renal"}, "A link begins at one biomarker or one domain."),
        (
            {"kind": "parameter", "target": "potassium"},
            "A biomarker can't be linked to itself.",
        ),
        ({"rationale": "x" * 281}, "The rationale has 281 characters; 280 are the most."),
        ({"when_direction": "up"}, "The direction is high, low or either."),
        ({"evidence/evi_1": None}, "The link has no evidence."),
    ],
)
def test_what_a_link_lacks_stands_in_the_way(ask, link, fields, sentence):
    assert sentence in sentences(ask(*link(**fields), quotes=FOUND))


@pytest.mark.parametrize(
    ("word", "sentence", "blocks"),
    [
        ("not_found", "The quote is not in the document, word for word.", True),
        ("document_unknown", "The quote's document is not in the library.", True),
        ("document_withdrawn", "The quote's document was withdrawn.", True),
        ("document_superseded", "The quote's document has a newer edition.", False),
        ("document_expired", "The quote's document is past its validity.", False),
    ],
)
def test_a_quote_is_only_as_good_as_its_document(ask, link, word, sentence, blocks):
    problems = ask(*link(), quotes=dict.fromkeys(FOUND, word))

    assert sentences(problems, blocking=blocks) == [sentence]


def test_a_quote_without_a_place_in_a_document_stands_in_the_way(ask, link, source):
    homeless = evidence_of(source, document=None, offset=None)

    assert sentences(ask(*link(**{"evidence/evi_1": homeless}))) == [
        "The quote was not found in a document of the library."
    ]


def test_a_new_link_without_a_quote_can_be_saved_not_sent(ask, link, source):
    bare = {"source": source, "level": "guideline", "agent_type": "curator"}

    assert sentences(ask(*link(**{"evidence/evi_1": bare}))) == [
        "The link has no quote; it can be saved, not sent for review."
    ]


def test_a_link_from_before_may_wait_for_its_quote(ask, content):
    old = next(entry for entry in content.relations if entry.biomarker == "potassium")

    problems = ask((RELATION, old.id, "rationale", "Said more clearly."))

    assert sentences(problems) == []
    assert "The link has no quote." in sentences(problems, blocking=False)


def test_the_same_link_again_names_the_one_there_is(ask, link, content):
    old = next(
        entry
        for entry in content.relations
        if entry.biomarker == "potassium" and entry.kind == "condition" and not entry.when_direction
    )

    problems = ask(*link(target=old.target, effect=old.effect.value), quotes=FOUND)

    assert any(old.id in sentence for sentence in sentences(problems))


def test_a_link_that_says_the_contrary_is_a_warning(ask, link):
    problems = ask(*link(), *link("rel:contrary", effect="lowers"), quotes=FOUND)

    assert "The link rel:contrary to the same target says the contrary." in sentences(
        problems, blocking=False
    )


def test_links_for_high_and_for_low_results_stand_beside_each_other(ask, link):
    both = [*link(when_direction="H"), *link("rel:low", when_direction="L", effect="lowers")]

    assert ask(*both, quotes=FOUND) == ()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("loinc/2823-4", {"primary": False}, "2823-4 is no LOINC code: its check digit does not"),
        ("loinc/2951-2", {"primary": False}, "LOINC 2951-2 belongs to Sodium already."),
        ("loinc/6298-4", {"primary": True}, "Only one LOINC code can be the primary one."),
        ("domain", "no_such", "Its domain is not in the graph."),
        ("kind", "colour", "The kind is quantity, ratio, ordinal or nominal."),
        ("names/en", None, "The English name is missing."),
        ("units", ["mmol/L", "no such unit"], "“no such unit” is no UCUM code."),
        ("conversions/mmol/L|meq/L", {"factor": "-1"}, "A factor is greater than nought."),
        (
            "intervals/mmol/L|adult|default|",
            {"low": "6", "high": "5"},
            "The lower bound is above the upper one.",
        ),
        ("intervals/mmol/L|adult|default|", {"note": "?"}, "The interval has no bound."),
        (
            "intervals/mmol/L|elderly|default|",
            {"low": "3"},
            "The population is not one the graph knows.",
        ),
        (
            "criticals/mmol/L|adult|default",
            {"low": "6", "high": "5"},
            "The lower limit is not below the upper one.",
        ),
        ("criticals/mmol/L|child|default", {"note": "?"}, "The critical limit says nothing."),
        ("validity_days", 0, "A result is valid for a day at least."),
        (
            "validity_days_after_change",
            9999,
            "After a change a result is valid for a shorter time, not a longer one.",
        ),
    ],
)
def test_what_is_wrong_with_a_biomarker_stands_in_the_way(ask, field, value, sentence):
    problems = ask((BIOMARKER, "potassium", field, value))

    assert any(said.startswith(sentence) for said in sentences(problems))


def test_a_shared_name_is_a_warning_that_names_the_other(ask):
    problems = ask((BIOMARKER, "potassium", "synonyms/en/Natrium", True))

    assert any(
        "Sodium" in said and "Natrium" in said for said in sentences(problems, blocking=False)
    )


@pytest.mark.parametrize(
    ("place", "field", "value", "sentence"),
    [
        (
            (THING, "condition:aatd"),
            "codes/icd10|88.01",
            {"match": "exact"},
            "“88.01” can't be a code of ICD-10.",
        ),
        (
            (THING, "condition:aatd"),
            "codes/snomed|123456789",
            {"match": "exact"},
            "“123456789” can't be a code of SNOMED CT.",
        ),
        ((DOMAIN, "renal"), "names/en", None, "The English name is missing."),
        (
            (DOMAIN, "renal"),
            "rule",
            {"order": 1, "name_pattern": "("},
            "The pattern can't be read",
        ),
        (
            (DOMAIN, "renal"),
            "rule",
            {"order": 1, "name_pattern": "(a+)+$"},
            "Only one letter, sign or [class] can be repeated",
        ),
    ],
)
def test_what_is_wrong_with_others_stands_in_the_way(ask, place, field, value, sentence):
    assert any(said.startswith(sentence) for said in sentences(ask((*place, field, value))))


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("year", 1200, "The year can't be right."),
        ("doi", "doi:10.1", "A DOI begins with 10. and a number."),
        ("url", "javascript:alert(1)", "An address begins with https://."),
        ("superseded_by", "no_such", "The newer source is not in the graph."),
    ],
)
def test_what_is_wrong_with_a_source_stands_in_the_way(ask, source, field, value, sentence):
    assert sentence in sentences(ask((SOURCE, source, field, value)))


def test_sources_do_not_supersede_each_other_in_a_circle(ask, content):
    one, other = content.sources[0].key, content.sources[1].key

    problems = ask((SOURCE, one, "superseded_by", other), (SOURCE, other, "superseded_by", one))

    assert sentences(problems) == ["The newer sources lead back to this one."] * 2


@pytest.mark.parametrize("place", [(BIOMARKER, "potassium"), (DOMAIN, "renal")])
def test_what_is_still_named_can_not_be_removed(ask, place):
    assert any("still name it" in said for said in sentences(ask((*place, EXISTS, False))))


def test_a_source_that_a_link_rests_on_can_not_be_removed(ask, content):
    cited = content.relations[0].sources[0]

    assert any("still name it" in said for said in sentences(ask((SOURCE, cited, EXISTS, False))))


def test_an_entry_that_is_not_complete_says_which_field(ask):
    problems = ask((BIOMARKER, "potassium", "name", None))

    assert [(problem.field, problem.blocks) for problem in problems] == [("name", True)]


def test_only_quotes_of_touched_links_are_asked_of_the_library(content, source):
    changes = [Change(kind=k, key=key, field=f, new=new) for k, key, f, new in new_relation()]
    changes += [
        Change(kind=RELATION, key="rel:new", field="evidence/evi_1", new=evidence_of(source))
    ]

    assert quotes_in(apply(content, changes).content, changes) == set(FOUND)
    assert quotes_in(content, [Change(kind=BIOMARKER, key="potassium", field="name")]) == set()
