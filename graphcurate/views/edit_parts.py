"""Parts of the editor that are asked for alone: the rail, suggestions, who else is here."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from graphcurate import browsing
from graphcurate.browsing import EntryType
from graphcurate.contracts import Biomarker, NamedThing
from graphcurate.editing.reading import PICKED
from graphcurate.presenters.editor_page import ONE_WORD
from graphcurate.queries import editing
from graphcurate.services import presence
from graphcurate.views.edit_shared import (
    bench_of,
    entry_or_404,
    frame_context,
    kind_of_address,
    rail_context,
)
from medreview.accounts.access import polled, requires
from medreview.accounts.permissions import Permission

MOST = 12
TARGETS = (
    EntryType.CONDITION,
    EntryType.MEDICATION,
    EntryType.PREANALYTICAL,
    EntryType.BIOMARKER,
)


@dataclass(frozen=True)
class Option:
    """One suggestion."""

    value: str
    name: str
    detail: str


@require_safe
@requires(Permission.GRAPH_CURATE)
def edit_rail(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """The rail narrowed by words, or of another type of entries."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    context = {"kind": kind, "key": key, **rail_context(request, bench, of, key)}
    return render(request, "graphcurate/editor/_rail_lines.html", context)


@require_safe
@requires(Permission.GRAPH_CURATE)
def entry_options(request: HttpRequest) -> HttpResponse:
    """What goes by the words typed so far, by name, code or key."""
    words, of = request.GET.get("q", "").strip(), request.GET.get("of", "")
    bench = bench_of(request)
    options = list(_options(words, of, bench.language))[:MOST] if words else []
    context = {"options": options, "list_id": request.GET.get("list", "o")}
    return render(request, "graphcurate/editor/_options.html", context)


def _options(words: str, of: str, language: str) -> Iterator[Option]:
    if of == "source":
        types: tuple[EntryType, ...] = (EntryType.SOURCE,)
    elif of == "parameter":
        types = (EntryType.BIOMARKER,)
    else:
        types = (EntryType(of),) if of in set(EntryType) else TARGETS
    for item in editing.suggested(types, words, language):
        yield _option(item, language)


def _option(item: browsing.Item, language: str) -> Option:
    entry, name = item.entry, item.name(language)
    if isinstance(entry, NamedThing):
        codes = [f"{code.system.upper()} {code.code}" for code in entry.codes[:2]]
        key = f"{entry.kind}:{entry.key}"
    elif isinstance(entry, Biomarker):
        codes = [f"LOINC {code.code}" for code in entry.loinc if code.primary]
        key = f"parameter:{entry.key}"
    else:
        codes = [getattr(entry, "organisation", ""), str(getattr(entry, "year", None) or "")]
        key = entry.key
    detail = " · ".join(text for text in (str(ONE_WORD[item.type]), *codes) if text)
    return Option(value=f"{name}{PICKED}{key}", name=name, detail=detail)


@require_safe
@polled
@requires(Permission.GRAPH_CURATE)
def entry_presence(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Who else has the entry open; asked again and again by the page that shows it."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry_or_404(bench, of, key)
    presence.note_presence(kind=of, key=key, by=bench.user)
    context = frame_context(bench, of, key)
    return render(request, "graphcurate/editor/_presence.html", context)
