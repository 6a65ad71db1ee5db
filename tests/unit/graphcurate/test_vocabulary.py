"""Words the graph is written in."""

from graphcurate.vocabulary import language_of


def test_a_name_is_in_the_language_of_its_letters() -> None:
    assert [language_of(text) for text in ("Kalium", "Калий", "钾离子 K")] == ["en", "ru", "zh"]
