from medreview.common.text import normalise_name
from medreview.fhir.flag_words import _BY_MEANING, MEANINGS


def test_no_word_means_two_things_and_every_word_is_written_normalised():
    words = [word for words in _BY_MEANING.values() for word in words.split("|")]

    assert len(words) == len(set(words)) == len(MEANINGS)
    assert all(normalise_name(word) == word for word in words)
