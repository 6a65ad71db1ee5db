"""What somebody said as words with their places, in English, Russian and Chinese. Pure.

A word of English or Russian is kept by its stem, so that "pains" is found where "pain" is looked
for; Chinese is kept letter by letter. Every word knows where it stands in the text as it was
said: what is found can be shown in the speaker's own words.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

_TOKEN = re.compile(
    r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+(?:[.,:/]\d+)*|[^\w\s]|_",
)
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u0060\u00b4\uff07", "'"))

_english = snowballstemmer.stemmer("english")
_russian = snowballstemmer.stemmer("russian")

_NOT = re.compile(
    r"(?P<verb>is|are|was|were|do|does|did|have|has|had|would|should|could|must|need)n'?t"
    r"|(?P<can>can)(?:'?t|not)|(?P<will>won)'?t"
)
"""One word that says two: the verb, and that it is denied."""


@dataclass(frozen=True)
class Word:
    """A word, a number, a sign or a Chinese letter."""

    text: str
    """Folded: no capitals, ``ё`` as ``е``, one kind of apostrophe."""
    stem: str
    start: int
    end: int
    """Where it stands in the text as it was said, in letters."""

    @property
    def is_sign(self) -> bool:
        """Whether it is punctuation."""
        return not self.text[0].isalnum()


def words_of(text: str) -> tuple[Word, ...]:
    """Every word and sign of a text, in its order."""
    return tuple(_words(_folded(text)))


def is_han(word: str) -> bool:
    """Whether a word is written in Chinese letters."""
    return bool(_HAN.match(word))


def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a phrase, without its signs."""
    return tuple(word.stem for word in words_of(text) if not word.is_sign)


def _folded(text: str) -> str:
    """The text folded letter by letter: its places stay those of the text as it was said."""
    return "".join(_folded_letter(letter) for letter in text)


@lru_cache(maxsize=4096)
def _folded_letter(letter: str) -> str:
    folded = unicodedata.normalize("NFKC", letter).translate(_APOSTROPHES).casefold()
    folded = folded.replace("ё", "е")
    return folded if len(folded) == 1 else letter


def _words(text: str) -> Iterator[Word]:
    for found in _TOKEN.finditer(text):
        said, start = found.group(), found.start()
        denied = _NOT.fullmatch(said)
        if denied:
            verb = "will" if denied["will"] else denied["verb"] or denied["can"]
            yield Word(verb, _stem(verb), start, found.end())
            yield Word("not", "not", start, found.end())
            continue
        if not _HAN.search(said):
            yield Word(said, _stem(said), start, found.end())
            continue
        for place, letter in enumerate(said):
            yield Word(letter, letter, start + place, start + place + 1)


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    if not word[0].isalpha():
        return word
    stemmer = _russian if _CYRILLIC.search(word) else _english
    return str(stemmer.stemWord(word))
