"""Releases that went out: their history, each one, what differs between two, and rolling back."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from graphcurate import queries
from graphcurate.applying import changes_between
from graphcurate.errors import NoContent
from graphcurate.forms.releases import RollBackForm
from graphcurate.models import Publication, Release
from graphcurate.presenters import diff as words
from graphcurate.presenters import releases as presenters
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import planned_releases as plans
from graphcurate.queries import release_gates
from graphcurate.releasing.diff import Tally, tallies
from graphcurate.releasing.gates import GateReport
from graphcurate.services import planning
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError
from medreview.common.text import whole_number

PER_PAGE = 50


@require_safe
@requires(Permission.GRAPH_READ)
def release_list(request: HttpRequest) -> HttpResponse:
    """Releases on their way, and every one that went out, newest first."""
    current = queries.current_release()
    listed = queries.all_releases().order_by("-created_at", "-id")
    context = {
        "current": current,
        "plans": presenters.plan_rows(plans.plans_under_way()),
        "releases": presenters.release_rows(listed, plans.publications(), current),
        "can_publish": can(request.user, Permission.GRAPH_PUBLISH),
        "waiting": plans.publishable().count(),
    }
    return render(request, "graphcurate/releases/list.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def release_detail(request: HttpRequest, number: str) -> HttpResponse:
    """One release: what is in it, how it went out, and what it can be compared with."""
    release, current = queries.release_named(number), queries.current_release()
    publication = plans.publication_of(release)
    context = {
        "release": release,
        "is_current": release.pk == current.pk,
        "publication": publication,
        "code_systems": presenters.code_system_rows(release.code_systems),
        "others": [one.name for one in _all_releases() if one.pk != release.pk],
        "can_publish": can(request.user, Permission.GRAPH_PUBLISH),
        **_contents(release),
        **(_how_it_went_out(publication) if publication else {}),
    }
    return render(request, "graphcurate/releases/detail.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def compare(request: HttpRequest) -> HttpResponse:
    """To the difference between the two releases that were chosen."""
    before = queries.release_named(request.GET.get("before", ""))
    after = queries.release_named(request.GET.get("after", ""))
    return redirect("graphcurate:release-diff", before.name, after.name)


@require_safe
@requires(Permission.GRAPH_READ)
def release_diff(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """What differs between two releases, as sentences and field by field."""
    old, new = queries.release_named(before), queries.release_named(after)
    context: dict[str, Any] = {
        "before": old,
        "after": new,
        "names": [one.name for one in _all_releases()],
    }
    try:
        entries, names = _differences(old, new)
    except NoContent as problem:
        return render(
            request,
            "graphcurate/releases/diff.html",
            context | {"problem": in_words(problem)},
            status=409,
        )
    contents = queries.content_of_release(old), queries.content_of_release(new)
    context |= page_of_changes(entries, names, whole_number(request.GET.get("page")) or 1)
    context |= {"tallies": presenters.tally_rows(tallies(*contents))}
    return render(request, "graphcurate/releases/diff.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def release_diff_json(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """The same as JSON, values beside their words."""
    old, new = queries.release_named(before), queries.release_named(after)
    entries, _names = _differences(old, new)
    said = {"before": old.name, "after": new.name, "changes": words.as_json(entries)}
    return JsonResponse(said, json_dumps_params={"ensure_ascii": False})


@require_safe
@requires(Permission.GRAPH_READ)
def release_diff_csv(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """The same as a table, a line for each field."""
    old, new = queries.release_named(before), queries.release_named(after)
    entries, _names = _differences(old, new)
    answer = HttpResponse(words.as_csv(entries), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{old.name}-to-{new.name}.csv"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_PUBLISH)
def roll_back(request: HttpRequest, number: str) -> HttpResponse:
    """Plan to bring an old release's content back as a new release."""
    release, current = queries.release_named(number), queries.current_release()
    form = RollBackForm(
        request.POST if request.method == "POST" else None,
        initial={"number": plans.next_number()},
    )
    context: dict[str, Any] = {"release": release, "current": current, "form": form}
    try:
        content = queries.content_of_release(release)
        if form.is_valid():
            planned = planning.plan_roll_back(
                release=release, **form.cleaned_data, by=person_of(request)
            )
            return redirect("graphcurate:plan", planned.pk)
    except NoContent as problem:
        context |= {"problem": in_words(problem)}
        return render(request, "graphcurate/releases/roll_back.html", context, status=409)
    except MedReviewError as problem:
        form.add_error(None, in_words(problem))
    context |= {
        "tallies": presenters.tally_rows(tallies(queries.head(), content)),
        "diff_url": presenters.diff_url(current.name, release.name),
    }
    status = 422 if form.errors else 200
    return render(request, "graphcurate/releases/roll_back.html", context, status=status)


def page_of_changes(entries: list[words.EntryDiff], names: Names, number: int) -> dict[str, Any]:
    """Fifty entries of a difference under their headings, and the pages beside them."""
    pages = max(1, -(-len(entries) // PER_PAGE))
    number = min(max(number, 1), pages)
    shown = entries[(number - 1) * PER_PAGE : number * PER_PAGE]
    return {
        "sections": words.sections(shown, names),
        "total": len(entries),
        "newer_url": f"?page={number - 1}" if number > 1 else "",
        "older_url": f"?page={number + 1}" if number < pages else "",
        "page_said": _("Page %(n)d of %(pages)d") % {"n": number, "pages": pages},
    }


def _differences(old: Release, new: Release) -> tuple[list[words.EntryDiff], Names]:
    before, after = queries.content_of_release(old), queries.content_of_release(new)
    names = Names([after, before], get_language() or "en")
    return words.entry_diffs(changes_between(before, after), names), names


def _contents(release: Release) -> dict[str, Any]:
    """How much is in it; a sentence where its entries were not kept."""
    try:
        content = queries.content_of_release(release)
    except NoContent as problem:
        return {"problem": in_words(problem)}
    return {"tallies": presenters.tally_rows(tallies(content, content))}


def _how_it_went_out(publication: Publication) -> dict[str, Any]:
    reports = [GateReport.model_validate(one) for one in publication.gates]
    names = Names([queries.content_of_release(publication.release)], get_language() or "en")
    impact_url = release_gates.impact_of(publication.candidate_hash, publication.base).url
    places = presenters.Places(
        names,
        vignettes_url=reverse("graphcurate:plan-vignettes", args=[publication.planned_id]),
        impact_url=impact_url,
    )
    return {
        "impact_url": impact_url,
        "gates": presenters.gate_rows(reports, places),
        "sets": presenters.set_rows(publication.planned, plans.approvals_in(publication.planned)),
        "tallies": presenters.tally_rows(Tally.model_validate(one) for one in publication.tallies),
        "diff_url": presenters.diff_url(publication.base.name, publication.release.name),
    }


def _all_releases() -> Iterable[Release]:
    return queries.all_releases().order_by("-created_at", "-id")
