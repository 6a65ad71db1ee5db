"""One view, two answers: a whole page, or the part of it that htmx asked for."""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page_or_partial(
    request: HttpRequest,
    *,
    page: str,
    partial: str,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render ``partial`` for an htmx request and ``page`` for every other.

    A boosted link or a restored history entry wants the whole page.
    """
    response = render(request, partial if _wants_part(request) else page, context, status=status)
    response["Vary"] = "HX-Request"
    return response


def page_shown(request: HttpRequest) -> str:
    """The page of ours a fragment was asked for from, its path and query; empty when unknown."""
    parts = urlsplit(request.headers.get("HX-Current-URL", ""))
    if parts.netloc != request.get_host():
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _wants_part(request: HttpRequest) -> bool:
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
