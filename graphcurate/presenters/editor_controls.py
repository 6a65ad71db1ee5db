"""The controls of a form with what stands in them, what changed and what is wrong with it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from graphcurate.editing.controls import Control, Field, Kind, Lines, Rows, Section, control_id
from graphcurate.editing.reading import PICKED, Reading, same
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.field_words import value_words
from medreview.common.display import in_words
from medreview.common.ids import new_id

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Said:
    """One sentence beside a control, and whether it stops the change set from being sent."""

    sentence: str
    blocks: bool


@dataclass(frozen=True)
class Clash:
    """What somebody else wrote meanwhile, beside what stands in the control."""

    theirs: str
    mine: str
    theirs_json: str
    by: str


@dataclass(frozen=True)
class State:
    """What stands beside a control and is renewed by every save, while the control stays."""

    place: str
    seen: str
    """The value that the page shows, as JSON: it goes back with the next save."""
    fault: str = ""
    said: tuple[Said, ...] = ()
    clash: Clash | None = None
    was: str | None = None
    """What the published release says, where the change set says something else."""

    kept: bool = False
    """A row that stands in the entry, whether or not its last words were taken."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.fault or self.clash or any(line.blocks for line in self.said))


@dataclass(frozen=True)
class Cell:
    """One input of a row."""

    control: Field
    id: str
    name: str
    value: str


@dataclass(frozen=True)
class Bound:
    """A control as a template draws it."""

    control: Control
    form: str
    """``field``, ``lines``, ``rows`` or ``row``: which template draws it."""
    place: str
    state: State | None = None
    cell: Cell | None = None
    cells: tuple[Cell, ...] = ()
    rows: tuple["Bound", ...] = ()
    title: str = ""
    """What a row is called, by its keys."""
    is_new: bool = False


@dataclass(frozen=True)
class BoundSection:
    """A section with its controls."""

    section: Section
    controls: tuple[Bound, ...]
    count: int
    changed: int


@dataclass(frozen=True)
class Standing:
    """All that controls are bound to: the fields as they stand, as published, and what is said."""

    fields: Fields
    published: Fields
    names: Names
    problems: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)
    """Sentences by the field they speak of."""
    reading: Reading = field(default_factory=Reading)
    clashes: Mapping[str, Clash] = field(default_factory=dict)
    """By the id of the control."""


def bound_sections(sections: Iterable[Section], standing: Standing) -> list[BoundSection]:
    """Every section as a template draws it."""
    return [_section(section, standing) for section in sections]


def _section(section: Section, standing: Standing) -> BoundSection:
    controls = tuple(bound(control, standing) for control in section.controls)
    addresses = {
        address
        for control in section.controls
        for address in (*standing.fields, *standing.published)
        if holds(control, address)
    }
    return BoundSection(
        section=section,
        controls=controls,
        count=len([address for address in addresses if address in standing.fields]),
        changed=len([a for a in addresses if _differs(standing, a)]),
    )


def holds(control: Control, address: str) -> bool:
    """Whether a field is typed in this control."""
    if isinstance(control, Field):
        return address == control.name
    if isinstance(control, Lines):
        return address.startswith(f"{control.name}/")
    return control.holds(address)


def bound(control: Control, standing: Standing) -> Bound:
    """One control with its value."""
    if isinstance(control, Field):
        return _field(control, standing)
    if isinstance(control, Lines):
        return _lines(control, standing)
    rows = tuple(
        row_of(control, number, address, standing)
        for number, address in enumerate(rows_in(control, standing.fields))
    )
    if not (control.single and rows):
        rows = (*rows, row_of(control, len(rows), None, standing))
    return Bound(control, "rows", control_id(control.name), rows=rows)


def rows_in(control: Rows, fields: Fields) -> list[str]:
    """The addresses of the rows there are, in their order."""
    return [address for address in fields if control.holds(address)]


def lines_of(control: Lines, fields: Fields) -> list[str]:
    """The names that are kept for one language."""
    head = f"{control.name}/"
    return [address.removeprefix(head) for address in fields if address.startswith(head)]


def place_of(sections: Iterable[Section], fields: Fields, address: str) -> str:
    """The id of the control that a field is typed in; empty where the form has none."""
    for section in sections:
        for control in section.controls:
            if holds(control, address):
                if not isinstance(control, Rows):
                    return control_id(control.name)
                rows = rows_in(control, fields)
                return control_id(control.name, rows.index(address) if address in rows else 0)
    return ""


def _field(control: Field, standing: Standing) -> Bound:
    place = control_id(control.name)
    now = standing.fields.get(control.name)
    typed = standing.reading.typed.get(place)
    text = typed if typed is not None else text_of(now)
    cell = _cell(control, f"c-{place}", f"v.{place}", text, standing)
    return Bound(control, "field", place, state=state_of_field(control, standing), cell=cell)


def state_of_field(control: Field, standing: Standing) -> State:
    """What stands beside a single field."""
    place = control_id(control.name)
    return State(
        place=place,
        seen=_json(standing.fields.get(control.name)),
        fault=_fault(standing, place),
        said=standing.problems.get(control.name, ()),
        clash=standing.clashes.get(place),
        was=_was(standing, control.name),
    )


def _lines(control: Lines, standing: Standing) -> Bound:
    place = control_id(control.name)
    lines = lines_of(control, standing.fields)
    typed = standing.reading.typed.get(place)
    cell = Cell(
        Field(control.name, control.label, Kind.LIST, lang=control.lang),
        f"c-{place}",
        f"v.{place}",
        typed if typed is not None else "\n".join(lines),
    )
    return Bound(control, "lines", place, state=state_of_lines(control, standing, lines), cell=cell)


def state_of_lines(control: Lines, standing: Standing, seen: list[str]) -> State:
    """What stands beside names; ``seen`` are those that the page shows."""
    place = control_id(control.name)
    before = set(lines_of(control, standing.published))
    now = set(lines_of(control, standing.fields))
    come, gone = sorted(now - before), sorted(before - now)
    said = tuple(
        line
        for address, lines in standing.problems.items()
        if address.startswith(f"{control.name}/")
        for line in lines
    )
    marks = [f"+ {name}" for name in come] + [f"− {name}" for name in gone]
    return State(
        place=place,
        seen=_json(seen),
        fault=_fault(standing, place),
        said=said,
        was=", ".join(marks) if marks else None,
    )


def row_of(control: Rows, number: int, address: str | None, standing: Standing) -> Bound:
    """One row, or with no address the empty one that a new row is written in."""
    place = control_id(control.name, number)
    value = standing.fields.get(address) if address else None
    keys = control.keys_of(address) if address else {}
    typed = standing.reading.typed.get(place)
    cells = []
    for cell in (*control.keys, *control.columns):
        held = {**keys, **(value or {})}.get(cell.name)
        text = typed.get(cell.name, "") if typed else _text_in_row(cell, held)
        if address is None and not typed:
            text = str(number) if cell.name == control.numbered else _offered(cell, text)
        cells.append(
            _cell(cell, f"c-{place}-{cell.name}", f"v.{place}.{cell.name}", text, standing)
        )
    return Bound(
        control,
        "row",
        place,
        state=state_of_row(control, number, address, standing),
        cells=tuple(cells),
        title=_title(control, keys),
        is_new=address is None,
    )


def _offered(cell: Field, text: str) -> str:
    """What stands in a row that is not there yet; one told by an id has one of its own."""
    return new_id("evi") if cell.kind is Kind.HIDDEN else cell.offered or text


def state_of_row(control: Rows, number: int, address: str | None, standing: Standing) -> State:
    """What stands beside a row."""
    place = control_id(control.name, number)
    seen = {"address": address, "value": standing.fields.get(address)} if address else None
    return State(
        place=place,
        seen=_json(seen),
        kept=address is not None,
        fault=_fault(standing, place),
        said=standing.problems.get(address, ()) if address else (),
        clash=standing.clashes.get(place),
        was=_was(standing, address) if address else None,
    )


def _cell(control: Field, place: str, name: str, text: str, standing: Standing) -> Cell:
    if control.kind is Kind.PICK and text and PICKED not in text:
        text = f"{standing.names.of(control.of, text)}{PICKED}{text}"
    return Cell(control, place, name, text)


def text_of(value: Any) -> str:
    """A value as it stands in an input."""
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    if isinstance(value, list):
        return "\n".join(str(one) for one in value)
    return str(value)


def _text_in_row(cell: Field, value: Any) -> str:
    return text_of(cell.default if value is None else value)


def _title(control: Rows, keys: Mapping[str, str]) -> str:
    words = []
    for key in control.keys:
        text = keys.get(key.name, "")
        words.append(str(dict(key.choices).get(text, text)))
    return ", ".join(word for word in words if word)


def _fault(standing: Standing, place: str) -> str:
    problem = standing.reading.faults.get(place)
    return in_words(problem) if problem else ""


def _differs(standing: Standing, address: str) -> bool:
    return not same(standing.fields.get(address), standing.published.get(address))


def _was(standing: Standing, address: str) -> str | None:
    if not standing.published or not _differs(standing, address):
        return None
    return value_words(address, standing.published.get(address), standing.names) or _("nothing")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
