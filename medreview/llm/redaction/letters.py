"""The ways one name is written: with and without marks, in other letters, in its cases. Pure."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from medreview.llm.redaction.vocabulary import words

IGNORED = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Marks nobody sees: a hyphen at a line's end, joiners."""
UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Letters of scripts that put no space between words."""

SHORTEST_INFLECTED = 4

_TO_LATIN = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
        words(
            "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g"
        ),
        strict=True,
    )
) | dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        words("a v g d e z i th i k l m n x o p r s s t y f ch ps o"),
        strict=True,
    )
)
_TO_LATIN = {letter: latin.replace("_", "") for letter, latin in _TO_LATIN.items()}
_SPELT_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
_PLAIN = {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"} | {
    "ı": "i",
    "ё": "е",
}
_SOUNDS = (
    (re.compile("shch|sch|sh|sz|ch|cz|tch|zh"), "s"),
    (re.compile("kh|h|x"), "h"),
    (re.compile("tz|ts|c"), "s"),
    (re.compile("ph|ff|v|w"), "f"),
    (re.compile("ks"), "h"),
    (re.compile("[yj](?=[aeou])"), ""),
    (re.compile("[yj]"), "i"),
    (re.compile(r"(.)\1+"), r"\1"),
)
_CYRILLIC_ENDINGS = words("а я у ю е и ы ом ем ой ей ою ею ым им ого его ому ему ая ую ых")
_LATIN_ENDINGS = ("s", "es")
_SLAVIC_ENDINGS = words("a u y e i owi iem em om ovi ie iej ej ą ę")


def _marks() -> str:
    """All marks that stand on or under a letter, as a part of a class in a pattern."""
    found = [
        code
        for code in range(0x300, min(sys.maxunicode, 0xFFFF))
        if unicodedata.category(chr(code)).startswith("M")
    ]
    return "".join(f"\\u{code:04x}" for code in found)


_LETTER = rf"(?:[^\W\d_][{_marks()}{IGNORED}]*)"
WORD = re.compile(rf"{_LETTER}+")


@lru_cache(maxsize=20_000)
def plain(word: str) -> str:
    """The word without case and marks: ``MÜLLER`` is ``muller``."""
    bare = "".join(letter for letter in word if letter not in IGNORED)
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", bare).casefold())
    replaced = "".join(_PLAIN.get(letter, letter) for letter in folded)
    apart = unicodedata.normalize("NFD", replaced)
    if not _keeps_marks(apart):
        apart = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", apart)


@lru_cache(maxsize=20_000)
def spellings(word: str) -> frozenset[str]:
    """The word as it may be written in its own letters."""
    bare = unicodedata.normalize("NFC", "".join(one for one in word if one not in IGNORED))
    spelt = "".join(_SPELT_OUT.get(letter, letter) for letter in bare.casefold())
    return frozenset(filter(None, (plain(word), plain(spelt))))


@lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """Roughly how it sounds, in Latin letters: for a name written in another script."""
    latin = "".join(_TO_LATIN.get(letter, letter) for letter in plain(word))
    for pattern, said in _SOUNDS:
        latin = pattern.sub(said, latin)
    return latin


def script(word: str) -> str:
    """``latin``, ``cyrillic``, ``greek`` or ``other``."""
    letter = next((one for one in word if one.isalpha()), " ")
    name = unicodedata.name(letter, "").split(" ")[0].casefold()
    return name if name in {"latin", "cyrillic", "greek"} else "other"


def inflected(name: str) -> Iterator[str]:
    """The cases of a name that is already plain."""
    if len(name) < SHORTEST_INFLECTED:
        return
    if script(name) == "cyrillic":
        stem = re.sub("(?:ий|ый|ой|ая|а|я|й|ь)$", "", name)
        yield from (
            base + end for base in {name, stem} if len(base) >= 3 for end in _CYRILLIC_ENDINGS
        )
    elif script(name) == "latin":
        yield from (name + end for end in _LATIN_ENDINGS)
        if len(name) > SHORTEST_INFLECTED:
            stem = re.sub("[aeo]$", "", name)
            yield from (plain(base + end) for base in {name, stem} for end in _SLAVIC_ENDINGS)


def _keeps_marks(text: str) -> bool:
    """In scripts of India and its neighbours a mark is a vowel."""
    return any("\u0900" <= letter <= "\u1cff" for letter in text)
