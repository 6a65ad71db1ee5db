"""What a change set would do to analyses that stand: asked of the room that knows them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from graphcurate import ports
from graphcurate.ports import ImpactState
from graphcurate.queries import change_sets
from medreview.accounts.access import can, check_can, person_of, polled, requires
from medreview.accounts.permissions import Permission


@polled
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_READ)
def change_impact(request: HttpRequest, pk: str) -> HttpResponse:
    """How far the impact of a set is worked out; a curator may ask for it."""
    change_set, user = change_sets.change_set(pk), person_of(request)
    content = change_sets.working_content([change_set])
    name = ports.candidate_hash(content)
    if request.method == "POST":
        check_can(user, Permission.GRAPH_CURATE)
        ports.impact().ask(name, content, user, change_set.pk)
        if not getattr(request, "htmx", False):
            return redirect(reverse("graphcurate:change-detail", args=[pk]))
    summary = ports.impact().summary(name)
    context = {
        "change_set": change_set,
        "impact": summary,
        "polls": summary.state in {ImpactState.QUEUED, ImpactState.RUNNING},
        "may_ask": can(user, Permission.GRAPH_CURATE) and change_set.is_open,
    }
    return render(request, "graphcurate/changes/_impact.html", context)
