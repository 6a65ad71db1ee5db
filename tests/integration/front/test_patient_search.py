from typing import Any

from django.urls import reverse

from medreview.patients.queries import PAGE_SIZE
from tests.factories.patients import make_patient

PATIENTS = "/patients/"
PART = {"HX-Request": "true"}


def names_in(response: Any) -> list[str]:
    return [row.name for row in response.context["rows"]]


def test_a_patient_is_found_and_no_address_ever_holds_the_name(signed_in, ada, north, south):
    make_patient(hospital=north, family="Lindqvist")
    make_patient(hospital=north, family="Okafor")
    make_patient(hospital=south, family="Lindqvist", given="Other")
    browser = signed_in(ada)

    response = browser.post(PATIENTS, {"q": "lindq"}, headers=PART)

    assert names_in(response) == ["LINDQVIST, Maren"]
    assert "lindq" not in response["HX-Push-Url"]
    assert 'method="get"' not in browser.get(PATIENTS).content.decode()


def test_a_name_in_an_address_is_not_searched_for(signed_in, ada, north):
    make_patient(hospital=north, family="Okafor")

    response = signed_in(ada).get(PATIENTS, {"q": "lindqvist"})

    assert names_in(response) == ["OKAFOR, Maren"]


def test_the_filter_stays_in_the_address(signed_in, ada, north):
    make_patient(hospital=north)

    response = signed_in(ada).post(PATIENTS, {"q": "", "show": "critical"}, headers=PART)

    assert response["HX-Push-Url"] == "/patients/?show=critical"


def test_a_long_search_goes_on_by_a_posted_form(signed_in, ada, north):
    for _ in range(PAGE_SIZE + 2):
        make_patient(hospital=north, family="Berg")
    browser = signed_in(ada)

    first = browser.post(PATIENTS, {"q": "berg"})
    rest = browser.post(PATIENTS, {"q": "berg", "after": first.context["search_goes_on"]})

    assert len(names_in(first)) == PAGE_SIZE
    assert len(names_in(rest)) == 2
    assert first.context["older_url"] == ""


def test_a_curator_sees_no_patients(signed_in, kim):
    assert signed_in(kim).get(reverse("front:patients")).status_code == 403
