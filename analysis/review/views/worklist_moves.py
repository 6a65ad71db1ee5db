"""Take an analysis, give it to a colleague, give it back, take it over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import analysis_for
from analysis.review.views.shared import dialog, holding_of, person
from analysis.review.views.worklist_held import held_dialog, tells_who_holds
from analysis.worklist import queries, services
from analysis.worklist.errors import WrongReceiver
from medreview.accounts.access import can, polled, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid
from medreview.common.htmx import page_shown
from medreview.common.versions import version_of


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def claim(request: HttpRequest, pk: str) -> HttpResponse:
    """Take what nobody holds, and go to it."""
    analysis = analysis_for(person(request), pk)
    services.claim(analysis=analysis, by=person(request))
    return _to_analysis(request, analysis)


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
def release(request: HttpRequest, pk: str) -> HttpResponse:
    """Give back what one holds."""
    analysis = analysis_for(person(request), pk)
    services.release_claim(analysis=analysis, by=person(request))
    return _back(request)


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def give(request: HttpRequest, pk: str) -> HttpResponse:
    """Assign what waits to a colleague, or hand over what one holds with a note."""
    user = person(request)
    analysis = analysis_for(user, pk)
    if request.method == "GET":
        return _give_dialog(request, analysis)
    note = request.POST.get("note", "")
    try:
        to = _chosen(user, request.POST.get("to", ""))
        if _is_mine(analysis, user):
            services.hand_over(analysis=analysis, to=to, note=note, by=user)
        else:
            services.assign(analysis=analysis, to=to, note=note, by=user)
    except Invalid as problem:
        return _give_dialog(request, analysis, error=in_words(problem))
    return _back(request)


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def take_over(request: HttpRequest, pk: str) -> HttpResponse:
    """Take what a colleague holds: it is recorded, and they are told."""
    if request.method == "GET":
        return held_dialog(request, pk)
    analysis = analysis_for(person(request), pk)
    services.take_over(analysis=analysis, version=version_of(request), by=person(request))
    return _to_analysis(request, analysis)


@polled
@require_GET
@requires(Permission.ANALYSIS_READ)
def holding(request: HttpRequest, pk: str) -> HttpResponse:
    """In whose hands it is now: the one line of the page that is asked for again and again."""
    user = person(request)
    line = holding_of(analysis_for(user, pk), user)
    if line is not None and line.mark == request.GET.get("seen"):
        return HttpResponse(status=204)
    context = {
        "holding": line,
        "closed": True,
        "may_decide": can(user, Permission.ANALYSIS_DECIDE),
        "page_url": page_shown(request) or reverse("review:analysis-detail", args=[pk]),
    }
    return render(request, "analysis/review/_worklist_holding.html", context)


def _is_mine(analysis: Analysis, user: User) -> bool:
    holder = queries.holder_of(analysis)
    return holder is not None and holder.pk == user.pk


def _chosen(user: User, pk: str) -> User:
    colleague = next((each for each in queries.colleagues(user) if each.pk == pk), None)
    if colleague is None:
        raise WrongReceiver(gettext("Choose a colleague."))
    return colleague


def _give_dialog(request: HttpRequest, analysis: Analysis, *, error: str = "") -> HttpResponse:
    user = person(request)
    context = {
        "analysis": analysis,
        "action": reverse("review:give", args=[analysis.pk]),
        "colleagues": list(queries.colleagues(user)),
        "chosen": request.POST.get("to", ""),
        "note": request.POST.get("note", ""),
        "begun": _is_mine(analysis, user),
        "error": error,
    }
    return dialog(request, "_worklist_give.html", context, status=422 if error else 200)


def _to_analysis(request: HttpRequest, analysis: Analysis) -> HttpResponse:
    """To its page; one who is there already stays at the finding that is open."""
    address = reverse("review:analysis-detail", args=[analysis.pk])
    here = page_shown(request)
    return _go(request, here if here.startswith(address) else address)


def _back(request: HttpRequest) -> HttpResponse:
    return _go(request, page_shown(request) or reverse("review:worklist"))


def _go(request: HttpRequest, address: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return redirect(address)
