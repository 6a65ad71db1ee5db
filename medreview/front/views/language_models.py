"""What a hospital decides about language models, where they stand, and whether they answer."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import queries, services
from medreview.accounts.access import person_of, requires
from medreview.accounts.errors import SettingsChanged
from medreview.accounts.hospital_settings import ModelRules
from medreview.accounts.models import Hospital
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound
from medreview.common.text import whole_number
from medreview.front.model_forms import ModelRulesForm, initial_of
from medreview.front.presenters import language_models as presented
from medreview.llm.services import try_place


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.HOSPITAL_MANAGE)
def language_models(request: HttpRequest) -> HttpResponse:
    """The rules for language models in one's hospital, changed as a whole."""
    by = person_of(request)
    mine = by.hospital
    if request.method != "POST":
        return _page(request, mine)
    form = ModelRulesForm(request.POST)
    if not form.is_valid():
        return _page(request, mine, form=form, status=422)
    wanted = presented.with_rules(queries.settings_of(mine), form.rules())
    version = form.cleaned_data["version"]
    try:
        services.change_hospital_settings(hospital=mine, settings=wanted, version=version, by=by)
    except SettingsChanged:
        return _conflict(request, mine, form.rules())
    messages.success(request, _("Saved. It holds from the next question to a model on."))
    return redirect("front:language-models")


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def try_model(request: HttpRequest) -> HttpResponse:
    """Ask one place one harmless thing, and say how that went."""
    place = whole_number(request.POST.get("place"))
    if place is None or place >= len(settings.LLM_ENDPOINTS):
        raise NotFound(_("There is no such place: the settings may have changed."))
    trial = try_place(settings.LLM_ENDPOINTS[place], by=person_of(request))
    return _page(request, person_of(request).hospital, trial={"place": place, "went": trial})


def _conflict(request: HttpRequest, mine: Hospital, wanted: ModelRules) -> HttpResponse:
    mine.refresh_from_db()
    change = queries.last_change_of(mine)
    conflict = {
        "rows": presented.differences(queries.settings_of(mine).models, wanted),
        "by": queries.name_of(change.actor) if change else "",
        "at": change.created_at if change else None,
    }
    # The page holds what the person wants, under the version that is there now.
    form = ModelRulesForm(initial_of(wanted, mine.settings_version))
    return _page(request, mine, form=form, conflict=conflict, status=409)


def _page(
    request: HttpRequest,
    mine: Hospital,
    *,
    form: ModelRulesForm | None = None,
    conflict: dict[str, Any] | None = None,
    trial: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    rules = queries.settings_of(mine).models
    context = {
        "form": form or ModelRulesForm(initial=initial_of(rules, mine.settings_version)),
        "rules": rules,
        "places": presented.places(rules),
        "spent": presented.spent_today(mine, rules),
        "limits": presented.installed_limits(),
        "currency": settings.LLM_PRICES.currency,
        "conflict": conflict,
        "trial": trial,
    }
    return render(request, "front/language_models.html", context, status=status)
