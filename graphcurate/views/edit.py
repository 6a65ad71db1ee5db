"""The page of one entry in the editor: shown, and saved field by field."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import trigger_client_event

from graphcurate.editing.reading import Reading, read
from graphcurate.entry_fields import EntryKind
from graphcurate.presenters.editor_answer import answer_of
from graphcurate.presenters.editor_controls import Clash, Standing
from graphcurate.presenters.field_words import value_words
from graphcurate.queries import editing
from graphcurate.services import presence
from graphcurate.services.change_sets import Refused
from graphcurate.services.editing import Wanted, save_form
from graphcurate.views.edit_drawer import drawer_of, mark_of
from graphcurate.views.edit_shared import (
    Bench,
    begun,
    bench_of,
    bench_with,
    entry_or_404,
    frame_context,
    kind_of_address,
    links_context,
    relation_fields,
    subject_place,
    whole_page,
)
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.common.display import in_words

SAVED = "graphcurate/editor/_saved.html"
DRAWER = "graphcurate/editor/_drawer_answer.html"


@require_safe
@requires(Permission.GRAPH_CURATE)
def edit_home(request: HttpRequest) -> HttpResponse:
    """The editor begins at the first entry of the rail."""
    return redirect("graphcurate:entry-edit", EntryKind.BIOMARKER.value, editing.first_key())


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def entry_edit(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """One entry; a link is shown in the drawer beside the entry it leads from."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry_or_404(bench, of, key)
    if request.method == "POST":
        return _save(request, bench, of, key)
    return _shown(request, bench, of, key)


def _shown(request: HttpRequest, bench: Bench, kind: EntryKind, key: str) -> HttpResponse:
    if kind is not EntryKind.RELATION:
        presence.note_presence(kind=kind, key=key, by=bench.user)
        return whole_page(request, bench, kind, key)
    subject, subject_key = subject_place(relation_fields(bench, key))
    presence.note_presence(kind=subject, key=subject_key, by=bench.user)
    drawer = drawer_of(bench, key, bench.standing(kind, key))
    if not getattr(request, "htmx", False):
        return whole_page(request, bench, subject, subject_key, drawer=drawer)
    context = {
        "drawer": drawer,
        **frame_context(bench, subject, subject_key),
        **links_context(bench, subject, subject_key, shown=key),
    }
    response = render(request, DRAWER, context)
    response["Vary"] = "HX-Request"
    return trigger_client_event(response, "focusOn", {"value": "#drawer-title"}, after="settle")


def _save(request: HttpRequest, bench: Bench, kind: EntryKind, key: str) -> HttpResponse:
    sections = bench.sections(kind)
    reading = read(sections, request.POST, {"source": bench.desk.keys(EntryKind.SOURCE)})
    kept = request.POST.get("keep", "")
    reading.edits = [edit for edit in reading.edits if edit.control != kept]
    refused: tuple[Refused, ...] = ()
    if reading.edits:
        change_set = begun(request, bench, bench.names.of(kind.value, key))
        refused = save_form(
            change_set=change_set,
            kind=kind,
            key=key,
            wanted=[Wanted(edit.field, edit.new, edit.seen) for edit in reading.edits],
            by=bench.user,
        )
    bench = bench_with(bench.user, editing.fresh(bench.change_set))
    clashes = _clashes(bench, kind, key, reading, refused)
    standing = bench.standing(kind, key, reading=reading, clashes=clashes)
    status = 409 if clashes else 422 if reading.faults else 200
    if getattr(request, "htmx", False):
        return _answer(request, bench, kind, key, standing, status)
    return _answered_page(request, bench, kind, key, standing, status)


def _clashes(
    bench: Bench, kind: EntryKind, key: str, reading: Reading, refused: tuple[Refused, ...]
) -> dict[str, Clash]:
    """What was refused, beside the control it was typed in."""
    controls = {edit.field: edit.control for edit in reading.edits}
    found = {}
    for one in refused:
        field = one.edit.field
        author = bench.change_set and editing.author_of(bench.change_set, kind, key, field)
        found[controls[field]] = Clash(
            theirs=value_words(field, one.now, bench.names) or _("nothing"),
            mine=value_words(field, one.edit.new, bench.names) or _("nothing"),
            theirs_json=editing.as_text(one.now),
            by=author or _("A newer release"),
        )
    return found


def _answer(
    request: HttpRequest,
    bench: Bench,
    kind: EntryKind,
    key: str,
    standing: Standing,
    status: int,
) -> HttpResponse:
    subject, subject_key, shown = _subject(bench, kind, key)
    answer = answer_of(bench.sections(kind), request.POST, standing.reading, standing)
    context: dict[str, Any] = {
        "answer": answer,
        "said": _said(standing),
        "saved": _saved(standing),
        "mark": mark_of(bench, key) if shown else None,
        **frame_context(bench, subject, subject_key),
        **links_context(bench, subject, subject_key, shown=shown),
    }
    response = render(request, SAVED, context, status=status)
    response["Vary"] = "HX-Request"
    return response


def _answered_page(
    request: HttpRequest,
    bench: Bench,
    kind: EntryKind,
    key: str,
    standing: Standing,
    status: int,
) -> HttpResponse:
    """For a browser without script: the page again, with what it typed where it was not saved."""
    if status == 200:
        messages.success(request, _saved(standing))
        return redirect("graphcurate:entry-edit", kind.value, key)
    subject, subject_key, shown = _subject(bench, kind, key)
    if shown:
        drawer = drawer_of(bench, key, standing)
        return whole_page(request, bench, subject, subject_key, drawer=drawer, status=status)
    return whole_page(request, bench, kind, key, standing=standing, status=status)


def _subject(bench: Bench, kind: EntryKind, key: str) -> tuple[EntryKind, str, str]:
    """The entry whose page this is, and the link in its drawer."""
    if kind is EntryKind.RELATION:
        return *subject_place(relation_fields(bench, key)), key
    return kind, key, ""


def _saved(standing: Standing) -> str:
    if standing.clashes or standing.reading.faults:
        return _("Not all of it is saved")
    return _("Saved %(time)s") % {"time": f"{timezone.localtime(now()):%H:%M:%S}"}


def _said(standing: Standing) -> str:
    """What is read aloud after a save."""
    if standing.clashes:
        return _("Somebody else changed the same field. Choose one of the two.")
    if standing.reading.faults:
        return " ".join(in_words(one) for one in standing.reading.faults.values())
    return _saved(standing)
