"""Nothing is taken for the patient's own and present thing that was not plainly said so."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts import Body
from memory.vocabulary import Experiencer, SectionKey, SourceKind, Speaker, Stance, Status
from memory.write_path.lexicon import Lexicon, Term
from memory.write_path.reconcile import Act, Heard, MadeBy
from memory.write_path.rule_extractor import Turn, heard_in

DATA = Path(__file__).parents[3] / "data" / "memory"
LEXICON = Lexicon(
    Term(name, normalized, SectionKey(section))
    for section, things in json.loads((DATA / "lexicon.json").read_text()).items()
    for normalized, names in things.items()
    for name in names
)


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text().splitlines()
    return [line.split("|", 3) for line in lines if line and not line.startswith("#")]


TRAPS, PLAIN = rows("traps.txt"), rows("plain.txt")


def heard(text: str) -> tuple[Heard, ...]:
    return heard_in(Turn("turn-1", SourceKind.CHAT, Speaker.PATIENT, text), LEXICON)


def one(text: str) -> Heard:
    (found,) = heard(text)
    return found


def is_own_and_present(body: Body) -> bool:
    return (
        body.stance is Stance.PRESENT
        and body.experiencer is Experiencer.PATIENT
        and body.status not in {Status.STOPPED, Status.RESOLVED}
    )


@pytest.mark.parametrize(("language", "kind", "thing", "text"), TRAPS)
def test_a_trap_is_never_taken_for_the_patients_own_present_thing(language, kind, thing, text):
    found = [one.body for one in heard(text) if one.body.name_normalized == thing]

    assert not any(is_own_and_present(body) for body in found)


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_most_of_what_is_plainly_stated_is_found(language):
    stated = [row for row in PLAIN if row[0] == language]
    missed = [
        text
        for _language, section, thing, text in stated
        if not any(
            is_own_and_present(one.body)
            and (one.body.name_normalized, one.body.section.value) == (thing, section)
            for one in heard(text)
        )
    ]

    assert len(missed) / len(stated) <= 0.1, missed


def test_what_was_said_is_quoted_where_it_stands():
    text = "Hello doctor. I take metformin 500 mg. Bye."

    found = one(text)

    assert text[found.words.start : found.words.end] == found.words.text
    assert found.body.name_raw == "metformin"
    assert found.made_by is MadeBy.RULE


def test_a_dose_and_how_often_belong_to_the_medicine_before_them():
    found = one("I take metformin 500 mg twice a day")

    assert found.body.fields["dose"] == {"digits": "500", "unit": "mg"}
    assert found.body.fields["frequency"]["times"] == 2


def test_a_list_that_is_denied_denies_each_of_its_things():
    found = heard("Denies asthma, gout and epilepsy.")

    assert [one.body.stance for one in found] == [Stance.ABSENT] * 3
    assert [one.act for one in found] == [Act.DENIES] * 3


def test_a_relatives_condition_is_family_history_with_the_relation():
    found = one("My mother has diabetes")

    assert found.body.section is SectionKey.FAMILY_HISTORY
    assert found.body.fields == {"relation": "mother"}
    assert found.body.experiencer is Experiencer.RELATIVE


@pytest.mark.parametrize("text", ["I stopped metformin", "Метформин отменили", "停了二甲双胍"])
def test_a_stopped_medicine_is_stopped(text):
    found = one(text)

    assert (found.act, found.body.status) == (Act.STOPS, Status.STOPPED)


@pytest.mark.parametrize(
    "text", ["No known allergies.", "Аллергии нет", "无过敏史", "I do not have any allergies"]
)
def test_no_allergies_is_a_thing_said_of_the_whole_section(text):
    found = one(text)

    assert found.body.whole
    assert found.body.section is SectionKey.ALLERGIES
    assert found.body.stance is Stance.ABSENT


def test_the_longest_name_is_the_one_found():
    assert one("I have type 2 diabetes").body.name_normalized == "type 2 diabetes mellitus"


@given(st.text(max_size=300))
def test_any_text_is_read_and_quoted_word_for_word(text):
    for found in heard(text):
        assert text[found.words.start : found.words.end] == found.words.text
