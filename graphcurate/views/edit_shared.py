"""What every view of the editor begins with: the desk, and the page around one entry."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from graphcurate.browsing import EntryType, name_of
from graphcurate.contracts import RelationEntry
from graphcurate.editing.controls import Choices, Section, control_id
from graphcurate.editing.desk import Desk
from graphcurate.editing.reading import Reading
from graphcurate.entry_fields import EntryKind, Fields
from graphcurate.forms.editor import sections_of
from graphcurate.models import ChangeSet
from graphcurate.pictures.neighbourhood import Node, neighbourhood
from graphcurate.presenters import editor_links as links
from graphcurate.presenters import editor_page as page
from graphcurate.presenters.editor_controls import Clash, Standing, bound_sections, place_of
from graphcurate.presenters.entry_names import Names, subject_of
from graphcurate.presenters.pictures import picture_of
from graphcurate.queries import editing
from graphcurate.services import change_sets as services
from graphcurate.words import TYPES
from medreview.accounts.access import person_of
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.display import clinical_date

CHOSEN = "change_set"
"""Where the session keeps the change set a curator works in."""
PAGE = "graphcurate/editor/page.html"
RAIL_PAGE = 50
"""Entries that the rail shows at once: those around the one that is open."""


@dataclass
class Bench:
    """A curator, the change set they work in, and everything that stands in it."""

    user: User
    language: str
    change_set: ChangeSet | None
    desk: Desk

    @cached_property
    def names(self) -> Names:
        """What entries are called, those of the draft first."""
        drafts: dict[tuple[str, str], Fields] = defaultdict(dict)
        for one in self.desk.changes:
            drafts[one.kind.value, one.key] = self.desk.fields(one.kind, one.key)
        return Names((self.desk.after, self.desk.before), self.language, drafts)

    @cached_property
    def domains(self) -> Choices:
        """Every domain by name, to choose one of."""
        named = [(one.key, name_of(one, self.language)) for one in self.desk.after.domains]
        return tuple(sorted(named, key=lambda one: one[1].casefold()))

    def sections(self, kind: EntryKind) -> tuple[Section, ...]:
        """The form of one kind of entry, with what can be chosen in it now."""
        return sections_of(kind, domains=self.domains, documents=editing.document_choices())

    def standing(
        self,
        kind: EntryKind,
        key: str,
        *,
        reading: Reading | None = None,
        clashes: Mapping[str, Clash] | None = None,
    ) -> Standing:
        """What the controls of an entry are bound to."""
        return Standing(
            fields=self.desk.fields(kind, key),
            published=self.desk.published(kind, key),
            names=self.names,
            problems=page.said_by_field(self.desk.problems, kind, key),
            reading=reading or Reading(),
            clashes=clashes or {},
        )


def bench_of(request: HttpRequest) -> Bench:
    """The desk of who asks. An address may name the change set: ``?set=``."""
    user = person_of(request)
    asked = request.GET.get("set", "")
    chosen, _space, state = request.session.get(CHOSEN, "").partition(" ")
    change_set = editing.set_in_work(asked or chosen, "" if asked else state, user)
    if change_set is not None and change_set.pk == asked:
        choose(request, change_set)
    return bench_with(user, change_set)


def choose(request: HttpRequest, change_set: ChangeSet) -> None:
    """Work in this change set from now on, until it goes on its way."""
    request.session[CHOSEN] = f"{change_set.pk} {change_set.state}"


def bench_with(user: User, change_set: ChangeSet | None) -> Bench:
    """The desk with this change set as it stands now."""
    return Bench(user, get_language() or "en", change_set, editing.desk_of(change_set))


def begun(request: HttpRequest, bench: Bench, title: str) -> ChangeSet:
    """The change set in work; the first change of a curator opens one, which they may rename."""
    if bench.change_set is None:
        bench.change_set = services.open_set(title=title, by=bench.user)
        choose(request, bench.change_set)
    return bench.change_set


def kind_of_address(word: str) -> EntryKind:
    """The kind of entry an address speaks of, or 404."""
    if word not in set(EntryKind):
        raise Http404(_("There is no such kind of entry."))
    return EntryKind(word)


def entry_or_404(bench: Bench, kind: EntryKind, key: str) -> None:
    """404 for an entry that neither the release nor the change set has."""
    if not bench.desk.knows(kind, key):
        raise Http404(_("The graph has no such entry."))


def relation_fields(bench: Bench, key: str) -> RelationEntry:
    """A link as it stands, or 404."""
    entry_or_404(bench, EntryKind.RELATION, key)
    entry = bench.desk.entry(EntryKind.RELATION, key) or bench.names.entry("relation", key)
    if not isinstance(entry, RelationEntry):
        raise Http404(_("The graph has no such entry."))
    return entry


def subject_place(relation: RelationEntry) -> tuple[EntryKind, str]:
    """The entry on whose page a link is edited."""
    kind, key = subject_of(relation)
    return EntryKind(kind), key


def saved_now() -> str:
    """When a save was made, as it is said: ``09:58:12``."""
    return clinical_date(now(), time=True)


def entry_context(
    bench: Bench,
    kind: EntryKind,
    key: str,
    *,
    shown: str = "",
    standing: Standing | None = None,
) -> dict[str, Any]:
    """Everything the page of one entry shows, its drawer left out."""
    standing = standing or bench.standing(kind, key)
    return {
        "parts": bound_sections(bench.sections(kind), standing),
        "has_links": kind in {EntryKind.BIOMARKER, EntryKind.DOMAIN},
        "types": _types(kind, key),
        "part_open": kind is not EntryKind.BIOMARKER,
        **frame_context(bench, kind, key),
        **links_context(bench, kind, key, shown=shown),
    }


def frame_context(bench: Bench, kind: EntryKind, key: str) -> dict[str, Any]:
    """The head of the page and the strip of the change set."""
    release = editing.published_in()
    change_set = bench.change_set
    entry = bench.desk.entry(kind, key)
    return {
        "kind": kind.value,
        "key": key,
        "own_key": key.partition(":")[2] if kind is EntryKind.THING else key,
        "name": bench.names.of(kind.value, key),
        "removed": bench.desk.is_removed(kind, key),
        "is_new": not bench.desk.published(kind, key),
        "facts": page.facts_of(entry, bench.desk.after, bench.language),
        "change_set": change_set,
        "steps": page.steps_of(change_set.state if change_set else "draft"),
        "changes": len(bench.desk.changes),
        "blocking": len(bench.desk.blocking),
        "obstacles": page.obstacles(bench.desk.problems, bench.names, _places(bench)),
        "release": release,
        "entry_version": editing.published_version(kind, key),
        "others": editing.others_at(kind, key, bench.user),
        "changed_here": _changed_here(bench, kind, key),
    }


def links_context(bench: Bench, kind: EntryKind, key: str, *, shown: str = "") -> dict[str, Any]:
    """The picture and the table, made of the same links."""
    found, leading = _links(bench, kind, key)
    said = page.said_by_entry(bench.desk.problems, EntryKind.RELATION)
    return {
        "links": len(found),
        "shown": shown,
        "groups": links.link_groups(found, bench.names, said, shown=shown, leading=leading),
        "counts": links.change_counts(found),
        "leading": leading,
        "view": _picture(bench, key) if kind is EntryKind.BIOMARKER and found else None,
    }


def _links(bench: Bench, kind: EntryKind, key: str) -> tuple[list[links.Link], bool]:
    before, after = bench.desk.before, bench.desk.after
    if kind is EntryKind.THING:
        return links.links_to(before, after, key), True
    if kind is EntryKind.SOURCE:
        return links.links_on(before, after, key), True
    return links.links_from(before, after, kind.value, key), False


def _picture(bench: Bench, key: str) -> Any:
    drawn = neighbourhood(bench.desk.before, key, after=bench.desk.after, language=bench.language)
    return picture_of(drawn, href_of=_href, drafted=True)


def _href(node: Node) -> str:
    return links.url_of(node.relation.id)


def _types(kind: EntryKind, key: str) -> list[dict[str, Any]]:
    here = page.type_of_entry(kind, key) if kind is not EntryKind.RELATION else None
    return [
        {"value": one.value, "label": words, "current": one is here} for one, words in TYPES.items()
    ]


def _places(bench: Bench) -> dict[tuple[str, str, str], str]:
    """The id on the page of every field that a problem speaks of."""
    found = {}
    for problem in bench.desk.problems:
        fields = bench.desk.fields(problem.kind, problem.key)
        place = place_of(bench.sections(problem.kind), fields, problem.field)
        head = problem.field.partition("/")[0]
        anchor = f"w-{place}" if "/" in problem.field or head == problem.field else ""
        if problem.field in {"evidence", "loinc"}:
            anchor = f"rows-{control_id(problem.field)}"
        found[problem.kind.value, problem.key, problem.field] = anchor if place else ""
    return found


def _changed_here(bench: Bench, kind: EntryKind, key: str) -> int:
    """How many fields of the entry and its own links the change set changes."""
    found, _leading = _links(bench, kind, key)
    own = {(EntryKind.RELATION, link.entry.id) for link in found} if not _leading else set()
    return sum((one.kind, one.key) in {*own, (kind, key)} for one in bench.desk.changes)


def rail_context(request: HttpRequest, bench: Bench, kind: EntryKind, key: str) -> dict[str, Any]:
    """The rail: entries of one type that go by the words, with their state, a page at a time."""
    wanted = request.GET.get("type", "")
    entry_type = EntryType(wanted) if wanted in set(EntryType) else page.type_of_entry(kind, key)
    words = request.GET.get("q", "").strip()
    index, found, standing, new = editing.rail(entry_type, words)
    lines = page.rail_lines(
        index, found, standing, bench.desk.change_counts(), (kind.value, key), bench.language
    )
    pages = Paginator(lines, RAIL_PAGE)
    here = next((place for place, line in enumerate(lines) if line.current), 0)
    shown = pages.get_page(request.GET.get("page") or here // RAIL_PAGE + 1)
    return {
        "rail": shown,
        "rail_found": len(lines),
        "rail_total": len(index.by_type[entry_type]),
        "rail_new": [one for one in new if page.type_of_entry(one.kind, one.key) is entry_type],
        "rail_type": entry_type.value,
        "rail_one": page.ONE[entry_type],
        "rail_words": words,
        "create_url": create_url(entry_type),
    }


def create_url(entry_type: EntryType) -> str:
    """Where a new entry of a type is begun."""
    if entry_type in {EntryType.CONDITION, EntryType.MEDICATION, EntryType.PREANALYTICAL}:
        return f"{reverse('graphcurate:entry-create', args=['thing'])}?kind={entry_type}"
    return reverse("graphcurate:entry-create", args=[entry_type.value])


def whole_page(
    request: HttpRequest,
    bench: Bench,
    kind: EntryKind,
    key: str,
    *,
    drawer: dict[str, Any] | None = None,
    standing: Standing | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of an entry, with a link's form in the drawer where one is asked for."""
    shown = str(drawer.get("relation", "")) if drawer else ""
    context = entry_context(bench, kind, key, shown=shown, standing=standing)
    context |= rail_context(request, bench, kind, key)
    context["drawer"] = drawer
    response = render(request, PAGE, context, status=status)
    response["Vary"] = "HX-Request"
    return response
