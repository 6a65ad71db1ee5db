"""The client's own address, where the hospital's proxies stand between."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class ClientAddress:
    """Makes REMOTE_ADDR the address the outermost of our own proxies saw.

    Without it every person would come from the proxy's address, and the lock-out after too
    many wrong passwords would shut out all of them. Only as many entries of X-Forwarded-For
    are believed as there are proxies of ours (``TRUSTED_PROXIES``): the rest anybody can write.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TRUSTED_PROXIES:
            request.META["REMOTE_ADDR"] = client_address(
                request.META.get("HTTP_X_FORWARDED_FOR", ""),
                peer=request.META.get("REMOTE_ADDR", ""),
                proxies=settings.TRUSTED_PROXIES,
            )
        return self.get_response(request)


def client_address(forwarded: str, *, peer: str, proxies: int) -> str:
    """The entry the outermost of ``proxies`` wrote; ``peer`` where there are fewer entries."""
    entries = [entry.strip() for entry in forwarded.split(",") if entry.strip()]
    return entries[-proxies] if len(entries) >= proxies else peer
