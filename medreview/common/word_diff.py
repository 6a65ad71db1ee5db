"""Two texts compared word by word; a word that only looks the same says which letter differs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from medreview.common.letters import LookAlike, drawn, look_alikes

# Chinese and Japanese are written without spaces: there each sign is a word.
SIGNS = "\u2e80-\u2fdf\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
_WORD = re.compile(rf"\s+|[{SIGNS}]|[^\s{SIGNS}]+")


class TokenKind(StrEnum):
    """Whether both texts have the words, or only the one or the other."""

    EQUAL = "equal"
    DELETED = "deleted"
    INSERTED = "inserted"


@dataclass(frozen=True)
class Token:
    """A run of words, and what became of it."""

    kind: TokenKind
    text: str


@dataclass(frozen=True)
class WordDiff:
    """What to strike out of one text and write in to get the other."""

    tokens: tuple[Token, ...]
    look_alikes: tuple[LookAlike, ...] = ()
    """Letters that differ though their words look the same, each pair once."""

    @property
    def is_equal(self) -> bool:
        """Whether there is nothing to strike out and nothing to write in."""
        return all(token.kind is TokenKind.EQUAL for token in self.tokens)


def words_of(text: str) -> list[str]:
    """The words of a text and what stands between them; together they are the text."""
    return _WORD.findall(text)


def word_diff(before: str, after: str) -> WordDiff:
    """``before`` and ``after`` word by word: both can be read back from the tokens."""
    old, new = words_of(before), words_of(after)
    tokens: list[Token] = []
    pairs: dict[LookAlike, None] = {}
    for step, old_from, old_to, new_from, new_to in _steps(old, new):
        gone, come = old[old_from:old_to], new[new_from:new_to]
        if step == "equal":
            tokens.append(Token(TokenKind.EQUAL, "".join(gone)))
            continue
        if gone:
            tokens.append(Token(TokenKind.DELETED, "".join(gone)))
        if come:
            tokens.append(Token(TokenKind.INSERTED, "".join(come)))
        pairs.update(dict.fromkeys(_taken_for_another(gone, come)))
    return WordDiff(tuple(tokens), tuple(pairs))


def _steps(old: list[str], new: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """The steps from one list of words to the other, what both begin and end with set aside."""
    # Comparing takes the square of the words: most texts differ in few, in one place.
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    if head:
        yield "equal", 0, head, 0, head
    middle = SequenceMatcher(
        None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False
    )
    for step, old_from, old_to, new_from, new_to in middle.get_opcodes():
        yield step, old_from + head, old_to + head, new_from + head, new_to + head
    if tail:
        yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def _shared(one: list[str], other: list[str]) -> int:
    """How many words both begin with."""
    pairs = zip(one, other, strict=False)
    return next(
        (at for at, (mine, theirs) in enumerate(pairs) if mine != theirs),
        min(len(one), len(other)),
    )


def _taken_for_another(gone: list[str], come: list[str]) -> list[LookAlike]:
    """The look-alike letters of those words that stand opposite one another."""
    seen_old, seen_new = [drawn(word) for word in gone], [drawn(word) for word in come]
    matches = SequenceMatcher(None, seen_old, seen_new, autojunk=False).get_matching_blocks()
    return [
        pair
        for block in matches
        for step in range(block.size)
        for pair in look_alikes(gone[block.a + step], come[block.b + step])
    ]
