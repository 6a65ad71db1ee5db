"""Report a problem of the graph; the curators of the hospital answer, and the reporter hears."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from graphcurate import queries
from graphcurate.forms.flags import FlagForm, SettleForm
from graphcurate.models import ChangeSet, Flag
from graphcurate.presenters.entry_names import Names, address_of
from graphcurate.presenters.flags import FlagRow, flag_row, set_choices
from graphcurate.queries import flags as asked
from graphcurate.queries import review
from graphcurate.services import flags as services
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid, NotFound
from medreview.common.parts import part_of
from medreview.common.versions import version_of

SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_FLAG)
def flag_create(request: HttpRequest) -> HttpResponse:
    """Report a problem with the entry that ``kind`` and ``key`` name."""
    kind, key = request.GET.get("kind", ""), request.GET.get("key", "")
    names = _names()
    entry = names.find(kind, key)
    if entry is None:
        raise NotFound(_("The current release has no such entry."))
    user = person_of(request)
    form = FlagForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.flag(
            kind=kind,
            key=key,
            release=queries.current_release().name,
            text=form.cleaned_data["text"],
            by=user,
        )
        messages.success(request, _("Sent to the curators. Their answer will stand here."))
        return redirect("graphcurate:flag-mine")
    context = {
        "form": form,
        "about": names.of(kind, key),
        "about_url": address_of(entry, kind, key),
        "waiting": asked.flags_on(user, kind, key).count(),
    }
    status = 422 if form.errors else 200
    return render(request, "graphcurate/flags/new.html", context, status=status)


@require_safe
@requires(Permission.GRAPH_CURATE)
def flag_list(request: HttpRequest) -> HttpResponse:
    """The reports of this hospital: what waits for a curator, or what was settled."""
    user = person_of(request)
    is_settled = request.GET.get("show") == "settled"
    lists = {"open": asked.tasks(user), "settled": asked.settled(user)}
    counts = {name: found.count() for name, found in lists.items()}
    context = _page(request, list(lists["settled" if is_settled else "open"]))
    context |= {"settled": is_settled, "counts": counts}
    return render(request, "graphcurate/flags/list.html", context)


@require_safe
@requires(Permission.GRAPH_FLAG)
def flag_mine(request: HttpRequest) -> HttpResponse:
    """What this person reported; ``show=new`` keeps the answers they have not read."""
    user = person_of(request)
    is_new = request.GET.get("show") == "new"
    found = asked.unheard(user) if is_new else asked.reported_by(user)
    context = _page(request, list(found)) | {"only_new": is_new}
    return render(request, "graphcurate/flags/mine.html", context)


@require_safe
@requires(Permission.GRAPH_FLAG)
def flag_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """One report: for its reporter, and for the curators of its hospital."""
    return _detail(request, asked.flag_for(person_of(request), pk))


@require_POST
@requires(Permission.GRAPH_CURATE)
def flag_take(request: HttpRequest, pk: str) -> HttpResponse:
    """Look into it."""
    user = person_of(request)
    services.take(flag=asked.flag_for(user, pk), seen=version_of(request), by=user)
    return redirect("graphcurate:flag-detail", pk)


@require_POST
@requires(Permission.GRAPH_CURATE)
def flag_hand_back(request: HttpRequest, pk: str) -> HttpResponse:
    """Leave it to another curator."""
    user = person_of(request)
    services.hand_back(flag=asked.flag_for(user, pk), seen=version_of(request), by=user)
    return redirect("graphcurate:flag-list")


@require_POST
@requires(Permission.GRAPH_CURATE)
def flag_link(request: HttpRequest, pk: str) -> HttpResponse:
    """Say which change set is to answer it."""
    user = person_of(request)
    flag = asked.flag_for(user, pk)
    try:
        services.link(flag=flag, change_set=_chosen(request), seen=version_of(request), by=user)
    except Invalid as problem:
        return _detail(request, flag, error=in_words(problem), status=422)
    return redirect("graphcurate:flag-detail", pk)


@require_POST
@requires(Permission.GRAPH_CURATE)
def flag_settle(request: HttpRequest, pk: str) -> HttpResponse:
    """Answer it in words."""
    user = person_of(request)
    flag = asked.flag_for(user, pk)
    form = SettleForm(request.POST, sets=set_choices(_answering()))
    if not form.is_valid():
        return _detail(request, flag, form=form, status=422)
    try:
        services.settle(
            flag=flag,
            outcome=form.cleaned_data["outcome"],
            answer=form.cleaned_data["answer"],
            change_set=_chosen(request),
            seen=version_of(request),
            by=user,
        )
    except Invalid as problem:
        form.add_error("change_set", in_words(problem))
        return _detail(request, flag, form=form, status=422)
    messages.success(request, _("Settled. The reporter will read your answer."))
    return redirect("graphcurate:flag-list")


@require_POST
@requires(Permission.GRAPH_FLAG)
def flag_heard(request: HttpRequest, pk: str) -> HttpResponse:
    """The reporter has read the answer."""
    user = person_of(request)
    services.note_heard(flag=asked.flag_for(user, pk), by=user)
    return redirect("graphcurate:flag-mine")


def _detail(
    request: HttpRequest,
    flag: Flag,
    *,
    form: SettleForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    user = person_of(request)
    chosen = flag.change_set_id or ""
    context = {
        "row": _row(flag, _names(), user.pk),
        "may_curate": can(user, Permission.GRAPH_CURATE),
        "form": form or SettleForm(sets=set_choices(_answering()), initial={"change_set": chosen}),
        "sets": set_choices(_answering()),
        "chosen": chosen,
        "error": error,
    }
    return render(request, "graphcurate/flags/detail.html", context, status=status)


def _page(request: HttpRequest, found: list[Flag]) -> dict[str, Any]:
    """The rows of one page, and where the next begins."""
    part = part_of(request, len(found), size=SHOWN)
    names, user = _names(), person_of(request)
    return {
        "rows": [flag_row(flag, names, user.pk) for flag in part.of(found)],
        "total": part.total,
        "start": part.start,
        "following": part.following,
    }


def _row(flag: Flag, names: Names, user_id: str) -> FlagRow:
    return flag_row(flag, names, user_id)


def _names() -> Names:
    return Names([queries.head()], get_language() or "en")


def _answering() -> list[ChangeSet]:
    return list(review.can_answer())


def _chosen(request: HttpRequest) -> ChangeSet | None:
    wanted = request.POST.get("change_set", "")
    return next((one for one in _answering() if one.pk == wanted), None)
