"""From a dialogue to proposals: read by rules, checked against the words, set beside what is known.

Pure. A model's reader takes the first step's place where there is one; the rest stays as it is.
"""

from collections.abc import Iterable, Iterator, Sequence

from memory.contracts import Dialogue
from memory.vocabulary import SourceKind
from memory.write_path.lexicon import Lexicon
from memory.write_path.reconcile import Heard, Known, LeftOut, Reconciled, reconcile
from memory.write_path.rule_extractor import Turn, heard_in


def proposals(
    dialogue: Dialogue,
    *,
    source: str,
    kind: SourceKind,
    lexicon: Lexicon,
    known: Sequence[Known],
) -> Reconciled:
    """What the dialogue proposes; each thing that was read is proposed or left out.

    Words that came from the memory are not read again.
    """
    read: list[Heard] = []
    for number, turn in enumerate(dialogue.turns):
        if not turn.from_memory:
            said = Turn(f"{source}#{number}", kind, turn.speaker, turn.text)
            read += heard_in(said, lexicon)
    checked, broken = _checked(read, dialogue)
    made = reconcile(_once(checked), known)
    return Reconciled(made.proposed, (*made.left_out, *broken))


def _checked(read: Iterable[Heard], dialogue: Dialogue) -> tuple[list[Heard], tuple[LeftOut, ...]]:
    """Whoever read it: the words must stand in the turn they are said to come from."""
    good, broken = [], []
    for one in read:
        if is_verbatim(one, dialogue):
            good.append(one)
        else:
            broken.append(LeftOut(heard=one, why="not_verbatim"))
    return good, tuple(broken)


def is_verbatim(heard: Heard, dialogue: Dialogue) -> bool:
    """Whether the words stand where they are said to."""
    _, _, number = heard.words.source.rpartition("#")
    if not number.isdecimal() or int(number) >= len(dialogue.turns):
        return False
    turn = dialogue.turns[int(number)]
    place = slice(heard.words.start, heard.words.end)
    return not turn.from_memory and turn.text[place] == heard.words.text


def _once(read: Iterable[Heard]) -> Iterator[Heard]:
    """The same thing said twice in one dialogue is proposed once, by its first words."""
    seen: set[str] = set()
    for one in read:
        key = one.body.content_hash() + one.act
        if key not in seen:
            seen.add(key)
            yield one
