"""What a hospital decides for all: its settings, its name and its clock."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import queries, services
from medreview.accounts.access import person_of, requires
from medreview.accounts.errors import SettingsChanged, WrongSettings
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.front.hospital_choices import Whom
from medreview.front.hospital_forms import (
    FactsForm,
    SettingsForm,
    Steps,
    initial_of,
    settings_from,
)
from medreview.front.presenters.hospital import differences, whom_choices


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.HOSPITAL_MANAGE)
def hospital(request: HttpRequest) -> HttpResponse:
    """The settings of one's hospital, changed as a whole."""
    mine = person_of(request).hospital
    if request.method != "POST":
        return _page(request, mine)
    choices = _choices(mine)
    steps = Steps.sent(request.POST, choices)
    if "add" in request.POST or "remove" in request.POST:
        return _page(request, mine, form=_as_sent(request), steps=steps)
    form = SettingsForm(request.POST)
    if not (form.is_valid() & steps.are_valid()):
        return _page(request, mine, form=form, steps=steps, status=422)
    wanted = settings_from(form, steps, queries.settings_of(mine))
    if wanted is None:
        return _page(request, mine, form=form, steps=steps, status=422)
    return _change(request, mine, form, wanted)


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def hospital_facts(request: HttpRequest) -> HttpResponse:
    """The name and the clock of one's hospital."""
    by = person_of(request)
    form = FactsForm(request.POST)
    if not form.is_valid():
        return _page(request, by.hospital, facts=form, status=422)
    try:
        services.change_hospital(hospital=by.hospital, by=by, **form.cleaned_data)
    except SettingsChanged as problem:
        form.add_error(None, in_words(problem))
        again = FactsForm(form.cleaned_data | {"version": by.hospital.settings_version})
        again.errors.update(form.errors)
        return _page(request, by.hospital, facts=again, status=409)
    messages.success(request, _("Saved."))
    return redirect("front:hospital")


def _change(
    request: HttpRequest, mine: Hospital, form: SettingsForm, wanted: HospitalSettings
) -> HttpResponse:
    version = form.cleaned_data["version"]
    try:
        services.change_hospital_settings(
            hospital=mine, settings=wanted, version=version, by=person_of(request)
        )
    except SettingsChanged:
        return _conflict(request, mine, wanted)
    except WrongSettings as problem:
        form.add_error(None, in_words(problem))
        return _page(request, mine, form=form, steps=Steps.of(wanted, _choices(mine)), status=422)
    messages.success(request, _("Saved. It counts from now on."))
    return redirect("front:hospital")


def _conflict(request: HttpRequest, mine: Hospital, wanted: HospitalSettings) -> HttpResponse:
    mine.refresh_from_db()
    choices, change = _choices(mine), queries.last_change_of(mine)
    conflict = {
        "rows": differences(queries.settings_of(mine), wanted, choices),
        "by": queries.name_of(change.actor) if change else "",
        "at": change.created_at if change else None,
    }
    # The page holds what the person wants, under the version that is there now.
    form = SettingsForm(initial_of(wanted, mine.settings_version))
    return _page(
        request, mine, form=form, steps=Steps.of(wanted, choices), conflict=conflict, status=409
    )


def _page(
    request: HttpRequest,
    mine: Hospital,
    *,
    form: SettingsForm | None = None,
    steps: Steps | None = None,
    facts: FactsForm | None = None,
    conflict: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    now = queries.settings_of(mine)
    version = mine.settings_version
    facts_now = {"name": mine.name, "timezone": mine.timezone, "version": version}
    context = {
        "form": form or SettingsForm(initial=initial_of(now, version)),
        "steps": Steps.of(now, _choices(mine)) if steps is None else steps,
        "facts": facts or FactsForm(initial=facts_now),
        "conflict": conflict,
    }
    return render(request, "front/hospital.html", context, status=status)


def _as_sent(request: HttpRequest) -> SettingsForm:
    # Adding or taking out a step is no saving: what was typed stays, unjudged.
    return SettingsForm(initial=request.POST.dict())


def _choices(mine: Hospital) -> Whom:
    return whom_choices(queries.teams_of(mine), queries.active_people(mine))
