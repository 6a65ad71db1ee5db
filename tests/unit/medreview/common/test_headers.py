"""No page is kept, and a request far too large is not read."""

from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from medreview.common.headers import BodyLimit, PrivatePages


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("page")


def test_no_browser_and_no_proxy_keeps_a_page():
    response = PrivatePages(page)(RequestFactory().get("/"))

    assert response["Cache-Control"] == "no-store, private"


def test_a_file_that_says_how_long_it_lasts_is_left_alone():
    def static(request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Cache-Control": "max-age=60, public"})

    response = PrivatePages(static)(RequestFactory().get("/static/x.css"))

    assert response["Cache-Control"] == "max-age=60, public"


def test_a_request_far_too_large_is_refused_unread(settings):
    request = RequestFactory().post("/", CONTENT_LENGTH=str(settings.BODY_LIMIT + 1))

    response = BodyLimit(page)(request)

    assert response.status_code == 413
    assert response.content.decode() == "This upload is too large: a file may have up to 32 MB."


def test_a_length_that_is_no_number_is_no_crash():
    request = RequestFactory().post("/", CONTENT_LENGTH="many")

    assert BodyLimit(page)(request).status_code == 200
