"""Segments, fields, repetitions and components of a message, with escapes undone. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import hl7

NULL = '""'
"""A field that says: delete what you know. An empty field says nothing."""

_LETTERS = {"F": 0, "S": 1, "R": 2, "E": 3, "T": 4}
_HEX = re.compile(r"X((?:[0-9A-Fa-f]{2})+)")
_BREAKS = re.compile(r"\.(br|sp|ce)(\+?\d{0,2})")
_SILENT = re.compile(r"H|N|\.(?:fi|nf|in|ti|sk)[+-]?\d{0,3}")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MOST_BREAKS = 20


class NotAMessage(ValueError):
    """Text that the parser takes for no message."""


@dataclass(frozen=True)
class Separators:
    """What parts fields, components, repetitions and parts of components, and what escapes."""

    field: str
    component: str
    repetition: str
    escape: str
    part: str
    charset: str

    def plain(self, text: str) -> str:
        """A text with its escapes undone; one nobody knows stays as written."""
        if self.escape not in text:
            return text
        pieces = text.split(self.escape)
        # Escapes stand between two signs: text, escape, text, … A sign left over is a letter.
        plain = [pieces[0]]
        place = 1
        while place < len(pieces):
            known = self._meaning(pieces[place]) if place + 1 < len(pieces) else None
            if known is None:
                plain.append(self.escape + pieces[place])
                place += 1
            else:
                plain.append(known + pieces[place + 1])
                place += 2
        return "".join(plain)

    def _meaning(self, word: str) -> str | None:
        if word in _LETTERS:
            signs = (self.field, self.component, self.repetition, self.escape, self.part)
            return signs[_LETTERS[word]]
        if bytes_sent := _HEX.fullmatch(word):
            decoded = _decoded(bytes.fromhex(bytes_sent[1]), self.charset)
            return None if _CONTROLS.search(decoded) else decoded
        if lines := _BREAKS.fullmatch(word):
            return "\n" * min(int(lines[2] or 1), _MOST_BREAKS)
        return "" if _SILENT.fullmatch(word) else None


def _decoded(sent: bytes, charset: str) -> str:
    try:
        return sent.decode(charset)
    except UnicodeDecodeError:
        return sent.decode("latin-1")


@dataclass(frozen=True)
class Repetition:
    """One of the values of a field."""

    raw: str
    separators: Separators

    @property
    def text(self) -> str:
        """The whole value as one text."""
        return self.separators.plain(self.raw).strip()

    def component(self, place: int) -> str:
        """A component, counted from 1; of one in parts the first that says something."""
        return next((part for part in self.parts(place) if part), "")

    def parts(self, place: int) -> list[str]:
        """The parts of a component."""
        components = self.raw.split(self.separators.component)
        if place > len(components):
            return []
        parts = components[place - 1].split(self.separators.part)
        return [_said(self.separators.plain(part)) for part in parts]

    @property
    def has_components(self) -> bool:
        """Whether it is more than a plain text."""
        return self.separators.component in self.raw


@dataclass(frozen=True)
class Segment:
    """One line of a message."""

    name: str
    raw: str = field(repr=False)
    fields: tuple[str, ...] = field(repr=False)
    separators: Separators = field(repr=False)

    def raw_field(self, place: int) -> str:
        """A field as sent, counted from 1."""
        return self.fields[place - 1] if place <= len(self.fields) else ""

    def repetitions(self, place: int) -> list[Repetition]:
        """The values of a field; none where it is empty or asks to delete."""
        raw = self.raw_field(place)
        if not raw.strip() or raw.strip() == NULL:
            return []
        return [
            Repetition(one, self.separators)
            for one in raw.split(self.separators.repetition)
            if one.strip()
        ]

    def text(self, place: int, component: int = 1) -> str:
        """A component of the first value of a field."""
        found = self.repetitions(place)
        return found[0].component(component) if found else ""

    def is_null(self, place: int) -> bool:
        """Whether a field asks to delete what is known."""
        return self.raw_field(place).strip() == NULL


def segments_of(text: str, charset: str) -> list[Segment]:
    """The segments of one message; NotAMessage when the parser can't make any."""
    try:
        message = hl7.parse(text)
        return list(_segments(message, charset))
    except (hl7.HL7Exception, LookupError, ValueError, AssertionError) as problem:
        raise NotAMessage from problem


def _segments(message: hl7.Message, charset: str) -> Iterator[Segment]:
    separators = Separators(
        field=message.separators[1],
        repetition=message.separators[2],
        component=message.separators[3],
        part=message.separators[4],
        escape=message.esc,
        charset=charset,
    )
    for segment in message:
        name = str(segment[0])
        # The parser cuts fields; the values of a text keep signs that part the values of others.
        fields = tuple(str(each) for each in segment[1:])
        yield Segment(name, str(segment), fields, separators)


def _said(text: str) -> str:
    text = text.strip()
    return "" if text == NULL else text
