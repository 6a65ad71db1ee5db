"""The facts as words for a prompt or an analysis, by origin, within a budget. Pure.

What patients said and what documents said stand apart, and both apart from the medical record.
Every line says who said it and when it was confirmed. What doesn't fit is named, never dropped in
silence; allergies are placed before all else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from medreview.runtime.context import Block, guessed_tokens
from memory.facts import Body, FactState
from memory.read_path.select import Selected
from memory.vocabulary import Experiencer, SectionKey, SourceKind, Stance, Status


class Origin(StrEnum):
    """Where remembered words come from; the medical record is a third and not among them."""

    PATIENT_SAID = "patient_said"
    DOCUMENTS_SAID = "documents_said"


OF_DOCUMENTS = frozenset({SourceKind.DOCUMENT, SourceKind.NOTE})


@dataclass(frozen=True)
class MemoryBlock:
    """What is given, and what was left out."""

    blocks: tuple[Block, ...]
    """One for each origin that says something."""
    given: tuple[str, ...]
    """Ids of the facts whose lines stand in it."""
    dropped: tuple[str, ...]
    """Ids of those that did not fit."""

    @property
    def tokens(self) -> int:
        """What showing it takes."""
        return sum(guessed_tokens(block.text) for block in self.blocks)


def memory_block(selected: Sequence[Selected], *, most_tokens: int) -> MemoryBlock:
    """The facts as labelled lines, as many as the budget takes, the weightiest first."""
    lines: dict[Origin, list[str]] = {origin: [] for origin in Origin}
    given: list[str] = []
    dropped: list[str] = []
    left = most_tokens
    for one in sorted(selected, key=_weight):
        line = line_of(one)
        # A line break is a token of its own, and so is the rounding of each line.
        needed = guessed_tokens(line) + 1
        if needed > left:
            dropped += one.facts
            continue
        left -= needed
        given += one.facts
        lines[origin_of(one.state)].append(line)
    blocks = tuple(
        Block(origin.value, "\n".join(said), most_tokens) for origin, said in lines.items() if said
    )
    return MemoryBlock(blocks, tuple(given), tuple(dropped))


def origin_of(state: FactState) -> Origin:
    """Whose word a fact is: a document's only where nobody said it besides."""
    kinds = {words.kind for words in state.sources}
    return Origin.DOCUMENTS_SAID if kinds and kinds <= OF_DOCUMENTS else Origin.PATIENT_SAID


def line_of(one: Selected) -> str:
    """One thing in one line: what, how it stands, who said it, and who confirmed it when."""
    body = one.state.body
    parts = [_what(body), *_standing(body, is_past=one.is_past), *_provenance(one.state)]
    return f"- {body.section.value}: {'; '.join(parts)}"


def _weight(one: Selected) -> tuple[int, bool, int]:
    order = list(SectionKey)
    section = one.state.body.section
    return (section is not SectionKey.ALLERGIES, one.is_past, order.index(section))


def _what(body: Body) -> str:
    name = " ".join(body.name_raw.split())
    if body.whole:
        return f"none ({name})"
    said = ", ".join(_fields(body.fields))
    named = f"{name} ({said})" if said else name
    return f"no {named}" if body.stance is Stance.ABSENT else named


def _fields(fields: dict[str, Any]) -> Iterator[str]:
    """What was said besides the name, digits as they were said."""
    for name, value in fields.items():
        if isinstance(value, dict):
            inner = value.get("text") or " ".join(
                str(value[key]) for key in ("digits", "unit") if value.get(key)
            )
            if inner:
                yield f"{name.replace('_', ' ')} {inner}"
        elif value not in (None, "", "unknown"):
            yield f"{name.replace('_', ' ')} {value}"


def _standing(body: Body, *, is_past: bool) -> Iterable[str]:
    if body.stance is Stance.POSSIBLE:
        yield "possible only"
    if body.experiencer is Experiencer.RELATIVE:
        yield "of a relative, not of the patient"
    if body.status is not Status.UNKNOWN:
        yield body.status.value
    if is_past:
        yield "past"


def _provenance(state: FactState) -> Iterator[str]:
    for words in state.sources[-1:]:
        when = f" on {words.said_at.date().isoformat()}" if words.said_at else ""
        yield f"said by {words.speaker.value} in a {words.kind.value}{when}"
    if state.confirmed_at is not None:
        yield f"confirmed {state.confirmed_at.date().isoformat()}"
