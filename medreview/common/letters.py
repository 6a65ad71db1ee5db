"""Letters that can be taken for one another, told apart by the names Unicode gives them."""

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher

from medreview.common.text import UNSEEN

_SPACED = re.compile(r"\s+")

# Only letters that common typefaces draw alike, or nearly so. Unicode's own list of such pairs
# has thousands more, of scripts that no laboratory writes in.
_DRAWN_ALIKE = str.maketrans(
    "аеєорсухкмтнвгіјѕԁһ" + "АВЕЄЗІЈКМНОРСТУХЅ" + "αενορυχκτιμ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıØøµ",
    "aeeopcyxkmthbrijsdh" + "ABEE3IJKMHOPCTYXS" + "aevopuxktiu" + "ABEZHIKMNOPTYX" + "iOou",
)
_SAME_STROKES = str.maketrans(
    "Il|О0‐‑‒–—−―" + "“”„‟«»″‘’‚‛′`´",
    "111OO-------" + '"""""""' + "'''''''",
)


@dataclass(frozen=True)
class LookAlike:
    """A letter of one text and what stands in its place in the other; one of them may lack."""

    before: str
    after: str

    @property
    def before_name(self) -> str:
        """What the letter of the first text is; empty where there is none."""
        return letter_name(self.before)

    @property
    def after_name(self) -> str:
        """What the letter of the second text is; empty where there is none."""
        return letter_name(self.after)


def letters_of(text: str) -> list[str]:
    """A text as a reader sees it: each letter together with its marks and unseen followers."""
    letters: list[str] = []
    for character in text:
        if letters and (unicodedata.combining(character) or UNSEEN.match(character)):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def letter_name(letter: str) -> str:
    """What Unicode calls a letter and its marks: ``CYRILLIC SMALL LETTER IE (U+0435)``."""
    return " + ".join(f"{unicodedata.name(each, 'UNNAMED')} (U+{ord(each):04X})" for each in letter)


def drawn(text: str) -> str:
    """What a hurried eye makes of a text: equal for texts that can be taken for one another."""
    plain = UNSEEN.sub("", unicodedata.normalize("NFKD", text))
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return _SPACED.sub(" ", bare.translate(_DRAWN_ALIKE).translate(_SAME_STROKES))


def look_alikes(before: str, after: str) -> tuple[LookAlike, ...]:
    """The letters in which two texts differ and which can be taken for one another."""
    if before == after or drawn(before) != drawn(after):
        return ()
    old, new = letters_of(before), letters_of(after)
    pairs: dict[LookAlike, None] = {}
    for step, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if step != "equal":
            pairs.update(dict.fromkeys(_paired(old[old_from:old_to], new[new_from:new_to])))
    return tuple(pairs)


def _paired(old: list[str], new: list[str]) -> list[LookAlike]:
    if len(old) == len(new):
        return [LookAlike(*pair) for pair in zip(old, new, strict=True)]
    return [LookAlike("".join(old), "".join(new))]
