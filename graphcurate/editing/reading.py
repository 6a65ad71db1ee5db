"""What a form sent back, as edits of fields: what was typed, and what its page had shown. Pure."""

import json
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphcurate.editing.controls import Control, Field, Kind, Lines, Rows, Section, control_id
from medreview.common.errors import Invalid, gettext_noop

NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
WHOLE = re.compile(r"\d{1,7}")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MANY_ROWS = 200
LONGEST_LINE = 200
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
LISTED = True
"""The value of a name that stands in a list."""
PICKED = " · "
"""What stands between the name of a picked entry and its key, in the input it was picked in."""


@dataclass(frozen=True)
class Edit:
    """One field as somebody wants it, beside the value that their page showed."""

    field: str
    new: Any
    seen: Any
    control: str
    """The id of the control it was typed in."""


@dataclass
class Reading:
    """What a form asks for, and what in it can't be understood."""

    edits: list[Edit] = field(default_factory=list)
    faults: dict[str, "NotUnderstood"] = field(default_factory=dict)
    """Sentences by the id of the control they speak of."""
    typed: dict[str, Any] = field(default_factory=dict)
    """What stands in each control now, by its id."""
    known: Mapping[str, Container[str]] = field(default_factory=dict)
    """The keys that can be picked, by what they are of."""
    rows: dict[str, str | None] = field(default_factory=dict)
    """The address that each sent row has when it is saved; None for a removed and a blank one."""


class NotUnderstood(Invalid):
    """What was typed is no value of this kind; its sentence names the control."""


def read(
    sections: Iterable[Section],
    data: Mapping[str, str],
    known: Mapping[str, Container[str]] | None = None,
) -> Reading:
    """The edits of a posted form. A control that was not sent is not changed."""
    reading = Reading(known=known or {})
    for section in sections:
        for control in section.controls:
            _read(control, data, reading)
    return reading


def _read(control: Control, data: Mapping[str, str], reading: Reading) -> None:
    if isinstance(control, Field):
        _read_field(control, data, reading)
    elif isinstance(control, Lines):
        _read_lines(control, data, reading)
    else:
        _read_rows(control, data, reading)


def _read_field(control: Field, data: Mapping[str, str], reading: Reading) -> None:
    place = control_id(control.name)
    if f"seen.{place}" not in data:
        return
    text = data.get(f"v.{place}", "")
    reading.typed[place] = text
    try:
        new = _picked(control, value_of(control, text), reading)
    except NotUnderstood as problem:
        reading.faults[place] = problem
        return
    seen = seen_in(data, place)
    if not same(new, seen):
        seen = _seen_for(data, place, seen)
        for name in filter(None, (control.name, control.also)):
            reading.edits.append(Edit(name, new, seen, place))


def _read_lines(control: Lines, data: Mapping[str, str], reading: Reading) -> None:
    place = control_id(control.name)
    if f"seen.{place}" not in data:
        return
    text = data.get(f"v.{place}", "")
    reading.typed[place] = text
    seen = seen_in(data, place)
    now, before = lines_in(text), seen if isinstance(seen, list) else []
    try:
        _check_lines(control, now)
    except NotUnderstood as problem:
        reading.faults[place] = problem
        return
    for line in before:
        if line not in now:
            reading.edits.append(Edit(f"{control.name}/{line}", None, LISTED, place))
    for line in now:
        if line not in before:
            reading.edits.append(Edit(f"{control.name}/{line}", LISTED, None, place))


def _check_lines(control: Lines | Field, lines: Iterable[str]) -> None:
    """Each line is a name or a unit: no longer than a column holds, and made of signs."""
    for line in lines:
        _check_signs(control, line)
        if len(line) > LONGEST_LINE:
            raise NotUnderstood(
                gettext_noop("A line of “%(name)s” has %(n)d letters; it may have %(most)d."),
                name=str(control.label),
                n=len(line),
                most=LONGEST_LINE,
            )


def _check_signs(control: Lines | Field, text: str) -> None:
    if UNSTORABLE.search(text):
        raise NotUnderstood(
            gettext_noop("“%(name)s” holds a sign that is none. Write it again by hand."),
            name=str(control.label),
        )


def _read_rows(control: Rows, data: Mapping[str, str], reading: Reading) -> None:
    for number in range(MANY_ROWS):
        place = control_id(control.name, number)
        if f"seen.{place}" not in data:
            continue  # a row above the others may have been removed
        _read_row(control, place, data, reading)


def _read_row(control: Rows, place: str, data: Mapping[str, str], reading: Reading) -> None:
    seen = seen_in(data, place)
    seen = seen if isinstance(seen, dict) else {}
    address, before = seen.get("address"), seen.get("value")
    before = _seen_for(data, place, before)
    cells = (*control.keys, *control.columns)
    typed = {cell.name: data.get(f"v.{place}.{cell.name}", "").strip() for cell in cells}
    reading.typed[place] = typed
    if data.get("drop") == place:
        reading.rows[place] = None
        if address:
            reading.edits.append(Edit(address, None, before, place))
        return
    reading.rows[place] = address
    if not address and _is_blank(control, typed):
        return
    try:
        keys = {key.name: _key(key, typed[key.name]) for key in control.keys}
        new = _row_value(control, typed, reading)
    except NotUnderstood as problem:
        reading.faults[place] = problem
        return
    wanted = reading.rows[place] = control.address(keys)
    if address and wanted != address:
        reading.edits.append(Edit(address, None, before, place))
        before = None
    elif address:
        new = kept_beside(control, new, before)
    if wanted != address or not same(new, before):
        reading.edits.append(Edit(wanted, new, before, place))


def kept_beside(control: Rows, new: dict[str, Any], before: Any) -> dict[str, Any]:
    """A row with what its form doesn't show left as it was."""
    shown = {cell.name for cell in control.columns}
    others = {name: value for name, value in (before or {}).items() if name not in shown}
    return {**others, **new}


def _row_value(control: Rows, typed: dict[str, str], reading: Reading) -> dict[str, Any]:
    """The columns that say something other than what is meant without them."""
    said = {
        cell.name: _picked(cell, value_of(cell, typed[cell.name]), reading)
        for cell in control.columns
    }
    defaults = {cell.name: cell.default for cell in control.columns}
    return {
        name: value
        for name, value in said.items()
        if value not in (None, "", []) and value != defaults[name]
    }


def _is_blank(control: Rows, typed: dict[str, str]) -> bool:
    """A row nobody wrote in: its choices, marks, place and defaults stand as they were offered."""
    offered = (Kind.CHOICE, Kind.FLAG, Kind.HIDDEN)
    return all(
        cell.kind in offered
        or cell.name == control.numbered
        or typed[cell.name] in ("", cell.default, cell.offered)
        for cell in (*control.keys, *control.columns)
    )


def _key(cell: Field, text: str) -> str:
    if "|" in text:
        raise NotUnderstood(
            gettext_noop("“%(name)s” can't contain a | sign."), name=str(cell.label)
        )
    value = value_of(cell, text)
    if cell.required and not value:
        raise NotUnderstood(gettext_noop("“%(name)s” is missing."), name=str(cell.label))
    return str(value or "")


def value_of(control: Field, text: str) -> Any:
    """What was typed as the value it stands for; None for nothing."""
    if control.kind is Kind.FLAG:
        return text in {"on", "true", "1"}
    _check_signs(control, text)
    if control.kind is Kind.LIST:
        lines = lines_in(text)
        _check_lines(control, lines)
        return lines
    text = text.replace("\r\n", "\n").strip()
    if not text:
        return None
    if len(text) > control.longest and control.kind is not Kind.PICK:
        raise NotUnderstood(
            gettext_noop("“%(name)s” has %(n)d letters; it may have %(most)d."),
            name=str(control.label),
            n=len(text),
            most=control.longest,
        )
    return _typed_value(control, text)


def _picked(control: Field, value: Any, reading: Reading) -> Any:
    """A value that is one of those that can be picked, where it is to be picked."""
    if control.kind is Kind.PICK and value and value not in reading.known.get(control.of, [value]):
        raise NotUnderstood(
            gettext_noop("Choose “%(name)s” from the suggestions."), name=str(control.label)
        )
    return value


def _typed_value(control: Field, text: str) -> Any:
    if control.kind is Kind.PICK:
        return text.rpartition(PICKED)[2].strip()
    if control.kind is Kind.WHOLE:
        return int(
            _matching(WHOLE, control, text, gettext_noop("“%(name)s” is a whole number, as 365."))
        )
    if control.kind is Kind.DECIMAL:
        sentence = gettext_noop("“%(name)s” is a number, as 3.5.")
        return _matching(NUMBER, control, text, sentence).replace(",", ".")
    if control.kind is Kind.DATE:
        return _matching(DAY, control, text, gettext_noop("“%(name)s” is a day, as 2027-11-30."))
    if control.kind is Kind.CHOICE and text not in {value for value, _label in control.choices}:
        raise NotUnderstood(gettext_noop("“%(name)s” has no such choice."), name=str(control.label))
    return text


def _matching(form: re.Pattern[str], control: Field, text: str, sentence: str) -> str:
    if not form.fullmatch(text):
        raise NotUnderstood(sentence, name=str(control.label))
    return text


def lines_in(text: str) -> list[str]:
    """The lines of a text, trimmed, none empty, each once, in their order."""
    return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def same(one: Any, other: Any) -> bool:
    """Whether two values say the same; nothing, no text, no list and no mark are one."""
    return _plain(one) == _plain(other)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: kept for name, kept in value.items() if kept is not None}
    return value or None


def seen_in(data: Mapping[str, str], place: str) -> Any:
    """The value that the page had shown in a control, or None where it can't be read."""
    return _json(data.get(f"seen.{place}", ""))


def _seen_for(data: Mapping[str, str], place: str, seen: Any) -> Any:
    """What counts as seen: who takes their own value over another's has seen the other's."""
    return _json(data.get(f"theirs.{place}", "")) if data.get("take") == place else seen


def _json(text: str) -> Any:
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
