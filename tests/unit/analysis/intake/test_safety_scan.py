"""Danger signs are found in what people say, and what is doubtful asks instead of being silent."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.intake.danger_signs import danger_signs
from analysis.intake.safety_scan import FoundSign, Verdict, scan

DATA = Path(__file__).parents[3] / "data" / "danger_signs"
GIVEN = [json.loads(line) for line in (DATA / "sentences.jsonl").read_text().splitlines()]
OWN = [
    line.split("|", 1)
    for line in (DATA / "own_sentences.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
KINDS = sorted({(row["lang"], row["kind"]) for row in GIVEN})
PHRASES = [
    (sign.key, phrase)
    for sign in danger_signs().signs
    for said in sign.phrases.values()
    for phrase in said
]


def verdict_on(sign: str, found: tuple[FoundSign, ...]) -> str:
    return next((one.verdict.value for one in found if one.sign == sign), "none")


@pytest.mark.parametrize(("lang", "kind"), KINDS)
def test_every_given_sentence_raises_asks_or_is_silent_as_it_should(lang, kind):
    allowed = {"raise": {"raise"}, "ask": {"ask"}, "silent": {"denied", "none"}}
    rows = [row for row in GIVEN if (row["lang"], row["kind"]) == (lang, kind)]

    wrong = [
        row["text"]
        for row in rows
        if verdict_on(row["sign"], scan(row["text"])) not in allowed[row["expect"]]
    ]

    assert rows
    assert wrong == []


@pytest.mark.parametrize(("expected", "text"), OWN)
def test_a_sentence_as_people_put_it(expected, text):
    found = scan(text)

    assert (found[0].verdict.value if found else "none") == expected


def test_every_phrase_of_the_list_raises_its_sign():
    silent = [phrase for sign, phrase in PHRASES if verdict_on(sign, scan(phrase)) != "raise"]

    assert silent == []


@given(st.sampled_from(PHRASES), st.text(max_size=40), st.text(max_size=40))
def test_a_sentence_of_its_own_raises_whatever_stands_around_it(phrase, before, behind):
    sign, words = phrase

    found = scan(f"{before}\n{words}\n{behind}")

    assert verdict_on(sign, found) == "raise"


@given(st.text(max_size=300))
def test_any_text_is_scanned_and_what_is_found_stands_in_it(text):
    for one in scan(text):
        assert text[one.start :].startswith(one.words)


def test_what_is_found_is_quoted_as_it_was_said():
    found = scan("Since 5 AM:  CRUSHING chest  pain!")

    assert found[0].words == "CRUSHING chest  pain"
    assert found[0].why == ()


def test_a_sign_said_twice_counts_by_its_most_pressing_saying():
    found = scan("My father had slurred speech. Now I have slurred speech.")

    assert [(one.sign, one.verdict) for one in found] == [("stroke_fast", Verdict.RAISE)]


def test_the_most_pressing_sign_comes_first():
    found = scan("Two years ago slurred speech. Now I am vomiting blood.")

    assert [one.verdict for one in found] == [Verdict.RAISE, Verdict.ASK]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("My neighbour had slurred speech", ("another",)),
        ("What if slurred speech comes", ("supposed",)),
        ("Slurred speech three years ago", ("past",)),
        ("no fever, slurred speech", ("perhaps_denied",)),
        ("no slurred speech", ("denied",)),
    ],
)
def test_what_makes_a_sign_doubtful_is_said(text, why):
    found = scan(text)

    assert [one.why for one in found] == [why]


def test_a_child_has_others_speak_for_it_and_an_adult_sign_is_none_of_a_child():
    of_any_age = scan("My baby is not breathing")
    of_adults = scan("My baby has crushing chest pain")

    assert verdict_on("cardiac_arrest", of_any_age) == "raise"
    assert verdict_on("chest_pain_acs", of_adults) == "ask"


def test_every_sign_says_its_source_and_nobody_claims_a_review():
    signs = danger_signs()

    assert not signs.reviewed
    assert len(signs.signs) == 95
    assert all(
        sign.source.title and set(sign.phrases) == {"en", "ru", "zh"} for sign in signs.signs
    )
