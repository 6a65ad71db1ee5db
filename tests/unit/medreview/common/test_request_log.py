"""What a person typed is not logged."""

from django.test import RequestFactory

from medreview.common.request_log import RequestLog


def test_the_line_of_a_request_has_no_query():
    request = RequestFactory().get("/patients", {"q": "Quillfeather"})

    assert RequestLog.format_request(request) == "GET /patients"
