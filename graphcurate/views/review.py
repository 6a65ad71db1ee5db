"""A reviewer's steps on a change set: viewed, comment, take, approve, send back, reject."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from graphcurate.errors import NoStatement, NotReady, StaleChangeSet
from graphcurate.forms.review import InterestsForm
from graphcurate.lifecycle import Verdict
from graphcurate.queries import review as asked
from graphcurate.reviewing.viewing import NotViewed
from graphcurate.services import change_sets, decisions, remarks, reviewing
from graphcurate.views.change_shared import Opened, card, opened, show
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid, NotFound, WrongState
from medreview.common.versions import version_of


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def change_viewed(request: HttpRequest, pk: str, entry: str) -> HttpResponse:
    """Mark one change as viewed, as it stands, or take the mark away."""
    seen = opened(request, pk)
    diff = seen.diff(entry)
    if request.POST.get("off"):
        remarks.unmark(change_set=seen.change_set, kind=diff.kind, key=diff.key, by=seen.user)
    elif request.POST.get("hash", "") == diff.content_hash:
        remarks.mark_viewed(
            change_set=seen.change_set,
            kind=diff.kind,
            key=diff.key,
            content_hash=diff.content_hash,
            by=seen.user,
        )
    # What was edited meanwhile comes back as it is now, unmarked: nobody has looked at that.
    return _card(request, opened(request, pk), entry)


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_comment(request: HttpRequest, pk: str) -> HttpResponse:
    """A remark on the set, or on the change that ``on`` names."""
    seen = opened(request, pk)
    name = request.POST.get("on", "")
    diff = seen.diff(name) if name else None
    try:
        remarks.comment(
            change_set=seen.change_set,
            text=request.POST.get("text", ""),
            kind=diff.kind if diff else "",
            key=diff.key if diff else "",
            by=seen.user,
        )
    except Invalid as problem:
        return show(request, seen, status=422, error=in_words(problem))
    if name:
        # The field that was written in is gone: the reader stays at the change.
        return trigger_client_event(
            _card(request, seen, name), "focusOn", {"value": f"#{name}-h"}, after="settle"
        )
    return redirect(_page(pk, "h-comments"))


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_assign(request: HttpRequest, pk: str) -> HttpResponse:
    """Ask a colleague for the review, or take it."""
    seen = opened(request, pk)
    wanted = request.POST.get("to", "")
    able = asked.able_reviewers(seen.change_set)
    to = seen.user if wanted == "me" else next((one for one in able if one.pk == wanted), None)
    try:
        if to is None:
            raise Invalid(_("Choose a colleague who may decide on change sets."))
        remarks.assign(change_set=seen.change_set, to=to, by=seen.user)
    except Invalid as problem:
        return show(request, seen, status=422, error=in_words(problem))
    return redirect(_page(pk))


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_hand_back(request: HttpRequest, pk: str) -> HttpResponse:
    """Leave the review to anybody."""
    seen = opened(request, pk)
    remarks.hand_back(change_set=seen.change_set, by=seen.user)
    return redirect("graphcurate:change-list")


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def change_approve(request: HttpRequest, pk: str) -> HttpResponse:
    """Approve what was read; asks for a statement, and about removals nobody looked at."""
    seen = opened(request, pk)
    comment = request.POST.get("comment", "")
    form = InterestsForm(request.POST) if "has_interests" in request.POST else None
    if form is not None and not form.is_valid():
        return show(request, seen, status=422, asks="statement", interests=form, comment=comment)
    try:
        if form is not None:
            decisions.state_interests(interests=form.interests(), by=seen.user)
        reviewing.approve(
            change_set=seen.change_set,
            content_hash=request.POST.get("content_hash", ""),
            comment=comment,
            confirmed=bool(request.POST.get("confirmed")),
            by=seen.user,
        )
    except NoStatement:
        form = InterestsForm()
        return show(request, seen, status=422, asks="statement", interests=form, comment=comment)
    except NotViewed as problem:
        return show(
            request, seen, status=422, asks="viewed", error=in_words(problem), comment=comment
        )
    except WrongState as problem:
        return _overtaken(request, pk, problem, comment)
    messages.success(request, _("Approved. It can be part of a release now."))
    return redirect(_page(pk))


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def change_request(request: HttpRequest, pk: str) -> HttpResponse:
    """Send it back to its authors with words."""
    return _refuse(request, pk, Verdict.REQUEST_CHANGES, _("Sent back to its authors."))


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def change_reject(request: HttpRequest, pk: str) -> HttpResponse:
    """Turn it down with words."""
    return _refuse(request, pk, Verdict.REJECT, _("Rejected. It stays readable."))


def _refuse(request: HttpRequest, pk: str, verdict: Verdict, said: str) -> HttpResponse:
    seen = opened(request, pk)
    comment = request.POST.get("comment", "")
    try:
        reviewing.refuse(
            change_set=seen.change_set,
            verdict=verdict,
            content_hash=request.POST.get("content_hash", ""),
            comment=comment,
            by=seen.user,
        )
    except Invalid as problem:
        return show(request, seen, status=422, comment_error=in_words(problem), comment=comment)
    except WrongState as problem:
        return _overtaken(request, pk, problem, comment)
    messages.success(request, said)
    return redirect(_page(pk))


def _overtaken(request: HttpRequest, pk: str, problem: WrongState, comment: str) -> HttpResponse:
    """Somebody was first, or edited it: the page as it is now, with what they did on top."""
    seen = opened(request, pk)
    first = next(iter(asked.decisions_on(seen.change_set)), None)
    edited = isinstance(problem, StaleChangeSet | NotReady)
    more = {"comment": comment, "overtaken": in_words(problem) if edited else "", "first": first}
    return show(request, seen, status=409, is_second=not edited, **more)


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_send(request: HttpRequest, pk: str) -> HttpResponse:
    """Send it to a second person."""
    seen = opened(request, pk)
    return _moved(request, seen, "send")


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_take_back(request: HttpRequest, pk: str) -> HttpResponse:
    """Its author takes it out of review."""
    return _moved(request, opened(request, pk), "take_back")


@require_POST
@requires(Permission.GRAPH_CURATE)
def change_withdraw(request: HttpRequest, pk: str) -> HttpResponse:
    """Its author closes it for good."""
    return _moved(request, opened(request, pk), "withdraw")


MOVES = {
    "send": change_sets.submit,
    "take_back": change_sets.take_back,
    "withdraw": change_sets.withdraw,
}


def _moved(request: HttpRequest, seen: Opened, step: str) -> HttpResponse:
    try:
        MOVES[step](change_set=seen.change_set, version=version_of(request), by=seen.user)
    except WrongState as problem:
        now = opened(request, seen.change_set.pk)
        return show(request, now, status=409, overtaken=in_words(problem))
    return redirect(_page(seen.change_set.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_ACCEPT)
def interests(request: HttpRequest) -> HttpResponse:
    """What this person says of interests that could sway them; each statement stays."""
    user = person_of(request)
    form = InterestsForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        decisions.state_interests(interests=form.interests(), by=user)
        messages.success(request, _("Your statement is kept. It holds for a year."))
        return redirect("graphcurate:interests")
    context = {"form": form, "rows": asked.statement_rows(user)}
    status = 422 if form.errors else 200
    return render(request, "graphcurate/changes/interests.html", context, status=status)


@require_POST
@requires(Permission.GRAPH_READ)
def mention_seen(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a mention away."""
    user = person_of(request)
    found = asked.mentions_of(user).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such mention."))
    remarks.put_away(mention=found, by=user)
    return redirect(f"{reverse('graphcurate:mention-list')}?show=new")


def _card(request: HttpRequest, seen: Opened, name: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        return card(request, seen, name)
    return redirect(_page(seen.change_set.pk, name))


def _page(pk: str, place: str = "") -> str:
    address = reverse("graphcurate:change-detail", args=[pk])
    return f"{address}#{place}" if place else address
