"""A database that is away is a 503 page; everything else is a 500 without its text."""

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from medreview.urls import handler500  # noqa: F401 - what is tested


def away(request: HttpRequest) -> HttpResponse:
    raise OperationalError('connection to "db.example" failed: password "hush"')


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("Quillfeather")


urlpatterns = [path("away", away), path("broken", broken)]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.urls("tests.unit.medreview.front.views.test_outage")
def test_a_database_that_is_away_is_a_503_page_that_says_when_to_try_again(client: Client):
    response = client.get("/away")

    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    assert "The database can&#x27;t be reached just now" in response.content.decode()
    assert "hush" not in response.content.decode()


@pytest.mark.urls("tests.unit.medreview.front.views.test_outage")
def test_anything_else_is_a_500_page_without_the_exceptions_text(client: Client):
    response = client.get("/broken")

    assert response.status_code == 500
    assert "Quillfeather" not in response.content.decode()
