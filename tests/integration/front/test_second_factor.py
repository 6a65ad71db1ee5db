"""A second factor at the door, on one's own page, and where the hospital asks for it."""

import re
from typing import Any

import pytest
import time_machine
from allauth.mfa.utils import decrypt
from django.test import Client
from django.urls import reverse

from medreview.accounts import second_factor, services
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.lockout import PER_ACCOUNT
from medreview.accounts.models import OpenSession
from medreview.audit.models import AuditEvent
from medreview.front.views.second_factor import SHOWN
from tests.conftest import PASSWORD
from tests.factories.codes import code_of, enrol

CODE = "/login/code/"


def type_password(client: Client, username: str = "ada", **extra: str) -> Any:
    return client.post("/login/", {"username": username, "password": PASSWORD, **extra})


def type_code(client: Client, code: str, **extra: str) -> Any:
    return client.post(CODE, {"code": code, **extra})


def require_it(hospital) -> None:
    services.change_hospital_settings(
        hospital=hospital, settings=HospitalSettings(second_factor="required"), version=1
    )


def test_the_session_begins_only_after_the_code(client, ada):
    secret, _codes = enrol(ada)

    asked = type_password(client, next="/runs/")
    between = client.get("/runs/")
    let_in = type_code(client, code_of(secret), next="/runs/")

    assert asked["Location"] == "/login/code/?next=%2Fruns%2F"
    assert between["Location"].startswith("/login/?")
    assert let_in["Location"] == "/runs/"
    assert client.get("/runs/").status_code == 200
    assert OpenSession.objects.get(user=ada).with_code
    opened = AuditEvent.objects.filter(event="session.opened", actor=ada.pk)
    assert opened.count() == 1


def test_a_wrong_code_is_said_and_recorded_and_opens_nothing(client, ada):
    enrol(ada)
    type_password(client)

    answer = type_code(client, "000000")

    assert answer.status_code == 422
    assert client.get("/").status_code == 302
    refused = AuditEvent.objects.get(event="session.refused")
    assert refused.detail == {"for": "code"}


def test_wrong_passwords_and_wrong_codes_add_up_to_one_lock(client, ada):
    secret, _codes = enrol(ada)
    for _ in range(2):
        client.post("/login/", {"username": "ada", "password": "wrong"})
    type_password(client)

    answers = [type_code(client, "000000").status_code for _ in range(PER_ACCOUNT - 2)]
    right = type_code(client, code_of(secret))
    elsewhere = type_password(Client(REMOTE_ADDR="192.0.2.9"))

    assert answers == [422, 422, 429]
    assert right.status_code == elsewhere.status_code == 429
    assert "Wait 15 minutes" in right.content.decode()


def test_a_right_password_does_not_forgive_wrong_codes(client, ada):
    enrol(ada)
    statuses = []
    for _ in range(PER_ACCOUNT):
        type_password(client)
        statuses.append(type_code(client, "000000").status_code)

    assert statuses == [422] * (PER_ACCOUNT - 1) + [429]


def test_a_code_signs_in_once(client, ada):
    secret, _codes = enrol(ada)
    code = code_of(secret)
    type_password(client)
    assert type_code(client, code).status_code == 302

    other = Client()
    type_password(other)

    assert type_code(other, code).status_code == 422


def test_a_recovery_code_signs_in_once(ada):
    _secret, codes = enrol(ada)
    statuses = []
    for _ in range(2):
        client = Client()
        type_password(client)
        statuses.append(type_code(client, codes[0]).status_code)

    assert statuses == [302, 422]


def test_a_right_password_waits_five_minutes_for_its_code(client, ada):
    secret, _codes = enrol(ada)
    with time_machine.travel("2036-11-30T09:00:00Z", tick=False):
        type_password(client)
    with time_machine.travel("2036-11-30T09:06:00Z", tick=False):
        answer = type_code(client, code_of(secret))

    assert answer["Location"].startswith("/login/?")


def test_nobody_skips_the_password(client, ada):
    secret, _codes = enrol(ada)

    assert client.get(CODE)["Location"].startswith("/login/?")
    assert type_code(client, code_of(secret))["Location"].startswith("/login/?")


def test_a_password_changed_meanwhile_ends_the_wait(client, ada):
    secret, _codes = enrol(ada)
    type_password(client)

    services.change_password(user=ada, password="another good long one")

    assert type_code(client, code_of(secret))["Location"].startswith("/login/?")


def test_it_is_turned_on_by_scanning_and_typing_back_and_codes_are_shown_once(signed_in, ada):
    browser = signed_in(ada)
    page = browser.get(reverse("front:factor-on"))
    secret = decrypt(browser.session[SHOWN])

    wrong = browser.post(reverse("front:factor-on"), {"code": "000000"})
    done = browser.post(reverse("front:factor-on"), {"code": code_of(secret)})

    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert page.context["secret"].replace(" ", "") == secret
    assert wrong.status_code == 422
    assert len(set(re.findall(r"\d{4}-\d{4}", done.content.decode()))) == 10
    again = browser.get(reverse("front:factor-on"))
    assert again["Location"] == reverse("front:factor")
    assert not re.search(r"\d{4}-\d{4}", browser.get(reverse("front:factor")).content.decode())


def test_the_secret_waits_sealed_in_the_session(signed_in, ada):
    browser = signed_in(ada)

    page = browser.get(reverse("front:factor-on"))

    assert page.context["secret"].replace(" ", "") not in str(dict(browser.session))


@pytest.mark.parametrize("name", ["factor-off", "factor-codes"])
def test_turning_it_off_and_new_codes_ask_for_the_password(signed_in, ada, name):
    enrol(ada)
    browser = signed_in(ada)

    wrong = browser.post(reverse(f"front:{name}"), {"password": "wrong"})

    assert wrong.status_code == 422
    assert second_factor.is_on(ada)
    right = browser.post(reverse(f"front:{name}"), {"password": PASSWORD})
    assert right.status_code in {200, 302}
    assert second_factor.is_on(ada) is (name == "factor-codes")


def test_where_it_is_required_nothing_else_opens_before_it_is_on(signed_in, ada, north):
    browser = signed_in(ada)
    require_it(north)

    pages = [browser.get(path) for path in ("/", "/runs/", "/settings/", "/patients/")]
    part = browser.get("/home/tiles/", headers={"HX-Request": "true"})
    enrolling = browser.get(reverse("front:factor-on"))
    secret = decrypt(browser.session[SHOWN])
    browser.post(reverse("front:factor-on"), {"code": code_of(secret)})

    assert {page["Location"] for page in pages} == {reverse("front:factor-on")}
    assert (part.status_code, part["HX-Redirect"]) == (401, reverse("front:factor-on"))
    assert enrolling.status_code == 200
    assert browser.get("/").status_code == 200


def test_where_it_is_required_it_stays_on(signed_in, ada, north):
    enrol(ada)
    require_it(north)

    answer = signed_in(ada).post(reverse("front:factor-off"), {"password": PASSWORD})

    assert answer.status_code == 403
    assert second_factor.is_on(ada)


def test_who_owes_one_can_still_sign_out(signed_in, ada, north):
    require_it(north)

    assert signed_in(ada).post("/logout/")["Location"] == "/login/"


def test_an_admin_resets_a_lost_one_and_the_sessions_end(signed_in, root, ada):
    enrol(ada)
    hers = signed_in(ada)
    hers.get("/")

    answer = signed_in(root).post(reverse("front:factor-reset", args=[ada.pk]))

    assert answer.status_code == 302
    assert not second_factor.is_on(ada)
    assert hers.get("/")["Location"] == "/login/?next=/"
    assert type_password(Client())["Location"] == "/"
