"""Addresses of our pages, as somebody else opens them."""

from django.http import HttpRequest

from medreview.common import mail


def link_to(request: HttpRequest, path: str) -> str:
    """A page of ours as somebody else opens it: by the address that was set, else by this one."""
    return mail.link_to(path) or request.build_absolute_uri(path)
