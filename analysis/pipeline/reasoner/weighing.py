"""A sentence as what carries meaning in it, in its order; words that carry nothing are let go.

Names, quotes, dates, numbers and units are kept letter for letter. Whatever is on no list
carries meaning, so a word nobody thought of counts.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from analysis.pipeline.reasoner.word_kinds import (
    BEFORE_DATES,
    BEFORE_NUMBERS,
    BEFORE_YEARS,
    GLUE,
    JOINS,
    LIGHT,
    ONE_MEANING,
    PHRASES,
    RANGE_WORDS,
    VERBS,
)

DATE = re.compile(r"(?:\d{1,2}-)?[A-Z][a-z]{2}-\d{4}")
YEAR = re.compile(r"(?:19|20)\d\d")
_PLAIN = re.compile(r"[A-Za-z][a-z]*(?:'[a-z]+)?")
_RUN = r"“[^”]*”|(?:[^\s,:;()“”]|[,:](?=\d))+|[,:;()“”]"
_DASHES = frozenset("-–—")
BREAK, STOP = ",", "."


@dataclass(frozen=True)
class Word:
    """One word as it counts."""

    said: str
    is_name: bool = False
    """A name of the record or the graph, taken as one."""

    @property
    def has_digits(self) -> bool:
        """Whether it is a number, a date, or holds one."""
        return not self.is_name and self.said[0] != "“" and any(one.isdigit() for one in self.said)

    @property
    def is_date(self) -> bool:
        """A date as our sentences write it."""
        return not self.is_name and DATE.fullmatch(self.said) is not None


@dataclass
class Segment:
    """One sentence, or what stands between two semicolons."""

    weights: list[Word] = field(default_factory=list)
    light: list[str] = field(default_factory=list)
    verbs: list[tuple[str, str, str]] = field(default_factory=list)
    """Each verb that carries nothing, with what stands before and after it."""

    def said(self) -> list[str]:
        """What carries meaning, in its order."""
        return [word.said for word in self.weights]


def weighed(text: str, names: Iterable[str]) -> list[Segment]:
    """The segments of a text. ``names`` are taken as one word each, the longest first."""
    sentences = _parted(_words(text, names))
    return [_segment(_with_phrases(words)) for words in sentences]


def _words(text: str, names: Iterable[str]) -> list[Word]:
    """Everything in the text that is not white space, as one word each."""
    text = text.replace("\u00a0", " ").replace("’", "'")
    folded = text.casefold()
    spelled = {" ".join(name.split()).replace("’", "'") for name in names}
    ordered = sorted((one for one in spelled if one and one.casefold() in folded), key=len)
    known = "|".join(_name_pattern(name) for name in reversed(ordered))
    pattern = f"(?P<quote>“[^”]*”)|(?P<name>{known or '(?!)'})|{_RUN}"
    found: list[Word] = []
    for match in re.finditer(pattern, text):
        if match["name"]:
            said = match["name"]
            found.append(Word(said[:1].lower() + said[1:], is_name=True))
        else:
            found += _split_stop(match[0], text[match.end() :][:1])
    return [_folded(word, found[:place]) for place, word in enumerate(found)]


def _name_pattern(name: str) -> str:
    """The name as it stands, its first letter large or small."""
    first = name[0]
    either = f"[{re.escape(first.upper())}{re.escape(first.lower())}]"
    # A letter whose large form is two letters has only itself.
    start = either if len(first.upper()) == 1 else re.escape(first)
    return rf"(?<!\w){start}{re.escape(name[1:])}(?!\w)"


def _split_stop(run: str, following: str) -> Iterable[Word]:
    """A full stop ends a sentence where nothing follows it directly."""
    if run == ";":
        return [Word(STOP)]
    ends = run.endswith(".") and not run.startswith("“") and following in ("", " ", ")")
    bare = run[:-1] if ends else run
    return [Word(one) for one in (bare, STOP if ends else "") if one]


def _folded(word: Word, before: Sequence[Word]) -> Word:
    """A plain word in small letters, unless it is the unit of the number before it."""
    if word.is_name or not _PLAIN.fullmatch(word.said):
        return word
    if before and before[-1].has_digits and not before[-1].is_date:
        return word
    if len(word.said) == 1 and before and before[-1].said != STOP:
        return word
    return Word(word.said.lower())


def _parted(words: Sequence[Word]) -> list[list[Word]]:
    """The words of each sentence."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.said == STOP and not word.is_name:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _with_phrases(words: Sequence[Word]) -> list[Word]:
    """Several words that are one are put in its place."""
    made: list[Word] = []
    place = 0
    said = ["" if word.is_name else word.said for word in words]
    while place < len(words):
        for phrase, meant in PHRASES:
            if tuple(said[place : place + len(phrase)]) == phrase:
                made += [Word(one) for one in meant]
                place += len(phrase)
                break
        else:
            made.append(words[place])
            place += 1
    return _your_value(made)


def _your_value(words: list[Word]) -> list[Word]:
    """``your result for X``, ``your X result`` and ``your X`` are the same."""
    for place, word in enumerate(words):
        rest = words[place + 1 :]
        if word.said != "your" or word.is_name:
            continue
        if len(rest) > 2 and _meant(rest[0]) == "value" and rest[1].said == "for":
            rest = [Word("value"), *rest[2:]]
        elif rest and rest[0].is_name:
            after = rest[2:] if rest[1:] and _meant(rest[1]) == "value" else rest[1:]
            rest = [Word("value"), rest[0], *after]
        return [*words[: place + 1], *rest]
    return words


def _segment(words: Sequence[Word]) -> Segment:
    segment = Segment()
    for place, word in enumerate(words):
        meant = _meant(word)
        if word.is_name:
            segment.weights.append(word)
        elif meant in VERBS:
            segment.verbs.append((meant, _near(words[:place][::-1]), _near(words[place + 1 :])))
        elif meant in LIGHT:
            segment.light.append(LIGHT[meant])
        elif not _is_glue(words, place):
            segment.weights.append(Word(meant))
    return segment


def _meant(word: Word) -> str:
    return word.said if word.is_name else ONE_MEANING.get(word.said, word.said)


def _near(words: Sequence[Word]) -> str:
    """The next word that is no article or pronoun; a comma where something new may begin."""
    for word in words:
        said = _meant(word)
        if word.is_name:
            return said
        if said in JOINS or said in {BREAK, ":", "(", ")"}:
            return BREAK
        if said not in GLUE:
            return said
    return BREAK


def _is_glue(words: Sequence[Word], place: int) -> bool:
    said = words[place].said
    following = words[place + 1] if place + 1 < len(words) else Word(BREAK)
    if said in GLUE or said in {BREAK, ":", "(", ")"}:
        return True
    if said in _DASHES:
        # Before a number it would be a sign.
        return not following.has_digits or following.is_date
    return _is_glue_before(said, following, words, place)


def _is_glue_before(said: str, following: Word, words: Sequence[Word], place: int) -> bool:
    if said in BEFORE_DATES and following.is_date:
        return True
    # "from 2000" may be a limit; only a date stands after "on" or "dated".
    if said in BEFORE_YEARS and YEAR.fullmatch(following.said):
        return True
    if said in BEFORE_NUMBERS and following.has_digits:
        return True
    if said == "with":
        return _near(words[place + 1 :]) in RANGE_WORDS
    return said == "as" and _near(words[:place][::-1]) == "flag"
