"""Two texts compared word by word; a word that only looks the same says which letter differs."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from medreview.common.letters import LookAlike, drawn, look_alikes

# Chinese and Japanese are written without spaces: there each sign is a word.
_SIGNS = "\u2e80-\u2fdf\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
_WORD = re.compile(rf"\s+|[{_SIGNS}]|[^\s{_SIGNS}]+")


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


def word_diff(before: str, after: str) -> WordDiff:
    """``before`` and ``after`` word by word: both can be read back from the tokens."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    tokens: list[Token] = []
    pairs: dict[LookAlike, None] = {}
    for step, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
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
