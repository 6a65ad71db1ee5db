"""A wording is set as its sentence is."""

import pytest

from analysis.pipeline.reasoner.spacing import spaced_as

SENTENCE = (
    "Potassium: 5.7\u00a0mmol/L on 20-Nov-2026. The source flags it “H” (3.5–5.1\u00a0mmol/L)."
)


@pytest.mark.parametrize(
    ("wording", "set_so"),
    [
        ("It was 5.7 mmol/L.", "It was 5.7\u00a0mmol/L."),
        ("  It was\n5.7  mmol/L ", "It was 5.7\u00a0mmol/L."),
        ('It was flagged "H"', "It was flagged “H”."),
        ("", ""),
    ],
)
def test_numbers_keep_their_units_and_quotes_their_form(wording: str, set_so: str) -> None:
    assert spaced_as(SENTENCE, wording) == set_so


def test_straight_quotes_of_the_record_stay() -> None:
    assert spaced_as('It says "so".', 'So it says: "so".') == 'So it says: "so".'
