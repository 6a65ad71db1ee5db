import pytest

from medreview.accounts.roles import Role
from tests.conftest import person


@pytest.mark.parametrize("path", ["/health/", "/health/checks/"])
def test_the_page_and_healthz_say_the_same(client, signed_in, nell, path):
    machine = client.get("/healthz").json()["checks"]
    response = signed_in(nell).get(path)

    shown = {check.name: check.is_up for check in response.context["checks"]}
    assert response.status_code == 200
    assert shown == {name: check["up"] for name, check in machine.items()}


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR])
def test_who_does_not_look_after_the_installation_gets_403(signed_in, north, role):
    assert signed_in(person("x", "X", north, role)).get("/health/").status_code == 403
