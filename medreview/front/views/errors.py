"""The pages and partials for what can't be answered, each in a calm sentence."""

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from medreview.accounts.access import open_to_all
from medreview.common.display import in_words
from medreview.common.errors import (
    Denied,
    Invalid,
    MedReviewError,
    NotFound,
    Unavailable,
    WrongState,
)
from medreview.common.htmx import page_or_partial

RETRY_SECONDS = 10


def problem_page(request: HttpRequest, problem: MedReviewError) -> HttpResponse:
    """The answer to one of our own errors, as a page or as the part htmx asked for."""
    if isinstance(problem, NotFound):
        return _nothing_here(request)
    status = _status_of(problem)
    response = _answer(request, status, _title_of(status), in_words(problem))
    if status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


@open_to_all
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404. Equal to the byte whether a thing does not exist or is another hospital's."""
    return _nothing_here(request)


@open_to_all
def denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403, for what Django itself refuses."""
    return _answer(request, 403, _title_of(403), _("Your roles do not include this."))


@open_to_all
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400, for a request that can't be read."""
    text = _("This request can't be read.")
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        text = _("Up to %d files are taken at once. Choose fewer; nothing was read.") % most
    return _answer(request, 400, _title_of(400), text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that is older than the session it was sent from."""
    response = _answer(
        request,
        403,
        _("This form is out of date"),
        _(
            "You signed in or out since this page was opened, so nothing was saved. "
            "Go back, reload the page and send it again."
        ),
    )
    response["HX-Trigger"] = "formOutOfDate"  # the page gets a fresh token, its words stay
    return response


def _nothing_here(request: HttpRequest) -> HttpResponse:
    text = _("There is nothing at this address, or nothing that you may see.")
    return _answer(request, 404, _title_of(404), text, show_request=False)


def _answer(
    request: HttpRequest, status: int, title: str, text: str, *, show_request: bool = True
) -> HttpResponse:
    shown = {
        "title": title,
        "text": text,
        "request_id": getattr(request, "request_id", "") if show_request else "",
        # A fresh token would make two equal pages differ; these pages hold no form.
        "csrf_token": "",
    }
    if not hasattr(request, "htmx"):
        # Refused before the middleware that reads htmx's headers, such as for a strange host.
        return render(request, "front/error.html", shown, status=status)
    return page_or_partial(
        request, page="front/error.html", partial="front/_error.html", context=shown, status=status
    )


def _status_of(problem: MedReviewError) -> int:
    for family, status in (
        (Denied, 403),
        (WrongState, 409),
        (Invalid, 422),
        (Unavailable, 503),
    ):
        if isinstance(problem, family):
            return status
    return 500


def _title_of(status: int) -> str:
    return {
        400: _("This can't be read"),
        403: _("Not allowed"),
        404: _("Not found"),
        409: _("Not possible just now"),
        422: _("This can't be used as it is"),
        503: _("Not available"),
    }.get(status, _("Something went wrong"))
