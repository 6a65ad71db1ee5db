"""What of a sentence carries meaning."""

import pytest

from analysis.pipeline.reasoner.weighing import weighed

NAMES = ("Potassium", "Carbon dioxide, total (bicarbonate)", "pH")


def _said(text: str) -> list[list[str]]:
    return [segment.said() for segment in weighed(text, NAMES)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The Potassium is 5.7 mmol/L.", [["potassium", "5.7", "mmol/L"]]),
        ("Carbon dioxide, total (bicarbonate).", [["carbon dioxide, total (bicarbonate)"]]),
        ("A pH of 7.2; it lies below.", [["pH", "7.2"], ["below"]]),
        ("It is “not high at all”.", [["“not high at all”"]]),
        ("Not in the record: X.", [["not recorded", "X"]]),
        ("Your result for potassium on Nov-2026", [["your", "value", "potassium", "Nov-2026"]]),
        ("Your potassium of Nov-2026", [["your", "value", "potassium", "Nov-2026"]]),
        ("5,7 and 1:80 and -3 and - 3", [["5,7", "1:80", "-3", "-", "3"]]),
        ("It is 4 Mmol, 4 mmol", [["4", "Mmol", "4", "mmol"]]),
        ("It is “ open", [["“", "open"]]),
        ("", []),
    ],
)  # fmt: skip
def test_only_words_that_carry_nothing_are_let_go(text: str, said: list[list[str]]) -> None:
    assert _said(text) == said


def test_a_verb_is_kept_with_its_neighbours() -> None:
    [segment] = weighed("Potassium, which is, and pH are not recorded", NAMES)

    assert segment.verbs == [("is", ",", ","), ("are", "pH", "not recorded")]


def test_words_about_the_record_are_counted_wherever_they_stand() -> None:
    one, other = weighed("The record lists pH. PH is listed in the record", NAMES)

    assert sorted(one.light) == sorted(other.light) == ["list", "record"]
