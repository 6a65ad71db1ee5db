"""By what right abnormal results were asked about, week by week, and the picture of it. Pure."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

TIERS = ("algorithm", "domain_inference", "model_knowledge", "uncovered")
WEEKS = 26
_WEEK = dt.timedelta(days=7)

WIDTH, HEIGHT = 720, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 4, 10, 26
INK, INK_2, LINE, AXIS = "#14202e", "#46546a", "#e3e8ee", "#8796a8"
FILLS = {
    "algorithm": "#1d6b3f",
    "domain_inference": "#a8c8e8",
    "model_knowledge": "url(#tier-dots)",
    "uncovered": "url(#tier-hatch)",
}
"""Dark, light, dotted and hatched: told apart without any colour."""


@dataclass(frozen=True)
class Week:
    """The abnormal results of one week, by tier."""

    monday: dt.date
    asked: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.asked.values())

    def share(self, tier: str) -> float | None:
        """Its part of the week's results; None of a week without any."""
        return self.asked.get(tier, 0) / self.total if self.total else None


def weeks(counted: Iterable[tuple[dt.date, Mapping[str, int]]], today: dt.date) -> tuple[Week, ...]:
    """The last half year, oldest first; a week without results is there, and empty."""
    known = dict(counted)
    last = today - dt.timedelta(days=today.weekday())
    mondays = [last - _WEEK * back for back in range(WEEKS - 1, -1, -1)]
    return tuple(
        Week(monday, {tier: known.get(monday, {}).get(tier, 0) for tier in TIERS})
        for monday in mondays
    )


def picture(shown: Sequence[Week], label: str, said: Sequence[str], ends: tuple[str, str]) -> str:
    """A bar for each week, cut by tier; ``said`` is each bar in words, ``ends`` the axis' dates."""
    if not any(week.total for week in shown):
        return ""
    step = (WIDTH - LEFT - RIGHT) / len(shown)
    parts = [
        f'<svg class="tier-shares" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' role="img" aria-label="{escape(label)}">',
        _PATTERNS,
        *_grid(),
    ]
    for place, (week, words) in enumerate(zip(shown, said, strict=True)):
        parts += _bar(week, words, x=LEFT + place * step, width=step - 4)
    y = HEIGHT - BOTTOM + 18
    parts.append(_text(LEFT, y, ends[0], "start"))
    parts.append(_text(WIDTH - RIGHT, y, ends[1], "end"))
    return "".join([*parts, "</svg>"])


_PATTERNS = (
    '<defs><pattern id="tier-hatch" width="6" height="6" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect width="6" height="6" fill="#ffffff"/>'
    '<line x1="0" x2="0" y1="0" y2="6" stroke="#46546a" stroke-width="2.4"/></pattern>'
    '<pattern id="tier-dots" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect width="5" height="5" fill="#f6eefb"/><circle cx="2.5" cy="2.5" r="1.2" fill="#6a2c91"/>'
    "</pattern></defs>"
)


def _grid() -> list[str]:
    parts = []
    for percent in (0, 50, 100):
        y = _y(percent / 100)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
            f' stroke="{AXIS if percent == 0 else LINE}"/>'
        )
        parts.append(_text(LEFT - 8, y + 4, f"{percent} %", "end"))
    return parts


def _bar(week: Week, words: str, *, x: float, width: float) -> list[str]:
    if not week.total:
        return []
    parts, below = [f"<g><title>{escape(words)}</title>"], 0.0
    for tier in TIERS:
        share = week.share(tier) or 0
        if share:
            top = _y(below + share)
            parts.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}"'
                f' height="{_y(below) - top:.1f}" fill="{FILLS[tier]}" stroke="{INK}"'
                ' stroke-width="0.6"/>'
            )
        below += share
    return [*parts, "</g>"]


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}" fill="{INK_2}">'
        f"{escape(text)}</text>"
    )
