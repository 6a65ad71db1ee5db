"""Every refusal of the API as one problem of RFC 9457, whoever refuses."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from medreview.api.contracts.base import FieldProblem, Problem
from medreview.api.errors import Stale, VersionMissing, WrongFields
from medreview.common.display import in_words
from medreview.common.errors import (
    Denied,
    Invalid,
    MedReviewError,
    NotFound,
    Unavailable,
    WrongState,
)
from medreview.common.hashing import canonical_json
from medreview.tokens.errors import SignInLocked, SignInRefused, TokenRefused

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"
RETRY_SECONDS = 10

STATUS_OF: tuple[tuple[type[MedReviewError], int], ...] = (
    (SignInRefused, 401),
    (TokenRefused, 401),
    (SignInLocked, 429),
    (VersionMissing, 428),
    (Denied, 403),
    (NotFound, 404),
    (WrongState, 409),
    (Invalid, 422),
    (Unavailable, 503),
)


def answer_to(problem: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of a view; None for what nobody foresaw: that is a 500."""
    request: HttpRequest = context["request"]._request
    status, headers = _status_of(problem), _headers_of(problem)
    if status is None:
        return None
    set_rollback()
    written = problem_of(
        request,
        status,
        detail=_detail_of(problem, status),
        errors=getattr(problem, "errors", ()) if isinstance(problem, WrongFields) else (),
        current=problem.current if isinstance(problem, Stale) else None,
    )
    return Response(_as_json(written), status=status, headers=headers, content_type=MEDIA_TYPE)


class Problems:
    """Middleware: what refused a request to the API before its view was asked says so likewise.

    A body too large, an address that is none, a broken multipart form, an outage: their pages
    are for people.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_ours = response.get("Content-Type", "").startswith(MEDIA_TYPE)
        if response.status_code < 400 or is_ours or not request.path.startswith(PREFIX):
            return response
        return _as_problem(request, response)


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    # The same answer in other words: the headers that protect it were added on the way out.
    written = problem_of(request, response.status_code)
    response.content = canonical_json(_as_json(written)).encode()
    response["Content-Type"] = MEDIA_TYPE
    response["Content-Length"] = str(len(response.content))
    return response


def problem_of(
    request: HttpRequest,
    status: int,
    *,
    detail: str = "",
    errors: tuple[FieldProblem, ...] = (),
    current: dict[str, object] | None = None,
) -> Problem:
    """The problem of this status, in its own words or in the usual ones."""
    title, usual = WORDS.get(status, WORDS[500])()
    return Problem(
        type=f"/api/v1/docs/#{KINDS.get(status, 'failed')}",
        title=title,
        status=status,
        detail=detail or usual,
        instance=str(getattr(request, "request_id", "")),
        errors=errors,
        current=current,
    )


def _as_json(problem: Problem) -> dict[str, Any]:
    said = problem.as_json()
    return {name: value for name, value in said.items() if value not in (None, [])}


def _status_of(problem: Exception) -> int | None:
    if isinstance(problem, Stale):
        return 412 if problem.by_header else 409
    if isinstance(problem, MedReviewError):
        return next((status for kind, status in STATUS_OF if isinstance(problem, kind)), 500)
    if isinstance(problem, exceptions.APIException):
        return int(problem.status_code)
    return _status_of_djangos(problem)


def _status_of_djangos(problem: Exception) -> int | None:
    if isinstance(problem, Http404):
        return 404
    if isinstance(problem, PermissionDenied):
        return 403
    return 503 if isinstance(problem, OperationalError | InterfaceError) else None


def _detail_of(problem: Exception, status: int) -> str:
    # A thing that is not there and one of another hospital are told in the same words.
    if status == 404:
        return ""
    if isinstance(problem, MedReviewError):
        return in_words(problem)
    if isinstance(problem, exceptions.ParseError) and isinstance(problem.detail, str):
        return str(problem.detail)
    return ""


def _headers_of(problem: Exception) -> dict[str, str]:
    if isinstance(problem, SignInLocked):
        return {"Retry-After": str(problem.minutes * 60)}
    if isinstance(problem, Unavailable | OperationalError | InterfaceError):
        return {"Retry-After": str(RETRY_SECONDS)}
    if isinstance(problem, SignInRefused | TokenRefused | exceptions.NotAuthenticated):
        return {"WWW-Authenticate": 'Bearer realm="medreview"'}
    wait = getattr(problem, "wait", None)
    return {"Retry-After": str(int(wait))} if wait is not None else {}


KINDS = {
    400: "unreadable",
    401: "no-token",
    403: "not-allowed",
    404: "not-found",
    405: "no-such-method",
    406: "no-such-format",
    409: "not-possible-now",
    412: "changed-meanwhile",
    413: "too-large",
    415: "no-such-media-type",
    422: "wrong-fields",
    428: "version-missing",
    429: "too-many",
    503: "not-available",
}

Words = Callable[[], tuple[str, str]]
WORDS: dict[int, Words] = {
    400: lambda: (_("This can't be read"), _("This request can't be read.")),
    401: lambda: (
        _("No valid token"),
        _("Send a token as 'Authorization: Bearer …'; POST /api/v1/token/ makes one."),
    ),
    403: lambda: (_("Not allowed"), _("Your roles do not include this.")),
    404: lambda: (
        _("Not found"),
        _("There is nothing at this address, or nothing that you may see."),
    ),
    405: lambda: (_("No such method"), _("This address does not answer to this method.")),
    406: lambda: (_("No such format"), _("The API answers in JSON: accept application/json.")),
    409: lambda: (_("Not possible just now"), _("This is not possible in the present state.")),
    412: lambda: (_("Changed meanwhile"), _("What you named by If-Match has changed.")),
    413: lambda: (_("Too large"), _("The body is larger than what is taken here.")),
    415: lambda: (_("No such media type"), _("This address takes another media type.")),
    422: lambda: (_("This can't be used as it is"), _("What was sent can't be used as it is.")),
    428: lambda: (_("Version missing"), _("Name the version you saw.")),
    429: lambda: (_("Too many requests"), _("Too many requests. Wait and try again.")),
    503: lambda: (_("Not available"), _("Something needed can't be reached just now.")),
    500: lambda: (
        _("Something went wrong"),
        _("Something went wrong on our side. Nothing was saved; the event was logged."),
    ),
}
