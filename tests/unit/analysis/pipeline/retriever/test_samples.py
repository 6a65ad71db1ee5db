"""A note names a factor by exact code or whole name, and a denied one names nothing."""

import pytest

from analysis.pipeline.retriever.samples import names_factor, spelling


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("Haemolysed", "Haemolysed specimen"),
        ("hemolyzed specimen", "Haemolysed specimen"),
        ("Slight hemolysis seen", "hemolysis"),
        ("Haemolysis: present", "haemolysis"),
        ("гемолиз пробы", "гемолиз пробы"),
        ("标本溶血", "溶血"),
        ("exercise", "exercise"),
    ],
)
def test_a_note_that_names_it_is_read(note: str, name: str) -> None:
    assert names_factor(note, spelling(name))


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("No hemolysis", "hemolysis"),
        ("no visible hemolysis", "hemolysis"),
        ("Hemolysis: none", "hemolysis"),
        ("Hemolysis not seen", "hemolysis"),
        ("без гемолиза", "гемолиз"),
        ("无溶血", "溶血"),
        ("light pink", "light"),
        ("non-fasting", "fasting"),
        ("hairy", "air"),
    ],
)
def test_a_denial_or_a_part_of_a_word_names_nothing(note: str, name: str) -> None:
    assert not names_factor(note, spelling(name))
