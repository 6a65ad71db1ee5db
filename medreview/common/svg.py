"""Pictures of results over time as SVG text: printable, readable by keyboard, testable.

Points are placed by time, joined by straight lines, and stand on a band that shades what is
in range. A point out of range changes its shape, not only its colour. Colours are attributes
of the shapes: a style element inside a picture would leak into the page.
"""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from html import escape

INK, INK_2, LINE, AXIS = "#14202e", "#46546a", "#e3e8ee", "#8796a8"
BAND, BAND_INK, STROKE, OUT, IN = "#dcefe3", "#2f5d43", "#1c5d99", "#dfa245", "#ffffff"
SERIES_STROKES = ("#1c5d99", "#8a5a00", "#6a2c91", "#00695c")
LABEL_GAP, LABEL_CHARACTER = 8, 8


@dataclass(frozen=True)
class Point:
    """One result: when, how much, and how it is said."""

    at: dt.date
    value: Decimal
    label: str
    """The value as sent, comparator included."""
    said: str
    """The whole point in words, for hover, focus and screen readers."""
    out_of_range: bool = False
    bounded: bool = False
    """True when the value is only a bound (``< 5``): drawn hollow, never as the number."""


@dataclass(frozen=True)
class Band:
    """What is in range, and for whom."""

    low: Decimal | None
    high: Decimal | None
    label: str


@dataclass(frozen=True)
class Series:
    """Points that may be joined: one unit, one method."""

    points: Sequence[Point]
    name: str = ""


@dataclass(frozen=True)
class Bar:
    """Something that lasted, drawn under the time axis, such as a medicine."""

    name: str
    start: dt.date
    end: dt.date
    open_ended: bool = False


@dataclass(frozen=True)
class Frame:
    """How large the picture is, and where its drawing area lies."""

    width: int = 290
    height: int = 112
    left: int = 40
    right: int = 36
    top: int = 14
    bottom: int = 22
    focusable: bool = False
    """Whether every point can be reached by keyboard."""

    @property
    def x_end(self) -> int:
        return self.width - self.right

    @property
    def y_end(self) -> int:
        return self.height - self.bottom


@dataclass(frozen=True)
class Scale:
    """Where a date and a value stand in the picture."""

    frame: Frame
    first: dt.date
    last: dt.date
    low: float
    high: float

    def x(self, at: dt.date) -> float:
        days = (self.last - self.first).days
        if not days:
            return (self.frame.left + self.frame.x_end) / 2
        share = (at - self.first).days / days
        return self.frame.left + share * (self.frame.x_end - self.frame.left)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.frame.y_end - share * (self.frame.y_end - self.frame.top)


def thin(points: Sequence[Point], limit: int = 200) -> list[Point]:
    """At most about ``limit`` points: first, last and both extremes always stay."""
    if len(points) <= limit:
        return list(points)
    step = len(points) / limit
    keep = {int(n * step) for n in range(limit)}
    keep |= {0, len(points) - 1}
    keep.add(min(range(len(points)), key=lambda n: points[n].value))
    keep.add(max(range(len(points)), key=lambda n: points[n].value))
    return [points[n] for n in sorted(keep)]


@dataclass(frozen=True)
class Trend:
    """Results of one analyte over time, ready to be drawn."""

    title: str
    """The analyte and its unit, always in sight."""
    series: Sequence[Series]
    first_date: str
    last_date: str
    band: Band | None = None
    bars: Sequence[Bar] = field(default_factory=tuple)
    frame: Frame = field(default_factory=Frame)
    summary: str = ""
    """Said instead of every point, where they are too many to listen to."""


def trend(picture: Trend) -> str:
    """The picture as SVG text, with everything it shows said in its label."""
    points = [point for series in picture.series for point in series.points]
    if not points:
        return ""
    wide = replace(picture.frame, right=max(picture.frame.right, _label_room(picture.series)))
    scale = _scale(points, replace(picture, frame=wide))
    said = picture.summary or "; ".join(point.said for point in points)
    band = f" {picture.band.label}." if picture.band else ""
    frame = picture.frame
    height = frame.height + 16 * len(picture.bars)
    role = 'role="group"' if frame.focusable else 'role="img"'
    parts = [
        f'<svg class="trend" width="{frame.width}" height="{height}" '
        f'viewBox="0 0 {frame.width} {height}" {role} '
        f'aria-label="{escape(picture.title)}: {escape(said)}.{escape(band)}">'
    ]
    parts += _band(picture.band, scale) + _grid(scale) + _band_label(picture.band, scale)
    parts += _axis(picture, scale)
    for number, series in enumerate(picture.series):
        parts += _series(series, scale, SERIES_STROKES[number % len(SERIES_STROKES)])
    parts += _bars(picture.bars, scale)
    return "".join([*parts, "</svg>"])


def _scale(points: Sequence[Point], picture: Trend) -> Scale:
    values = [float(point.value) for point in points]
    limits = [picture.band.low, picture.band.high] if picture.band else []
    values += [float(limit) for limit in limits if limit is not None]
    low, high = min(values), max(values)
    room = (high - low or abs(high) or 1.0) * 0.12
    dates = [point.at for point in points]
    return Scale(picture.frame, min(dates), max(dates), low - room, high + room)


def _label_room(series: Sequence[Series]) -> int:
    """What the longest last value, written beside its point, takes of the right edge."""
    longest = max((len(each.points[-1].label) for each in series if each.points), default=0)
    return LABEL_GAP + LABEL_CHARACTER * longest


def _band(band: Band | None, scale: Scale) -> list[str]:
    if band is None or (band.low is None and band.high is None):
        return []
    frame = scale.frame
    top, bottom = _band_edges(band, scale)
    return [
        f'<rect x="{frame.left}" y="{top:.1f}" width="{frame.x_end - frame.left}" '
        f'height="{max(bottom - top, 1):.1f}" fill="{BAND}"/>'
    ]


def _band_edges(band: Band, scale: Scale) -> tuple[float, float]:
    top = scale.y(float(band.high)) if band.high is not None else scale.frame.top
    bottom = scale.y(float(band.low)) if band.low is not None else scale.frame.y_end
    return top, bottom


def _band_label(band: Band | None, scale: Scale) -> list[str]:
    if band is None or (band.low is None and band.high is None):
        return []
    _, bottom = _band_edges(band, scale)
    y = min(bottom - 4, scale.frame.y_end - 3)
    # The halo keeps the words readable where a grid line runs behind them.
    return [
        f'<text x="{scale.frame.left + 4}" y="{y:.1f}" font-size="10" fill="{BAND_INK}" '
        f'stroke="{BAND}" stroke-width="3" paint-order="stroke">{escape(band.label)}</text>'
    ]


def ticks(low: float, high: float, about: int = 3) -> list[float]:
    """Round numbers between two values, for the grid."""
    rough = (high - low) / about
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * by for by in (1, 2, 2.5, 5, 10) if size * by >= rough)
    first = -(-low // step)
    count = int((high - first * step) // step) + 1
    return [round((first + n) * step, 10) for n in range(max(count, 0))]


def _grid(scale: Scale) -> list[str]:
    frame = scale.frame
    parts = []
    for tick in ticks(scale.low, scale.high):
        y = scale.y(tick)
        parts.append(
            f'<line x1="{frame.left}" x2="{frame.x_end}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="{LINE}"/><text x="{frame.left - 8}" y="{y + 3.5:.1f}" font-size="10" '
            f'text-anchor="end" fill="{INK_2}">{tick:g}</text>'
        )
    return parts


def _axis(picture: Trend, scale: Scale) -> list[str]:
    frame = scale.frame
    y = frame.y_end + 4
    parts = [f'<line x1="{frame.left}" x2="{frame.x_end}" y1="{y}" y2="{y}" stroke="{AXIS}"/>']
    for year in range(scale.first.year + 1, scale.last.year + 1):
        x = scale.x(dt.date(year, 1, 1))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 4}" stroke="{AXIS}"/>')
    if scale.first == scale.last:
        return [*parts, _date((frame.left + frame.x_end) / 2, y, "middle", picture.last_date)]
    return [
        *parts,
        _date(frame.left, y, "start", picture.first_date),
        _date(frame.x_end, y, "end", picture.last_date),
    ]


def _date(x: float, y: float, anchor: str, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y + 14}" font-size="10" text-anchor="{anchor}" '
        f'fill="{INK_2}">{escape(text)}</text>'
    )


def _series(series: Series, scale: Scale, stroke: str) -> list[str]:
    placed = [(scale.x(point.at), scale.y(float(point.value)), point) for point in series.points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in placed)
    parts = [f'<polyline fill="none" stroke="{stroke}" stroke-width="1.6" points="{line}"/>']
    last = len(placed) - 1
    for number, (x, y, point) in enumerate(placed):
        parts.append(_mark(x, y, point, latest=number == last, focusable=scale.frame.focusable))
    parts += [
        _label(x, y, point, latest=number == last)
        for number, (x, y, point) in enumerate(placed)
        if number >= last - 1 and _has_room(placed, number)
    ]
    return parts


def _has_room(placed: list[tuple[float, float, Point]], number: int) -> bool:
    """The last value is always printed; the one before it only where it does not touch."""
    last = len(placed) - 1
    return number == last or placed[last][0] - placed[number][0] > 22


def _mark(x: float, y: float, point: Point, *, latest: bool, focusable: bool) -> str:
    half = 5.0 if latest else 4.0
    fill = IN if point.bounded else (OUT if point.out_of_range else STROKE)
    if point.out_of_range:
        shape = (
            f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{half * 2:g}" '
            f'height="{half * 2:g}" transform="rotate(45 {x:.1f} {y:.1f})" '
            f'fill="{fill}" stroke="{INK}">'
        )
        end = "</rect>"
    else:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:g}" fill="{fill}" stroke="{INK}">'
        end = "</circle>"
    drawn = f"{shape}<title>{escape(point.said)}</title>{end}"
    if not focusable:
        return drawn
    return f'<g tabindex="0" role="img" aria-label="{escape(point.said)}">{drawn}</g>'


def _label(x: float, y: float, point: Point, *, latest: bool) -> str:
    place = (
        f'x="{x + LABEL_GAP:.1f}" y="{y + 4:.1f}" font-size="12" font-weight="600" '
        'text-anchor="start"'
        if latest
        else f'x="{x:.1f}" y="{y - 9:.1f}" font-size="11" text-anchor="middle"'
    )
    return f'<text {place} fill="{INK}">{escape(point.label)}</text>'


def _bars(bars: Sequence[Bar], scale: Scale) -> list[str]:
    frame, parts = scale.frame, []
    for number, bar in enumerate(bars):
        y = frame.height + 16 * number
        start = scale.x(max(bar.start, scale.first))
        end = scale.x(min(max(bar.end, scale.first), scale.last))
        dash = ' stroke-dasharray="4 2"' if bar.open_ended else ""
        parts.append(
            f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 3):.1f}" height="12" '
            f'rx="2" fill="#e8f1fa" stroke="{STROKE}"{dash}/><text x="{start + 5:.1f}" '
            f'y="{y + 9.5:.1f}" font-size="10" fill="{INK}">{escape(bar.name)}</text>'
        )
    return parts


def sparkline(points: Sequence[Point], band: Band | None = None) -> str:
    """A small line with its band and last point; the value and flag stand next to it."""
    if not points:
        return ""
    frame = Frame(width=58, height=20, left=3, right=5, top=2, bottom=2)
    scale = _scale(points, Trend("", [Series(points)], "", "", band, frame=frame))
    drawn = ['<svg class="spark" width="58" height="20" viewBox="0 0 58 20" aria-hidden="true">']
    if band and (band.low is not None or band.high is not None):
        top = scale.y(float(band.high)) if band.high is not None else 1
        bottom = scale.y(float(band.low)) if band.low is not None else 19
        drawn.append(
            f'<rect x="0" y="{top:.1f}" width="58" height="{max(bottom - top, 1):.1f}" '
            f'fill="{BAND}"/>'
        )
    placed = [(scale.x(point.at), scale.y(float(point.value))) for point in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    x, y = placed[-1]
    drawn.append(f'<polyline fill="none" stroke="{STROKE}" stroke-width="1.3" points="{line}"/>')
    drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{INK}"/></svg>')
    return "".join(drawn)
