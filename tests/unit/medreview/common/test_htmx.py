"""One view, two answers."""

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from medreview.common.htmx import page_or_partial

PAGE, PARTIAL = "front/error.html", "front/_error.html"


def answer(monkeypatch: pytest.MonkeyPatch, **headers: str) -> tuple[str, str]:
    request = RequestFactory().get("/", headers=headers)
    request.htmx = HtmxDetails(request)
    rendered: list[str] = []

    def note(request: HttpRequest, template: str, context: object, status: int):
        rendered.append(template)
        return {}

    monkeypatch.setattr("medreview.common.htmx.render", note)
    response = page_or_partial(request, page=PAGE, partial=PARTIAL)
    return rendered[0], response["Vary"]


def test_a_browser_gets_the_page(monkeypatch: pytest.MonkeyPatch):
    assert answer(monkeypatch) == (PAGE, "HX-Request")


def test_htmx_gets_the_part(monkeypatch: pytest.MonkeyPatch):
    assert answer(monkeypatch, HX_Request="true") == (PARTIAL, "HX-Request")


@pytest.mark.parametrize("header", ["HX_Boosted", "HX_History_Restore_Request"])
def test_a_boosted_link_or_a_restored_page_gets_the_page(
    monkeypatch: pytest.MonkeyPatch, header: str
):
    template, _ = answer(monkeypatch, HX_Request="true", **{header: "true"})

    assert template == PAGE
