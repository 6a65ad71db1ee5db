"""What happens around every view: an id, a session that ends, a reader's language, calm errors."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from medreview.accounts import second_factor, sessions
from medreview.accounts.access import (
    OPEN,
    door_of,
    goes_without_factor,
    keeps_signed_in,
    person_of,
)
from medreview.accounts.models import User
from medreview.accounts.sessions import Limit
from medreview.audit import context
from medreview.audit.context import RequestContext, network_of
from medreview.common.errors import MedReviewError
from medreview.common.ids import new_id
from medreview.front.views.errors import problem_page

Answer = Callable[[HttpRequest], HttpResponse]

ZERO = "\0"

ENDED = {
    Limit.IDLE: gettext_lazy("You were signed out after fifteen minutes without a click."),
    Limit.ABSOLUTE: gettext_lazy("You were signed out: a session lasts twelve hours at most."),
    Limit.ENDED: gettext_lazy("This session was ended from elsewhere. Sign in to go on."),
}


class RequestIdentity:
    """Every request has an id of ours: in its log lines, its audit events and its error page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = new_id("req")
        request.request_id = name  # type: ignore[attr-defined]
        # What a client sends under this name is replaced: it would reach the log as it is.
        request.META["HTTP_X_REQUEST_ID"] = name
        address = network_of(request.META.get("REMOTE_ADDR"))
        with context.within(RequestContext(request=name, address=address)):
            response = self.get_response(request)
        response["X-Request-ID"] = name
        return response


class StorableText:
    """A zero character is no text: no database keeps it, so nothing that holds one is read."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Before the session is looked up by its cookie.
        if any(ZERO in text for text in request.COOKIES.values()):
            raise BadRequest("a cookie holds a zero character")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if ZERO in request.path:
            raise Http404
        for sent in (request.GET, request.POST):
            if any(ZERO in text for name, texts in sent.lists() for text in (name, *texts)):
                raise BadRequest("a field holds a zero character")
        return None


class SessionLimits:
    """A session ends after a time without a click, and after a working day in any case."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            _end_if_over(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.user.is_authenticated and keeps_signed_in(view, request):
            sessions.note_seen(request)
        return None


class FactorFirst:
    """Where the hospital asks for a second factor, it is turned on before anything else."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if not isinstance(request.user, User) or goes_without_factor(view):
            return None
        if door_of(view) == OPEN or not second_factor.is_owed(request.user):
            return None
        answer = redirect("front:factor-on")
        if request.headers.get("HX-Request"):
            # A redirect would be followed by htmx and land inside the page.
            return HttpResponse(status=401, headers={"HX-Redirect": answer["Location"]})
        return answer


class ReaderSettings:
    """Pages in the reader's language, our own moments in the zone of their hospital."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            return self.get_response(request)
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = request.user.language
        with timezone.override(ZoneInfo(request.user.hospital.timezone)):
            return self.get_response(request)


class ErrorPages:
    """Our family of errors as pages or partials; what is not of it is left to the 500 page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, MedReviewError):
            return problem_page(request, problem)
        return None


def _end_if_over(request: HttpRequest) -> None:
    limit = sessions.limit_passed(request)
    if limit is None:
        return
    sessions.note_closed(request, person_of(request), why=limit)
    logout(request)
    messages.info(request, ENDED[limit])
