"""Display tags every page shares: icons, flags, dates, ages, tiers, states and keys."""

import datetime as dt
from functools import cache
from typing import Any

import lucide
from django import template
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy

from medreview.common import display
from medreview.common.clock import now
from medreview.front.keys import BY_NAME, KEYS, Key

register = template.Library()

ICONS = {
    "condition": "stethoscope",
    "medication": "pill",
    "parameter": "flask-conical",
    "preanalytical": "test-tube",
}

TIERS = {
    "algorithm": ("tier1", gettext_lazy("Tier 1"), gettext_lazy("Graph entry")),
    "domain_inference": ("tier2", gettext_lazy("Tier 2"), gettext_lazy("Domain defaults")),
    "model_knowledge": (
        "tier3",
        gettext_lazy("Tier 3"),
        gettext_lazy("No source"),
    ),
    "uncovered": ("uncovered", gettext_lazy("Uncovered"), gettext_lazy("The graph has nothing")),
}

STATES = {
    "queued": ("busy", gettext_lazy("Queued")),
    "running": ("busy", gettext_lazy("Running")),
    "in_review": ("waits", gettext_lazy("In review")),
    "awaiting_review": ("waits", gettext_lazy("Awaiting review")),
    "signed": ("good", gettext_lazy("Signed")),
    "amended": ("waits", gettext_lazy("Amending, not signed")),
    "done": ("good", gettext_lazy("Done")),
    "rejected": ("bad", gettext_lazy("Rejected")),
    "failed": ("bad", gettext_lazy("Failed")),
    "degraded": ("waits", gettext_lazy("Degraded")),
    "skipped": ("", gettext_lazy("Skipped")),
    "cancelled": ("", gettext_lazy("Cancelled")),
    "replaced": ("", gettext_lazy("Replaced by a re-run")),
}


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An icon of the set, hidden from screen readers: words stand next to it."""
    name = ICONS.get(name, name)
    drawn = lucide._render_icon(name, 16, **{"class": "i", "aria-hidden": "true"})
    return mark_safe(drawn)  # noqa: S308 - drawn from the package's own file


@register.simple_tag
def flag(code: str | None, words: bool = False) -> SafeString:
    """A flag badge: letter and arrow for the eye, words for the ear (and the eye on request)."""
    shown = display.flag_of(code)
    mark = f"{shown.arrow} {shown.letters}".strip()
    if not mark:
        return format_html('<span class="flag {}">{}</span>', shown.tone, shown.words)
    spoken = "" if words else "visually-hidden"
    return format_html(
        '<span class="flag {}" data-flag="{}"><span aria-hidden="true">{}</span> '
        '<span class="{}">{}</span></span>',
        shown.tone,
        shown.letters,
        mark,
        spoken,
        shown.words,
    )


@register.filter
def cdate(value: Any) -> str:
    """``14-Nov-2026`` in the reader's language, as precise as it was sent."""
    return display.clinical_date(value)


@register.filter
def ctime(value: Any) -> str:
    """``14-Nov-2026 08:10``, where a time is known."""
    return display.clinical_date(value, time=True)


@register.simple_tag
def moment(value: dt.datetime | None) -> SafeString:
    """One of our own moments in the viewer's zone, its ISO value for machines and on hover."""
    if value is None:
        return format_html("{}", display.not_recorded())
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        value.isoformat(timespec="seconds"),
        display.clinical_date(value, time=True),
    )


@register.filter
def ago(value: dt.datetime | int | None) -> str:
    """How long ago: of a number of days, or of one of our own moments."""
    if isinstance(value, dt.datetime):
        return display.since_text(value, now())
    return display.age_text(value)


@register.filter
def value_text(value: Any) -> str:
    """A value as sent, kept on one line."""
    return display.value_text(getattr(value, "text", None) or str(value))


@register.filter
def limit(text: str) -> str:
    """A limit in words, its unit for the eye."""
    return display.limit_text(text)


@register.filter
def spaced(value: str) -> str:
    """A key such as ``bone_mineral`` as words."""
    return value.replace("_", " ")


@register.simple_tag
def tier(name: str | None) -> SafeString:
    """Where an assessment comes from, in words and by border."""
    if not name:
        return mark_safe("")
    css, number, meaning = TIERS[str(name)]
    return format_html('<span class="chip {}"><b>{}</b> {}</span>', css, number, meaning)


@register.simple_tag
def state(name: str) -> SafeString:
    """The state of an analysis, run or stage as a chip."""
    css, words = STATES.get(str(name), ("", str(name)))
    return format_html('<span class="chip {}" data-state="{}"><b>{}</b></span>', css, name, words)


@register.simple_tag
def key(name: str) -> SafeString:
    """The badge of a shortcut, to print on its control."""
    return format_html('<kbd data-badge="{}">{}</kbd>', name, BY_NAME[name].badge)


@register.simple_tag
def key_registry() -> SafeString:
    """The shortcuts as data for the browser's handler."""
    return json_script([shortcut.as_json() for shortcut in KEYS], "key-registry")


@register.simple_tag
def key_sheet() -> list[Key]:
    """The shortcuts to list behind ``?``, numbers once."""
    numbers = {f"{what}-{n}" for what in ("source", "choose") for n in range(2, 10)}
    return [shortcut for shortcut in KEYS if shortcut.name not in numbers]


@register.simple_tag
def page_language() -> str:
    """The language of the page for ``<html lang>``, so that Han glyphs are the right ones."""
    return get_language() or "en"
