"""Acknowledge a critical value, sign the report, amend a signed one."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from analysis.pipeline import services as pipeline
from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.models import CriticalAlert
from analysis.review import queries
from analysis.review.errors import Locked, NotReadyToSign, WrongPassword
from analysis.review.forms import MOMENT, AcknowledgeForm
from analysis.review.presenters.banner import patient_name
from analysis.review.services import signing
from analysis.review.views.shared import Opened, dialog, opened, page_context, person, urls_of
from analysis.review.views.worklist_held import tells_who_holds
from analysis.review.vocabulary import DraftKind
from medreview.accounts import sessions
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.accounts.sessions import Confirmed
from medreview.common.clock import now
from medreview.common.display import in_words
from medreview.common.errors import Invalid, MedReviewError, WrongState, gettext_noop
from medreview.common.htmx import page_shown
from medreview.common.versions import version_of


@require_http_methods(["GET", "POST"])
@requires(Permission.CRITICAL_ACKNOWLEDGE)
def acknowledge(request: HttpRequest, pk: str, alert_pk: str) -> HttpResponse:
    """Who was told of a critical value, when, and what they read back.

    Open whatever became of the analysis: a value outlives the run that found it.
    """
    user = person(request)
    alert = queries.alert_of(pipeline.open_analysis(pk, by=user), alert_pk)
    raised_at = queries.first_raised_at(alert)
    if request.method == "GET":
        kept = queries.draft_of(alert.analysis, alert.result, DraftKind.READ_BACK, user)
        blank = {"told_at": timezone.localtime(now()).strftime(MOMENT), "read_back": kept}
        form = AcknowledgeForm(initial=blank, raised_at=raised_at)
        return _acknowledge_dialog(request, alert, form)
    form = AcknowledgeForm(request.POST, raised_at=raised_at)
    if not form.is_valid():
        return _acknowledge_dialog(request, alert, form, status=422)
    try:
        signing.acknowledge(alert=alert, version=version_of(request), by=user, **form.cleaned_data)
    except WrongState as problem:
        alert.refresh_from_db()
        return _acknowledge_dialog(request, alert, form, problem=problem, status=409)
    fallback = reverse("review:analysis-detail", args=[pk])
    return HttpResponseClientRedirect(page_shown(request) or fallback)


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_SIGN)
@tells_who_holds
def sign(request: HttpRequest, pk: str) -> HttpResponse:
    """Answer for the report with one's password; the server checks that it is ready."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _sign_dialog(request, seen)
    password = request.POST.get("password", "")
    # Counted before the service's transaction, which a refusal would take back.
    confirmed = sessions.confirm(request, password=password, purpose="signature")
    if confirmed is Confirmed.LOCKED:
        return _sign_dialog(request, seen, problem=_too_many(request), status=422)
    try:
        signing.sign(
            analysis=seen.analysis,
            version=version_of(request),
            password=password,
            despite=request.POST.get("despite", "") if request.POST.get("seen") else "",
            by=seen.user,
        )
    except WrongPassword as problem:
        return _sign_dialog(request, seen, problem=problem, status=422)
    except (NotReadyToSign, StaleVersion) as problem:
        return _sign_dialog(request, seen, problem=problem, status=409)
    return HttpResponseClientRedirect(reverse("review:analysis-detail", args=[pk]))


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_SIGN)
@tells_who_holds
def amend(request: HttpRequest, pk: str) -> HttpResponse:
    """Open a signed report again, with the reason."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _amend_dialog(request, seen)
    try:
        signing.amend(
            analysis=seen.analysis,
            version=version_of(request),
            reason=request.POST.get("text", ""),
            by=seen.user,
        )
    except Invalid as problem:
        return _amend_dialog(request, seen, problem=problem, status=422)
    except StaleVersion as problem:
        return _amend_dialog(request, seen, problem=problem, status=409)
    return HttpResponseClientRedirect(reverse("review:analysis-detail", args=[pk]))


def _too_many(request: HttpRequest) -> Locked:
    said = gettext_noop("Too many wrong passwords. Wait %(n)d minutes.")
    return Locked(said, n=sessions.minutes_to_wait(request))


def _acknowledge_dialog(
    request: HttpRequest,
    alert: CriticalAlert,
    form: AcknowledgeForm,
    *,
    problem: MedReviewError | None = None,
    status: int = 200,
) -> HttpResponse:
    draft_url = urls_of(alert.analysis, 0)["draft"]
    context = {
        "action": request.path,
        "alert": alert,
        "patient": patient_name(alert.patient),
        "answered": queries.answer_to(alert),
        "form": form,
        "draft_url": f"{draft_url}?of={alert.result.replace('#', '%23')}",
        "error": in_words(problem) if problem else "",
    }
    return dialog(request, "_acknowledge_dialog.html", context, status=status)


def _sign_dialog(
    request: HttpRequest,
    seen: Opened,
    *,
    problem: MedReviewError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = page_context(seen, None) | {
        "version": seen.analysis.version,
        "despite": request.POST.get("despite", ""),
        "error": in_words(problem) if problem else "",
    }
    return dialog(request, "_sign_dialog.html", context, status=status)


def _amend_dialog(
    request: HttpRequest,
    seen: Opened,
    *,
    problem: MedReviewError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "action": request.path,
        "heading": gettext("Amend a signed report"),
        "explains": gettext(
            "The signed version stays on record. Your next signature makes a new version."
        ),
        "label": gettext("Why it is amended"),
        "submit": gettext("Open it again"),
        "version": seen.analysis.version,
        "text": request.POST.get(
            "text", queries.draft_of(seen.analysis, "", DraftKind.AMEND, seen.user)
        ),
        "draft_url": urls_of(seen.analysis, 0)["draft"],
        "draft_kind": DraftKind.AMEND.value,
        "error": in_words(problem) if problem else "",
    }
    return dialog(request, "_text_dialog.html", context, status=status)
