import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.audit.errors import TrailUnavailable
from medreview.common.errors import Denied, Invalid, MedReviewError, Unavailable, WrongState
from medreview.patients.services import open_patient
from medreview.urls import handler400, handler403, handler404, handler500  # noqa: F401
from medreview.urls import urlpatterns as real_urls
from tests.factories.patients import make_patient

FAMILY = {
    "denied": (Denied("This is signed."), 403),
    "state": (WrongState("This is signed already."), 409),
    "invalid": (Invalid("The file is empty."), 422),
    "away": (Unavailable("The source does not answer."), 503),
    "trail": (TrailUnavailable("This could not be recorded."), 503),
    "other": (MedReviewError("A seal is broken."), 500),
}


def raising(request: HttpRequest, name: str) -> HttpResponse:
    raise FAMILY[name][0]


def crashing(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("Maren Lindqvist has a potassium of 6.9")


@requires(Permission.PATIENT_READ)
def patient_page(request: HttpRequest, pk: str) -> HttpResponse:
    return HttpResponse(open_patient(pk, by=person_of(request), purpose="test").family)


urlpatterns = [
    path("raising/<str:name>", raising),
    path("crashing", crashing),
    path("patients-test/<str:pk>", patient_page),
    *real_urls,
]

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.integration.front.test_errors")]


@pytest.mark.parametrize("name", FAMILY)
def test_each_error_of_the_family_is_a_calm_page_with_the_requests_id(client, name):
    problem, status = FAMILY[name]

    response = client.get(f"/raising/{name}")

    content = response.content.decode()
    assert response.status_code == status
    assert "<h1>" in content
    assert "<html" in content
    assert str(problem) in content
    assert response["X-Request-ID"] in content
    assert response["X-Request-ID"].startswith("req_")


def test_a_fragment_gets_the_error_as_a_fragment(client):
    response = client.get("/raising/state", headers={"HX-Request": "true"})

    assert response.status_code == 409
    assert "<html" not in response.content.decode()
    assert "HX-Request" in response["Vary"]


def test_what_is_down_says_when_to_ask_again(client):
    assert client.get("/raising/away")["Retry-After"] == "10"


def test_an_unforeseen_error_is_a_calm_page_without_its_text(db):
    client = Client(raise_request_exception=False)

    response = client.get("/crashing")

    content = response.content.decode()
    assert response.status_code == 500
    assert "Lindqvist" not in content
    assert response["X-Request-ID"] in content


def test_another_hospitals_patient_is_to_the_byte_the_same_404_as_none(signed_in, ada, south):
    foreign = make_patient(hospital=south)
    browser = signed_in(ada)

    answers = [
        browser.get(f"/patients-test/{pk}", headers=headers)
        for headers in ({}, {"HX-Request": "true"})
        for pk in (foreign.pk, "pat_nobody")
    ]

    assert [answer.status_code for answer in answers] == [404] * 4
    assert answers[0].content == answers[1].content
    assert answers[2].content == answers[3].content
    different = {"X-Request-ID"}
    assert {k: v for k, v in answers[0].items() if k not in different} == {
        k: v for k, v in answers[1].items() if k not in different
    }


def test_an_address_that_leads_nowhere_is_the_same_page(signed_in, ada):
    browser = signed_in(ada)

    nowhere = browser.get("/no/such/page")

    assert nowhere.status_code == 404
    assert nowhere.content == browser.get("/patients-test/pat_nobody").content


def test_a_form_older_than_its_session_is_a_calm_page(ada):
    browser = Client(enforce_csrf_checks=True)

    response = browser.post("/login/", {"username": "ada", "password": "x"})

    content = response.content.decode()
    assert response.status_code == 403
    assert "out of date" in content
    assert response["X-Request-ID"] in content


@override_settings(ALLOWED_HOSTS=["only.example"])
def test_a_request_for_another_host_is_refused(client):
    assert client.get("/login/").status_code == 400


def test_a_request_id_of_the_client_is_not_taken_over(client):
    response = client.get("/raising/state", headers={"X-Request-ID": "evil\x1b[31m"})

    assert "evil" not in response["X-Request-ID"]
    assert "evil" not in response.content.decode()


def test_what_an_event_cannot_record_is_not_shown(signed_in, ada, north, monkeypatch):
    def no_trail(*args, **kwargs):
        raise TrailUnavailable("This could not be recorded in the audit trail.")

    patient = make_patient(hospital=north)
    browser = signed_in(ada)
    monkeypatch.setattr("medreview.audit.services.record", no_trail)

    response = browser.get(f"/patients-test/{patient.pk}")

    assert response.status_code == 503
    assert "Lindqvist" not in response.content.decode()
