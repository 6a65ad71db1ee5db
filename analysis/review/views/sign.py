"""Acknowledge a critical value, sign the report, amend a signed one."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from analysis.pipeline.errors import StaleVersion
from analysis.review import queries
from analysis.review.errors import Locked, NotReadyToSign, WrongPassword
from analysis.review.services import signing
from analysis.review.views.decide import version_of
from analysis.review.views.shared import Opened, dialog, opened, page_context, urls_of
from analysis.review.vocabulary import DraftKind
from medreview.accounts import sessions
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.accounts.sessions import Confirmed
from medreview.common.display import in_words
from medreview.common.errors import Invalid, MedReviewError, WrongState, gettext_noop


@require_http_methods(["GET", "POST"])
@requires(Permission.CRITICAL_ACKNOWLEDGE)
def acknowledge(request: HttpRequest, pk: str, alert_pk: str) -> HttpResponse:
    """Who was told of a critical value, and what they read back."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _acknowledge_dialog(request, seen, alert_pk)
    try:
        signing.acknowledge(
            alert=queries.alert_of(seen.analysis, alert_pk),
            told=request.POST.get("told", ""),
            read_back=request.POST.get("read_back", ""),
            version=version_of(request),
            by=seen.user,
        )
    except Invalid as problem:
        return _acknowledge_dialog(request, seen, alert_pk, problem=problem, status=422)
    except WrongState as problem:
        return _acknowledge_dialog(request, seen, alert_pk, problem=problem, status=409)
    return HttpResponseClientRedirect(reverse("review:analysis-detail", args=[pk]))


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_SIGN)
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
            analysis=seen.analysis, version=version_of(request), password=password, by=seen.user
        )
    except WrongPassword as problem:
        return _sign_dialog(request, seen, problem=problem, status=422)
    except (NotReadyToSign, StaleVersion) as problem:
        return _sign_dialog(request, seen, problem=problem, status=409)
    return HttpResponseClientRedirect(reverse("review:analysis-detail", args=[pk]))


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_SIGN)
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
    seen: Opened,
    alert_pk: str,
    *,
    problem: MedReviewError | None = None,
    status: int = 200,
) -> HttpResponse:
    alert = queries.alert_of(seen.analysis, alert_pk)
    kept = queries.draft_of(seen.analysis, alert.result, DraftKind.READ_BACK, seen.user)
    draft_url = urls_of(seen.analysis, 0)["draft"]
    context = {
        "action": request.path,
        "alert": alert,
        "version": alert.version,
        "told": request.POST.get("told", ""),
        "read_back": request.POST.get("read_back", kept),
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
