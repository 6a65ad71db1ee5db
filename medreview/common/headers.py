"""What every answer carries, and which requests are not read at all."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponse]


class PrivatePages:
    """No browser and no proxy keeps a page; static files say for themselves how long they last."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response


class BodyLimit:
    """A request that is far too large is refused before it is read."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _declared_length(request) > settings.BODY_LIMIT:
            megabytes = settings.UPLOAD_LIMIT // (1024 * 1024)
            sentence = _("This upload is too large: a file may have up to %d MB.") % megabytes
            return HttpResponse(sentence, status=413, content_type="text/plain; charset=utf-8")
        return self.get_response(request)


def _declared_length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() else 0
