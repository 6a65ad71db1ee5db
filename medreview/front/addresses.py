"""Addresses of pages that another part of the product may or may not have."""

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from medreview.common import mail


def address(route: str, *args: str) -> str:
    """Where a page is; empty when this installation has no such page."""
    try:
        return reverse(route, args=args)
    except NoReverseMatch:
        return ""


def link_to(request: HttpRequest, path: str) -> str:
    """A page of ours as somebody else opens it: by the address that was set, else by this one."""
    return mail.link_to(path) or request.build_absolute_uri(path)
