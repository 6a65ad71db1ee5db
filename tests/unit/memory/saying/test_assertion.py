"""A thing is taken as denied, past, another's or supposed only where words say so."""

import pytest

from memory.saying.assertion import Assertion, Denial, Said


def meant(text: str, thing: str) -> Assertion:
    said = Said(text)
    parts = [word.text for word in Said(thing).words]
    texts = [word.text for word in said.words]
    start = next(at for at in range(len(texts)) if texts[at : at + len(parts)] == parts)
    return said.assertion(start, start + len(parts))


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Denies asthma, diabetes and gout.", "asthma"),
        ("Denies asthma, diabetes and gout.", "diabetes"),
        ("Denies asthma, diabetes and gout.", "gout"),
        ("No asthma or gout", "gout"),
        ("There is no evidence of asthma", "asthma"),
        ("Отрицает астму, диабет и подагру", "подагру"),
        ("астмы нет", "астмы"),
        ("без астмы", "астмы"),
        ("否认哮喘、糖尿病和痛风", "痛风"),
        ("没有哮喘", "哮喘"),
    ],
)
def test_a_negation_that_stands_at_a_thing_denies_it(text, thing):
    assert meant(text, thing).denial is Denial.CLEAR


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("No asthma but gout", "gout"),
        ("I can't sleep because of asthma", "asthma"),
        ("no idea whether this is it: I have asthma", "asthma"),
        ("Не сплю из-за астмы", "астмы"),
        ("астмы нет, но подагра", "подагра"),
        ("没有哮喘，但是痛风", "痛风"),
    ],
)
def test_a_negation_of_something_else_denies_nothing(text, thing):
    assert meant(text, thing).denial is Denial.NONE


@pytest.mark.parametrize("text", ["No fever, asthma", "no severe asthma", "没有发热，哮喘"])
def test_a_negation_that_may_be_of_something_else_is_a_doubt(text):
    thing = "哮喘" if "哮喘" in text else "asthma"

    assert meant(text, thing).denial is Denial.PERHAPS


def test_a_word_of_another_time_is_past_unless_now_is_said_after_it():
    assert meant("Ten years ago asthma", "asthma").is_past
    assert not meant("Ten years ago eczema, now asthma", "asthma").is_past


def test_somebody_else_counts_unless_the_speaker_is_named_after_them():
    assert meant("My mother has asthma", "asthma").of_another
    assert not meant("My mother says I have asthma", "asthma").of_another


def test_a_question_and_an_if_only_suppose():
    assert meant("If asthma comes back", "asthma").is_supposed
    assert meant("Is asthma dangerous?", "asthma").is_supposed
    assert not meant("I have asthma, what should I do?", "asthma").is_supposed


def test_another_sentence_changes_nothing():
    assert meant("My mother is ill. No fever. I have asthma", "asthma").is_plain
