"""Which version of a thing a form was made with."""

from django.http import HttpRequest

from medreview.common.text import whole_number


def version_of(request: HttpRequest) -> int:
    """The version the page was made with; a write without one names none that exists."""
    sent = whole_number(request.POST.get("version"))
    return -1 if sent is None else sent
