"""Figures of many days as SVG text: stacked bars, and lines where something is known. Pure.

Series are told apart without any colour, by shade, dots and hatching. A day on which nothing was
counted keeps its place; a value that nobody knows is a gap in its line, never a zero.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from medreview.common.svg import AXIS, INK, INK_2, LINE, ticks

WIDTH, HEIGHT = 720, 190
LEFT, RIGHT, TOP, BOTTOM = 62, 8, 12, 26
FILLS = ("#1d4f86", "#a8c8e8", "url(#day-dots)", "url(#day-hatch)", "#e0a13c", "#ffffff")
STROKES = ("#1d4f86", "#8a5a00")
PATTERNS = (
    '<defs><pattern id="day-hatch" width="6" height="6" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect width="6" height="6" fill="#ffffff"/>'
    '<line x1="0" x2="0" y1="0" y2="6" stroke="#46546a" stroke-width="2.4"/></pattern>'
    '<pattern id="day-dots" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect width="5" height="5" fill="#f6eefb"/><circle cx="2.5" cy="2.5" r="1.2" fill="#6a2c91"/>'
    "</pattern></defs>"
)


@dataclass(frozen=True)
class Day:
    """One day of a picture."""

    date: dt.date
    values: tuple[float | None, ...]
    """One of each series, in their order."""
    said: str
    """The whole day in words."""
    url: str = ""


@dataclass(frozen=True)
class Axis:
    """What stands around a picture."""

    label: str
    """What it shows, for who can't see it."""
    first: str
    last: str
    limit: float | None = None
    """Drawn across, such as a budget."""
    limit_said: str = ""


def stacked(days: Sequence[Day], axis: Axis) -> str:
    """A bar for each day, cut by series; empty where no day has anything."""
    tops = [sum(value or 0 for value in day.values) for day in days]
    if not any(tops):
        return ""
    high = max(*tops, axis.limit or 0) * 1.06
    step = _step(days)
    parts = [*_opened(axis), PATTERNS, *_frame(axis, high)]
    for place, day in enumerate(days):
        parts += _bar(day, high, x=LEFT + place * step, width=max(step - 2, step * 0.7))
    return "".join([*parts, *_limit(axis, high), "</svg>"])


def lines(days: Sequence[Day], axis: Axis) -> str:
    """A line for each series, with a mark on each day that has a value; empty without any."""
    known = [value for day in days for value in day.values if value is not None]
    if not known:
        return ""
    high = (max(known) or 1) * 1.1
    step = _step(days)
    parts = [*_opened(axis), *_frame(axis, high)]
    for number, stroke in enumerate(STROKES[: len(days[0].values)]):
        points = [
            None if day.values[number] is None else (LEFT + (place + 0.5) * step, day)
            for place, day in enumerate(days)
        ]
        placed = [point and (point[0], _y(point[1].values[number] or 0, high)) for point in points]
        dash = ' stroke-dasharray="6 3"' if number else ""
        for before, after in pairwise(placed):
            if before and after:
                parts.append(
                    f'<line x1="{before[0]:.1f}" y1="{before[1]:.1f}" x2="{after[0]:.1f}"'
                    f' y2="{after[1]:.1f}" stroke="{stroke}" stroke-width="1.6"{dash}/>'
                )
        parts += [
            _mark(spot[0], spot[1], number, stroke, day.said)
            for spot, day in zip(placed, days, strict=True)
            if spot
        ]
    return "".join([*parts, "</svg>"])


def _opened(axis: Axis) -> list[str]:
    return [
        f'<svg class="days" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' role="group" aria-label="{escape(axis.label)}">'
    ]


def _step(days: Sequence[Day]) -> float:
    return (WIDTH - LEFT - RIGHT) / len(days)


def _frame(axis: Axis, high: float) -> list[str]:
    parts = []
    for tick in ticks(0, high):
        y = _y(tick, high)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
            f' stroke="{AXIS if tick == 0 else LINE}"/>'
        )
        parts.append(_text(LEFT - 8, y + 4, _round(tick), "end"))
    y = HEIGHT - BOTTOM + 18
    return [*parts, _text(LEFT, y, axis.first, "start"), _text(WIDTH - RIGHT, y, axis.last, "end")]


def _bar(day: Day, high: float, *, x: float, width: float) -> list[str]:
    if not any(day.values):
        return []
    parts, below = [f"<g><title>{escape(day.said)}</title>"], 0.0
    if day.url:
        # Who goes by keyboard finds the same ways in the table below, without a stop at each bar.
        opened = f'<a href="{escape(day.url)}" tabindex="-1" aria-label="{escape(day.said)}">'
        parts = [opened, *parts]
    for number, value in enumerate(day.values):
        if value:
            top = _y(below + value, high)
            parts.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}"'
                f' height="{max(_y(below, high) - top, 0.5):.1f}" fill="{FILLS[number]}"'
                f' stroke="{INK}" stroke-width="0.6"/>'
            )
            below += value
    return [*parts, "</g>", *(["</a>"] if day.url else [])]


def _limit(axis: Axis, high: float) -> list[str]:
    if axis.limit is None:
        return []
    y = _y(axis.limit, high)
    return [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8b1a1a"'
        ' stroke-width="1.4" stroke-dasharray="7 4"/>',
        _text(WIDTH - RIGHT - 4, y - 4, axis.limit_said, "end"),
    ]


def _mark(x: float, y: float, number: int, stroke: str, said: str) -> str:
    title = f"<title>{escape(said)}</title>"
    if number:
        return (
            f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="#ffffff"'
            f' stroke="{stroke}">{title}</rect>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{stroke}">{title}</circle>'


def _round(tick: float) -> str:
    for size, sign in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if tick >= size:
            return f"{tick / size:g} {sign}"
    return f"{tick:g}"


def _y(value: float, high: float) -> float:
    return HEIGHT - BOTTOM - value / high * (HEIGHT - BOTTOM - TOP)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}" fill="{INK_2}">'
        f"{escape(text)}</text>"
    )
