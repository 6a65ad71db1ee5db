"""The weekly examination of the trail: the list of weeks, a week's report, its signature."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.audit import examination, queries
from medreview.audit.contracts import WeekFacts
from medreview.audit.errors import NoteMissing
from medreview.audit.models import WeekReport
from medreview.audit.weeks import Week, week_named
from medreview.common.display import in_words
from medreview.common.errors import NotFound
from medreview.front.filters import NoteForm
from medreview.front.presenters.reports import (
    days_of,
    people_in,
    report_page,
    signatures_of,
    signers_of,
    week_rows,
)

SHOWN = 104
"""Two years of weeks on one page; a longer past is reached by its week's address."""


@require_safe
@requires(Permission.TRAIL_READ)
def weeks(request: HttpRequest) -> HttpResponse:
    """The weeks that are over, examined and not examined, newest first."""
    user = person_of(request)
    only_open = request.GET.get("show") == "open"
    asked = examination.weeks_open if only_open else examination.weeks_of
    found = asked(user.hospital)
    reports = queries.reports_of(user.hospital_id)
    people = people_by_id(signers_of(reports.values()))
    context = {
        "rows": week_rows(found[:SHOWN], reports, people),
        "total": len(found),
        "only_open": only_open,
    }
    return render(request, "front/report_weeks.html", context)


@require_safe
@requires(Permission.TRAIL_READ)
def week(request: HttpRequest, week: str) -> HttpResponse:
    """What the trail says of one week, or that its report was not made yet."""
    return _page(request, _week(week))


@require_POST
@requires(Permission.TRAIL_READ)
def week_make(request: HttpRequest, week: str) -> HttpResponse:
    """Make the report of a week that is over."""
    user = person_of(request)
    examination.make_report(hospital=user.hospital, week=_week(week), by=user)
    return redirect("front:week", week)


@require_POST
@requires(Permission.TRAIL_EXAMINE)
def week_examine(request: HttpRequest, week: str) -> HttpResponse:
    """Sign that a week's report was examined, with a note."""
    user = person_of(request)
    asked = _week(week)
    report = queries.report_of(user.hospital_id, asked.name)
    if report is None:
        raise NotFound(_("There is no report of this week yet."))
    form = NoteForm(request.POST)
    try:
        form.is_valid()
        examination.examine(
            report=report,
            note=form.cleaned_data.get("note", ""),
            seen=form.cleaned_data.get("seen", ""),
            by=user,
        )
    except NoteMissing as problem:
        form.add_error("note", in_words(problem))
        return _page(request, asked, form=form)
    return redirect("front:week", asked.name)


def _page(request: HttpRequest, asked: Week, form: NoteForm | None = None) -> HttpResponse:
    user = person_of(request)
    report = examination.open_report(chain=user.hospital_id, week=asked, by=user)
    context = {
        "week": asked.name,
        "days": days_of(asked),
        "hospital": user.hospital.name,
        "is_over": asked <= examination.last_week(user.hospital),
        "report": report,
        "form": form or NoteForm(initial={"seen": report.content_hash if report else ""}),
        **(_said(report, asked) if report else {}),
        "may_examine": can(user, Permission.TRAIL_EXAMINE) and not _signed(report, user.pk),
    }
    return render(request, "front/report_week.html", context, status=422 if form else 200)


def _said(report: WeekReport, asked: Week) -> dict[str, object]:
    facts = WeekFacts.model_validate(report.facts)
    people = people_by_id(people_in(facts, [report]))
    maker = people.get(report.made_by)
    return {
        "page": report_page(facts, asked, people),
        "signatures": signatures_of(report, people),
        "made_by": maker.get_full_name() if maker else report.made_by,
    }


def _signed(report: WeekReport | None, user_id: str) -> bool:
    return report is not None and any(one.by == user_id for one in report.examinations.all())


def _week(name: str) -> Week:
    found = week_named(name)
    if found is None:
        raise NotFound(_("There is no such week."))
    return found
