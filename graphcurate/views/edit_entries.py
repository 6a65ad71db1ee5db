"""Entries begun, removed, put back as they were, and compared with the release."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from graphcurate.applying import Change
from graphcurate.browsing import EntryType
from graphcurate.entry_fields import EntryKind
from graphcurate.forms.creating import CreateForm, asked_for, entry_of
from graphcurate.presenters import editor_links as links
from graphcurate.presenters import editor_page as page
from graphcurate.presenters.field_words import label_of, value_words
from graphcurate.services import change_sets as services
from graphcurate.views.edit_links import link_create
from graphcurate.views.edit_shared import (
    Bench,
    begun,
    bench_of,
    entry_or_404,
    frame_context,
    kind_of_address,
    rail_context,
    relation_fields,
    subject_place,
)
from graphcurate.words import TYPES
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid
from medreview.common.word_diff import word_diff

CREATE = "graphcurate/editor/create.html"
REMOVE = "graphcurate/editor/_remove_dialog.html"
COMPARE = "graphcurate/editor/_compare_dialog.html"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def entry_create(request: HttpRequest, kind: str) -> HttpResponse:
    """A new entry, with what is known of it filled in from the address."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    if of is EntryKind.RELATION:
        return link_create(request, bench)
    form = CreateForm(
        request.POST or None, kind=of, domains=bench.domains, initial=asked_for(of, request.GET)
    )
    if request.method == "POST" and form.is_valid():
        entry = entry_of(of, form.cleaned_data)
        key = form.entry_key()
        change_set = begun(request, bench, form.cleaned_data["name"])
        try:
            services.add_entry(change_set=change_set, entry=entry, by=bench.user)
        except Invalid as problem:
            form.add_error("key", in_words(problem))
        else:
            return redirect("graphcurate:entry-edit", of.value, key)
    return _form(request, bench, of, form)


def _form(request: HttpRequest, bench: Bench, of: EntryKind, form: CreateForm) -> HttpResponse:
    thing = request.POST.get("kind") or request.GET.get("kind", "")
    word = thing if of is EntryKind.THING and thing in set(EntryType) else of.value
    entry_type = EntryType(word) if word in set(EntryType) else EntryType.CONDITION
    place = f"{entry_type}:" if of is EntryKind.THING else ""
    context = {
        "form": form,
        "title": page.ONE[entry_type],
        "types": [
            {"value": one.value, "label": words, "current": one is entry_type}
            for one, words in TYPES.items()
        ],
        **frame_context(bench, of, place),
        **rail_context(request, bench, of, place),
    }
    return render(request, CREATE, context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def entry_remove(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Take an entry out of the graph, with a reason."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry_or_404(bench, of, key)
    if request.method != "POST":
        return _remove_dialog(request, bench, of, key)
    back = _back(bench, of, key, gone=not bench.desk.published(of, key))
    name = bench.names.of(of.value, key)
    try:
        change_set = begun(request, bench, name)
        services.remove_entry(
            change_set=change_set,
            kind=of,
            key=key,
            reason=request.POST.get("reason", ""),
            by=bench.user,
        )
    except Invalid as problem:
        return _remove_dialog(request, bench, of, key, error=in_words(problem))
    messages.success(request, _("%(name)s: removed in the change set.") % {"name": name})
    return go(request, back)


def _remove_dialog(
    request: HttpRequest, bench: Bench, kind: EntryKind, key: str, error: str = ""
) -> HttpResponse:
    context = {
        "name": bench.names.of(kind.value, key),
        "action": reverse("graphcurate:entry-remove", args=[kind.value, key]),
        "back_url": reverse("graphcurate:entry-edit", args=[kind.value, key]),
        "error": error,
        "reason": request.POST.get("reason", ""),
    }
    return dialog(request, REMOVE, context, status=422 if error else 200)


@require_POST
@requires(Permission.GRAPH_CURATE)
def entry_revert(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Drop what the change set says of an entry, or of one field of it."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry_or_404(bench, of, key)
    back = _back(bench, of, key, gone=not bench.desk.published(of, key))
    if bench.change_set is not None:
        field = request.POST.get("field") or None
        services.undo(change_set=bench.change_set, kind=of, key=key, field=field, by=bench.user)
        messages.success(request, _("Put back as the current release has it."))
    return go(request, back)


@require_safe
@requires(Permission.GRAPH_CURATE)
def entry_compare(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """What the change set changes of an entry and of its links, old beside new."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry_or_404(bench, of, key)
    own = {(of, key)}
    if of in {EntryKind.BIOMARKER, EntryKind.DOMAIN}:
        found = links.links_from(bench.desk.before, bench.desk.after, of.value, key)
        own |= {(EntryKind.RELATION, link.entry.id) for link in found}
    rows = [_row(bench, one) for one in bench.desk.changes if (one.kind, one.key) in own]
    context = {
        "name": bench.names.of(of.value, key),
        "rows": rows,
        "back_url": reverse("graphcurate:entry-edit", args=[of.value, key]),
        **frame_context(bench, of, key),
    }
    return dialog(request, COMPARE, context)


def _row(bench: Bench, change: Change) -> dict[str, Any]:
    names = bench.names
    old = value_words(change.field, change.old, names)
    new = value_words(change.field, change.new, names)
    return {
        "entry": names.of(change.kind.value, change.key),
        "label": label_of(change.field, names, change.new or change.old),
        "diff": word_diff(old, new),
        "field": change.field,
        "undo_url": reverse("graphcurate:entry-revert", args=[change.kind.value, change.key]),
        "id": re.sub(r"\W+", "-", f"{change.kind}-{change.key}-{change.field}"),
    }


def _back(bench: Bench, kind: EntryKind, key: str, *, gone: bool) -> str:
    """Where a person goes on: a link's subject; the entry, or the editor where it is no more."""
    if kind is EntryKind.RELATION:
        subject, subject_key = subject_place(relation_fields(bench, key))
        address = reverse("graphcurate:entry-edit", args=[subject.value, subject_key])
        return address if gone else f"{address}#{links.anchor_of(key)}"
    if gone:
        return reverse("graphcurate:edit")
    return reverse("graphcurate:entry-edit", args=[kind.value, key])


def go(request: HttpRequest, address: str) -> HttpResponse:
    """Go on at an address, the page made anew even where it is the same one."""
    if getattr(request, "htmx", False):
        # To another place of the same page a browser only scrolls.
        return HttpResponseClientRedirect(address.partition("#")[0])
    return redirect(address)


def dialog(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A dialog in the page, or for a browser without script a page of its own."""
    is_part = getattr(request, "htmx", False)
    shown = template if is_part else "graphcurate/editor/dialog_page.html"
    response = render(request, shown, {**context, "dialog": template}, status=status)
    response["Vary"] = "HX-Request"
    if is_part:
        response["HX-Retarget"], response["HX-Reswap"] = "#dialog-place", "innerHTML"
    return response
