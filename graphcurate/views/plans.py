"""A release on its way: planned, changed, appraised, signed, let pass, sent out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from graphcurate.errors import AlreadyPublished, StalePlan
from graphcurate.forms.releases import PlanForm
from graphcurate.models import ChangeSet, PlannedRelease
from graphcurate.presenters import diff as words
from graphcurate.presenters import releases as presenters
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import planned_releases as plans
from graphcurate.queries import release_gates
from graphcurate.queries.planned_releases import Candidate
from graphcurate.releasing.gates import Gate, GateState, held_back
from graphcurate.releasing.policies import CODE_SYSTEMS
from graphcurate.releasing.states import PlanState
from graphcurate.services import planning, publishing
from graphcurate.views.releases import page_of_changes
from medreview.accounts.access import can, person_of, polled, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid, MedReviewError, WrongState
from medreview.common.text import whole_number
from medreview.common.versions import version_of


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_PUBLISH)
def plan_new(request: HttpRequest) -> HttpResponse:
    """Plan the next release: its number, what goes out, notes, code systems."""
    sets = list(plans.publishable())
    first = {
        "number": plans.next_number(),
        "change_sets": [one.pk for one in sets],
        **_version_fields(plans.last_code_systems()),
    }
    form = PlanForm(request.POST if request.method == "POST" else None, sets=sets, initial=first)
    if form.is_valid():
        try:
            planned = planning.plan(**_said(form), by=person_of(request))
            return redirect("graphcurate:plan", planned.pk)
        except MedReviewError as problem:
            form.add_error(None, in_words(problem))
    context = {"form": form, "sets": sets}
    status = 422 if form.errors else 200
    return render(request, "graphcurate/releases/plan_form.html", context, status=status)


@require_safe
@requires(Permission.GRAPH_READ)
def plan(request: HttpRequest, pk: str) -> HttpResponse:
    """One planned release: its gates, what it would change, and the way out."""
    planned = plans.planned_release(pk)
    if planned.state == PlanState.PUBLISHED:
        return redirect("graphcurate:release-detail", planned.publication.release.name)
    return _page(request, planned)


@require_safe
@requires(Permission.GRAPH_READ)
@polled
def plan_gates(request: HttpRequest, pk: str) -> HttpResponse:
    """The gates alone, for a page that waits for a worker."""
    planned = plans.planned_release(pk)
    return render(request, "graphcurate/releases/_gates.html", _gates(request, planned))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_PUBLISH)
def plan_edit(request: HttpRequest, pk: str) -> HttpResponse:
    """Another number, other sets, other notes."""
    planned = plans.planned_release(pk)
    sets = _choice(planned)
    form = PlanForm(
        request.POST if request.method == "POST" else None, sets=sets, initial=_as_it_is(planned)
    )
    context: dict[str, Any] = {"form": form, "sets": sets, "plan": planned}
    status = 200
    if form.is_valid():
        try:
            planning.change(
                planned=planned, version=version_of(request), **_said(form), by=person_of(request)
            )
            return redirect("graphcurate:plan", planned.pk)
        except MedReviewError as problem:
            form.add_error(None, in_words(problem))
            # What stands is shown beside what was typed; sent again, the form is of this version.
            context |= {
                "plan": plans.planned_release(pk),
                "is_stale": isinstance(problem, StalePlan),
            }
            status = _status(problem)
    elif form.errors:
        status = 422
    return render(request, "graphcurate/releases/plan_form.html", context, status=status)


@require_safe
@requires(Permission.GRAPH_READ)
def plan_changes(request: HttpRequest, pk: str) -> HttpResponse:
    """What the release would change, as sentences and field by field."""
    planned = plans.planned_release(pk)
    candidate = plans.candidate_of(planned)
    names = _names(candidate)
    entries = words.entry_diffs(candidate.changes, names)
    context = {
        "plan": planned,
        "base": candidate.base,
        "tallies": presenters.tally_rows(candidate.tallies),
        **page_of_changes(entries, names, whole_number(request.GET.get("page")) or 1),
    }
    return render(request, "graphcurate/releases/plan_changes.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def plan_vignettes(request: HttpRequest, pk: str) -> HttpResponse:
    """The vignettes that come out differently, before and after."""
    planned = plans.planned_release(pk)
    found = plans.last_appraisal(planned)
    signed = plans.signed_by(found) if found else []
    context = {
        "plan": planned,
        "found": found,
        "content_hash": found.candidate_hash if found else "",
        "rows": presenters.vignette_rows(found.vignettes if found else []),
        "signed": [name for _id, name in signed],
        "is_signed": person_of(request).pk in dict(signed),
        "can_sign": can(request.user, Permission.GRAPH_PUBLISH),
    }
    return render(request, "graphcurate/releases/vignettes.html", context)


@require_POST
@requires(Permission.GRAPH_PUBLISH)
def plan_sign(request: HttpRequest, pk: str) -> HttpResponse:
    """Stand by how the vignettes change."""
    planned = plans.planned_release(pk)
    return _done(
        request,
        planned,
        lambda: planning.sign_vignettes(
            planned=planned, content_hash=_content_seen(request), by=person_of(request)
        ),
        _("Signed. It holds for this content only."),
    )


@require_POST
@requires(Permission.GRAPH_PUBLISH)
def plan_appraise(request: HttpRequest, pk: str) -> HttpResponse:
    """Have the content appraised as it is now."""
    planned = plans.planned_release(pk)
    return _done(
        request,
        planned,
        lambda: planning.appraise(planned=planned, by=person_of(request)),
        _("Asked. The gates say how far it is."),
    )


@require_POST
@requires(Permission.GRAPH_OVERRIDE)
def plan_override(request: HttpRequest, pk: str) -> HttpResponse:
    """Let one gate pass that failed, with a reason."""
    planned = plans.planned_release(pk)
    named = request.POST.get("gate", "")
    if named not in set(Gate):
        raise Invalid(_("There is no such gate."))
    return _done(
        request,
        planned,
        lambda: planning.override(
            planned=planned,
            gate=Gate(named),
            content_hash=_content_seen(request),
            reason=request.POST.get("reason", ""),
            by=person_of(request),
        ),
        _("This gate lets this content pass. Your name and reason stay with the release."),
    )


@require_POST
@requires(Permission.GRAPH_PUBLISH)
def plan_discard(request: HttpRequest, pk: str) -> HttpResponse:
    """Give the plan up."""
    planned = plans.planned_release(pk)
    try:
        planning.discard(planned=planned, version=version_of(request), by=person_of(request))
    except MedReviewError as problem:
        return _page(request, plans.planned_release(pk), problem)
    messages.success(request, _("Release %s is no longer planned.") % planned.number)
    return redirect("graphcurate:release-list")


@require_POST
@requires(Permission.GRAPH_PUBLISH)
def plan_publish(request: HttpRequest, pk: str) -> HttpResponse:
    """Send it out, once its number was typed and every gate lets it pass."""
    planned = plans.planned_release(pk)
    try:
        release = publishing.publish(
            planned=planned,
            typed=request.POST.get("number", ""),
            content_hash=_content_seen(request),
            by=person_of(request),
        )
    except AlreadyPublished as problem:
        context = {"plan": planned, "problem": in_words(problem)}
        return render(request, "graphcurate/releases/already.html", context, status=409)
    except MedReviewError as problem:
        return _page(request, plans.planned_release(pk), problem)
    messages.success(request, _("Release %s is published.") % release.name)
    return redirect("graphcurate:release-detail", release.name)


def _done(request: HttpRequest, planned: PlannedRelease, step: Any, said: str) -> HttpResponse:
    """Take one step and come back to the plan; what went wrong stands on its page."""
    try:
        step()
    except MedReviewError as problem:
        return _page(request, plans.planned_release(planned.pk), problem)
    messages.success(request, said)
    return redirect("graphcurate:plan", planned.pk)


def _page(
    request: HttpRequest, planned: PlannedRelease, problem: MedReviewError | None = None
) -> HttpResponse:
    approvals = plans.approvals_in(planned)
    context = {
        **_gates(request, planned),
        "sets": presenters.set_rows(planned, approvals),
        "code_systems": presenters.code_system_rows(planned.code_systems),
        "problem": in_words(problem) if problem else "",
        "typed": request.POST.get("number", ""),
    }
    return render(request, "graphcurate/releases/plan.html", context, status=_status(problem))


def _status(problem: MedReviewError | None) -> int:
    if problem is None:
        return 200
    if isinstance(problem, Invalid):
        return 422
    return 409 if isinstance(problem, WrongState) else 403


def _gates(request: HttpRequest, planned: PlannedRelease) -> dict[str, Any]:
    user, candidate = person_of(request), plans.candidate_of(planned)
    may_publish = can(user, Permission.GRAPH_PUBLISH)
    reports = release_gates.gates_of(planned, candidate, publisher=user.pk if may_publish else None)
    is_planned = planned.state == PlanState.PLANNED
    places = presenters.Places(
        _names(candidate),
        vignettes_url=reverse("graphcurate:plan-vignettes", args=[planned.pk]),
        impact_url=release_gates.impact_of(candidate.content_hash).url,
    )
    return {
        "plan": planned,
        "base": candidate.base,
        "content_hash": candidate.content_hash,
        "tallies": presenters.tally_rows(candidate.tallies),
        "gates": presenters.gate_rows(reports, places),
        "passed": len(reports) - len(held_back(reports)),
        "is_waiting": any(one.state is GateState.WAITING for one in reports),
        "is_open": not held_back(reports),
        "can_publish": may_publish and is_planned,
        "can_override": can(user, Permission.GRAPH_OVERRIDE) and is_planned,
    }


def _names(candidate: Candidate) -> Names:
    return Names([candidate.content, candidate.before], get_language() or "en")


def _content_seen(request: HttpRequest) -> str:
    """The content the page was about."""
    return request.POST.get("content", "")


def _choice(planned: PlannedRelease) -> list[ChangeSet]:
    """What can be ticked: approved sets, and those that were ticked before."""
    listed = {one.pk: one for one in (*planned.change_sets.all(), *plans.publishable())}
    return sorted(listed.values(), key=lambda one: one.number)


def _as_it_is(planned: PlannedRelease) -> dict[str, Any]:
    return {
        "number": planned.number,
        "notes": planned.notes,
        "change_sets": [one.pk for one in planned.change_sets.all()],
        **_version_fields(planned.code_systems),
    }


def _version_fields(versions: dict[str, str]) -> dict[str, str]:
    return {f"version_{system}": versions.get(system, "") for system in CODE_SYSTEMS}


def _said(form: PlanForm) -> dict[str, Any]:
    return {
        "number": form.cleaned_data["number"],
        "change_sets": form.chosen(),
        "notes": form.cleaned_data["notes"],
        "code_systems": form.code_systems(),
    }
