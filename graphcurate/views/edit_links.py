"""A new link, and the order of links."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from graphcurate.contracts import Effect
from graphcurate.editing.links import Target, new_link, target_in, twins_of
from graphcurate.entry_fields import EntryKind
from graphcurate.presenters import editor_links as links
from graphcurate.queries import editing
from graphcurate.services import change_sets as services
from graphcurate.services.editing import move_link
from graphcurate.views.edit_drawer import drawer_of, new_drawer
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

DRAWER = "graphcurate/editor/_drawer_answer.html"
LINKS = "graphcurate/editor/_links_answer.html"


def link_create(request: HttpRequest, bench: Bench) -> HttpResponse:
    """A form for a new link of an entry; once it has a target it is kept in the change set."""
    asked = request.POST if request.method == "POST" else request.GET
    subject, key = _subject(asked)
    entry_or_404(bench, subject, key)
    if request.method != "POST":
        drawer = new_drawer(bench, subject, key, kind=asked.get("kind", ""))
        return _drawer(request, bench, subject, key, drawer)
    target = target_in(request.POST.get("target", ""), bench.desk.after)
    if target is None or (target.kind.value, target.key) == ("parameter", key):
        return _refused(
            request, bench, subject, key, _("Choose what it leads to from the suggestions.")
        )
    return _create(request, bench, subject, key, target)


def _subject(asked: Any) -> tuple[EntryKind, str]:
    domain = asked.get("domain", "")
    return (
        (EntryKind.DOMAIN, domain)
        if domain
        else (
            EntryKind.BIOMARKER,
            asked.get("biomarker", ""),
        )
    )


def _create(
    request: HttpRequest, bench: Bench, subject: EntryKind, key: str, target: Target
) -> HttpResponse:
    twins = twins_of(subject, key, target, bench.desk.after.relations)
    if twins and not request.POST.get("again"):
        sentence = _(
            "There is a link to it already. Open that one, or add a second for other cases."
        )
        return _refused(request, bench, subject, key, sentence, twin=twins[0].id)
    word = request.POST.get("effect", "")
    effect = Effect(word) if word in set(Effect) else Effect.CONTEXTUALISES
    taken = {
        *(one.id for each in (bench.desk.before, bench.desk.after) for one in each.relations),
        *bench.desk.new_keys(EntryKind.RELATION),
    }
    entry = new_link(subject, key, target, effect, taken)
    change_set = begun(request, bench, bench.names.of(subject.value, key))
    services.add_entry(change_set=change_set, entry=entry, by=bench.user)
    bench = bench_with(bench.user, editing.fresh(change_set))
    if not getattr(request, "htmx", False):
        return redirect("graphcurate:entry-edit", EntryKind.RELATION.value, entry.id)
    drawer = drawer_of(bench, entry.id, bench.standing(EntryKind.RELATION, entry.id))
    response = _drawer(request, bench, subject, key, drawer, focus="#c-rationale")
    response["HX-Push-Url"] = links.url_of(entry.id)
    return response


def _refused(
    request: HttpRequest,
    bench: Bench,
    subject: EntryKind,
    key: str,
    sentence: str,
    *,
    twin: str = "",
) -> HttpResponse:
    drawer = new_drawer(
        bench,
        subject,
        key,
        typed=request.POST.get("target", ""),
        effect=request.POST.get("effect", ""),
        fault=sentence,
        twin=twin,
    )
    focus = "#twin" if twin else "#new-target"
    return _drawer(request, bench, subject, key, drawer, status=422, focus=focus)


def _drawer(
    request: HttpRequest,
    bench: Bench,
    subject: EntryKind,
    key: str,
    drawer: dict[str, Any],
    *,
    status: int = 200,
    focus: str = "#new-target",
) -> HttpResponse:
    if not getattr(request, "htmx", False):
        return whole_page(request, bench, subject, key, drawer=drawer, status=status)
    context = {
        "drawer": drawer,
        **frame_context(bench, subject, key),
        **links_context(bench, subject, key, shown=str(drawer.get("relation", ""))),
    }
    response = render(request, DRAWER, context, status=status)
    response["Vary"] = "HX-Request"
    return trigger_client_event(response, "focusOn", {"value": focus}, after="settle")


@require_POST
@requires(Permission.GRAPH_CURATE)
def entry_move(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """A link one place up or down among its kind."""
    of = kind_of_address(kind)
    bench = bench_of(request)
    entry = relation_fields(bench, key)
    subject, subject_key = subject_place(entry)
    found = links.links_from(bench.desk.after, bench.desk.after, subject.value, subject_key)
    change_set = begun(request, bench, bench.names.of(subject.value, subject_key))
    move_link(
        change_set=change_set,
        links=[link.entry for link in found if link.entry.kind is entry.kind],
        key=key,
        by=bench.user,
        up=request.POST.get("to") == "up",
    )
    if not getattr(request, "htmx", False):
        return redirect(f"{_page(subject, subject_key)}#{links.anchor_of(key)}")
    bench = bench_with(bench.user, editing.fresh(change_set))
    context = {
        **frame_context(bench, subject, subject_key),
        **links_context(bench, subject, subject_key, shown=request.POST.get("shown", "")),
        "said": _("%(name)s moved") % {"name": bench.names.of(of.value, key)},
    }
    response = render(request, LINKS, context)
    focus = {"value": f"#open-{links.anchor_of(key)}"}
    return trigger_client_event(response, "focusOn", focus, after="settle")


def _page(kind: EntryKind, key: str) -> str:
    return reverse("graphcurate:entry-edit", args=[kind.value, key])
