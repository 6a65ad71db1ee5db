"""What models cost a hospital and how long its runs take, as pictures, tables and files."""

from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analysis.pipeline.figures.asked import Asked, window
from analysis.pipeline.figures.calls import models_asked
from analysis.pipeline.figures.skills import stages_of_skills
from analysis.pipeline.figures.whole import Figures, figures
from analysis.pipeline.queries import STAGE_NAMES
from graphcurate.queries.releases import all_releases
from medreview.accounts.access import person_of, requires
from medreview.accounts.models import Hospital
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.front.cost_form import CostForm
from medreview.front.presenters import cost_pictures
from medreview.front.presenters.costs import tables, tiles
from medreview.front.presenters.model_words import limit_said
from medreview.llm.budgets import Scope
from medreview.llm.opening import limits_of, rules_now

PERIODS = (7, 30, 90)


@require_safe
@requires(Permission.RUN_OVERSEE)
def costs(request: HttpRequest) -> HttpResponse:
    """Cost, latency, stages, tiers, the slowest and the dearest runs of some days."""
    hospital = person_of(request).hospital
    form = _form(request, hospital)
    found, stage_of = _figures(form, hospital)
    budget = limits_of(rules_now(person_of(request).hospital).budget)[Scope.HOSPITAL_DAY]
    prices = settings.LLM_PRICES
    context: dict[str, Any] = {
        "is_filtered": bool(form.kept()),
        "periods": [(days, _period(form, hospital, days)) for days in PERIODS],
        "hospital": hospital.name,
        "zone": hospital.timezone,
        "asked": found.asked,
        "tiles": tiles(found),
        "tables": tables(found, stage_of),
        "by_stage": cost_pictures.by_stage(found, stage_of, budget),
        "latency": cost_pictures.latency(found),
        "tiers": cost_pictures.tiers(found),
        "budget": limit_said(budget),
        "prices": prices,
        "prices_version": prices.content_hash()[:12],
        "kept": urlencode(form.kept()),
    }
    context["form"] = form.with_days(found.asked.first, found.asked.last)
    return render(request, "front/costs.html", context)


@require_safe
@requires(Permission.RUN_OVERSEE)
def costs_csv(request: HttpRequest, table: str) -> HttpResponse:
    """One table of the page as a file."""
    hospital = person_of(request).hospital
    found, stage_of = _figures(_form(request, hospital), hospital)
    made = tables(found, stage_of).get(table)
    if made is None:
        raise NotFound(_("There is no such table."))
    response = HttpResponse(made.as_csv(), content_type="text/csv; charset=utf-8")
    days = f"{found.asked.first:%Y%m%d}-{found.asked.last:%Y%m%d}"
    response["Content-Disposition"] = f'attachment; filename="{made.name}-{days}.csv"'
    return response


def _figures(form: CostForm, hospital: Hospital) -> tuple[Figures, dict[str, str]]:
    stage_of = stages_of_skills()
    return figures(_asked(form, hospital, stage_of)), stage_of


def _form(request: HttpRequest, hospital: Hospital) -> CostForm:
    releases = all_releases().order_by("-created_at")
    return CostForm(
        request.GET,
        choices={
            "stage": [(name, name.replace("_", " ")) for name in STAGE_NAMES],
            "model": [(name, name) for name in models_asked(hospital.pk)],
            "release": [(one.content_hash, one.name) for one in releases],
        },
    )


def _asked(form: CostForm, hospital: Hospital, stage_of: dict[str, str]) -> Asked:
    said = form.said()
    zone = ZoneInfo(hospital.timezone)
    first, last = window(said.get("since"), said.get("until"), now().astimezone(zone).date())
    stage = said.get("stage", "")
    return Asked(
        hospital=hospital.pk,
        zone=zone,
        first=first,
        last=last,
        stage=stage,
        skills=frozenset(skill for skill, of in stage_of.items() if of == stage),
        model=said.get("model", ""),
        release=said.get("release", ""),
    )


def _period(form: CostForm, hospital: Hospital, days: int) -> str:
    """The same filter over the last so many days."""
    today = now().astimezone(ZoneInfo(hospital.timezone)).date()
    first = today.fromordinal(today.toordinal() - days + 1)
    kept = {name: said for name, said in form.kept().items() if name not in {"since", "until"}}
    return f"{reverse('front:costs')}?{urlencode({**kept, 'since': first})}"
