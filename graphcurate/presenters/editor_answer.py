"""What a save says back: what stands beside every control that was sent. Controls stay as typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphcurate.editing.controls import Control, Field, Lines, Rows, Section, control_id
from graphcurate.editing.reading import MANY_ROWS, Reading, lines_in, same, seen_in
from graphcurate.presenters.editor_controls import (
    Bound,
    Standing,
    State,
    bound,
    lines_of,
    row_of,
    state_of_field,
    state_of_lines,
    state_of_row,
)


@dataclass
class Answer:
    """The parts of the page that a save renews."""

    states: list[State] = field(default_factory=list)
    moved: list[Bound] = field(default_factory=list)
    """Controls nobody touched here whose value somebody else changed: they are drawn again."""
    added: list[Bound] = field(default_factory=list)
    """Empty rows, each where the one before it was written in."""
    dropped: list[str] = field(default_factory=list)
    """Ids of rows that are no more."""


def answer_of(
    sections: Iterable[Section],
    data: Mapping[str, str],
    reading: Reading,
    standing: Standing,
) -> Answer:
    """Beside which control what stands now. ``keep`` in the data names one to be drawn again."""
    answer = Answer()
    touched = {edit.control for edit in reading.edits} | set(reading.faults)
    for section in sections:
        for control in section.controls:
            if isinstance(control, Rows):
                _rows(control, data, reading, standing, answer, touched)
            elif f"seen.{control_id(control.name)}" in data:
                _single(control, data, standing, answer, touched)
    return answer


def _single(
    control: Control,
    data: Mapping[str, str],
    standing: Standing,
    answer: Answer,
    touched: set[str],
) -> None:
    place = control_id(control.name)
    seen = seen_in(data, place)
    if isinstance(control, Lines):
        now = lines_of(control, standing.fields)
        is_moved = place not in touched and sorted(now) != sorted(seen or [])
        state = state_of_lines(control, standing, lines_in(data.get(f"v.{place}", "")))
    else:
        assert isinstance(control, Field)  # noqa: S101 - narrows the type
        is_moved = place not in touched and not same(standing.fields.get(control.name), seen)
        state = state_of_field(control, standing)
    if is_moved or data.get("keep") == place:
        answer.moved.append(bound(control, _untyped(standing)))
    else:
        answer.states.append(_as_seen(state, place, data, standing))


def _rows(
    control: Rows,
    data: Mapping[str, str],
    reading: Reading,
    standing: Standing,
    answer: Answer,
    touched: set[str],
) -> None:
    sent = [n for n in range(MANY_ROWS) if f"seen.{control_id(control.name, n)}" in data]
    for number in sent:
        place = control_id(control.name, number)
        address = reading.rows.get(place)
        before = seen_in(data, place) or {}
        is_gone = before and (address is None or address not in standing.fields)
        if is_gone and place not in standing.clashes:
            answer.dropped.append(place)
            continue
        value = standing.fields.get(address) if address else None
        untouched = before and place not in touched
        if (untouched and not same(value, before.get("value"))) or data.get("keep") == place:
            answer.moved.append(row_of(control, number, address, _untyped(standing)))
            continue
        known = address if address in standing.fields else None
        state = state_of_row(control, number, known, standing)
        answer.states.append(_as_seen(state, place, data, standing))
    if sent and _last_is_taken(control, sent[-1], data, reading, standing):
        answer.added.append(row_of(control, sent[-1] + 1, None, _untyped(standing)))


def _last_is_taken(
    control: Rows, number: int, data: Mapping[str, str], reading: Reading, standing: Standing
) -> bool:
    """Whether the row that was empty is one of the entry's now."""
    place = control_id(control.name, number)
    was_new = not seen_in(data, place)
    return was_new and reading.rows.get(place) in standing.fields and not control.single


def _as_seen(state: State, place: str, data: Mapping[str, str], standing: Standing) -> State:
    """What was not saved is sent again with what its page had shown, not with what stands now."""
    if not (state.fault or place in standing.clashes):
        return state
    kept = {**state.__dict__, "seen": data.get(f"seen.{place}", "null")}
    return State(**kept)


def _untyped(standing: Standing) -> Standing:
    return Standing(
        fields=standing.fields,
        published=standing.published,
        names=standing.names,
        problems=standing.problems,
    )
