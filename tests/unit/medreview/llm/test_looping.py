"""A model that repeats itself is noticed early, and one that lists much is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.llm.looping import LoopWatch, loop_in

SENTENCE = "The ferritin of the patient is below the range. "
LISTED = "\n".join(
    f'{{"id": "obs_{n}", "text": "No related record was found.", "found": false}},'
    for n in range(60)
)
TABLE = "\n".join(f"| {n} | ferritin | {n * 7 % 13} ng/mL | low |" for n in range(120))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The value is 3." + "3" * 60, "digits"),
        ("a value " + "=" * 400, "letters"),
        ("0.5, " * 80, "letters"),
        ("It is low. " + SENTENCE * 12, "letters"),
        ("".join(f"{SENTENCE}{'It is low again. ' * (n % 3)}" for n in range(20)), "sentences"),
        (" ".join("no yes maybe"[n * n % 5 :].split()[0] for n in range(400)), "letters"),
    ],
)
def test_repetition_is_named(text, what):
    assert loop_in(text) == what


@pytest.mark.parametrize("text", [LISTED, TABLE, SENTENCE * 3, "[0, 0, 0, 0, 0, 0, 0]", ""])
def test_long_lists_of_like_things_are_answers(text):
    watch = LoopWatch()

    assert [watch.grow(text[at : at + 5]) for at in range(0, len(text), 5)].count(None) == -(
        -len(text) // 5
    )


@given(st.text(alphabet="abc 1.\n", min_size=1, max_size=120))
def test_whatever_is_repeated_for_long_is_noticed(piece):
    watch = LoopWatch()

    assert any(watch.grow(piece) for _ in range(6_000 // len(piece) + 9))


@given(st.lists(st.integers(0, 10**6), min_size=50, max_size=300, unique=True))
def test_different_numbers_are_never_a_loop(numbers):
    assert loop_in(", ".join(str(number) for number in numbers)) is None
