"""Addresses of pages that another part of the product may or may not have."""

from django.urls import NoReverseMatch, reverse


def address(route: str, *args: str) -> str:
    """Where a page is; empty when this installation has no such page."""
    try:
        return reverse(route, args=args)
    except NoReverseMatch:
        return ""
