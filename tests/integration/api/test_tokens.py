"""A token: made with a password, ends in five ways, and every step is in the trail."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from medreview.accounts import services as accounts
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.tokens import services as tokens
from medreview.tokens.models import Token
from tests.conftest import PASSWORD, person
from tests.factories.codes import enrol
from tests.integration.api.conftest import Program, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


def sign_in(program: Program, **said: Any) -> Any:
    asked = {"username": "ada", "password": PASSWORD} | said
    return program.post("token/", asked)


def events(*names: str) -> list[str]:
    found = AuditEvent.objects.filter(event__in=names).order_by("created_at", "seq")
    return list(found.values_list("event", flat=True))


def test_a_password_makes_a_token_that_acts_for_its_person(ada: User, program: Of) -> None:
    made = sign_in(program(), name="Laboratory", days=7)

    asks = program()
    asks.token = read(made)["token"]
    me = read(asks.get("me/"))
    asks.get("me/")
    assert made.status_code == 201
    assert (me["username"], me["hospital"], me["roles"]) == ("ada", "north", ["clinician"])
    assert events("token.made", "token.first_used") == ["token.made", "token.first_used"]


def test_only_a_hash_of_a_token_is_kept(ada: User, program: Of) -> None:
    text = read(sign_in(program()))["token"]

    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM tokens_token t")
        rows = " ".join(row[0] for row in cursor.fetchall())
    assert text not in rows
    assert text[15:] not in rows


def test_wrong_passwords_add_up_with_those_of_the_page(ada: User, program: Of) -> None:
    guesses = [sign_in(program(), password="wrong") for _ in range(5)]

    right = sign_in(program())
    page = Client().post("/login/", {"username": "ada", "password": PASSWORD})

    assert [guess.status_code for guess in guesses] == [401, 401, 401, 401, 429]
    assert (right.status_code, page.status_code) == (429, 429)
    assert int(right["Retry-After"]) == 15 * 60
    assert events("session.refused", "session.locked")[:5] == [
        *["session.refused"] * 4,
        "session.locked",
    ]


def test_an_unknown_name_and_a_wrong_password_are_told_alike(ada: User, program: Of) -> None:
    wrong = read(sign_in(program(), password="wrong"))
    unknown = read(sign_in(program(), username="nobody"))

    assert wrong.pop("instance") != unknown.pop("instance")
    assert wrong == unknown


def revoked(token: Token) -> None:
    tokens.revoke(token=token, by=token.user)


def closed(token: Token) -> None:
    accounts.deactivate_user(user=token.user)


def another_password(token: Token) -> None:
    accounts.change_password(user=token.user, password="quite another passphrase", by=token.user)


def too_old(token: Token) -> None:
    Token.objects.filter(pk=token.pk).update(expiry=token.created_at)


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (revoked, "revoked"),
        (closed, "account_closed"),
        (another_password, "password_changed"),
        (too_old, "expired"),
    ],
)
def test_a_token_is_dead_at_once(
    ada: User, program: Of, end: Callable[[Token], None], why: str
) -> None:
    asks = program(ada)
    before = asks.get("me/").status_code

    end(Token.objects.select_related("user").get())

    after = asks.get("me/")
    assert (before, after.status_code) == (200, 401)
    event = AuditEvent.objects.filter(event="token.refused").get()
    assert (event.chain, event.detail) == (ada.hospital_id, {"why": why})


def test_what_is_no_token_is_refused_and_noted_without_a_word_of_it(program: Of) -> None:
    sent = {
        "unknown": "Bearer mrt_0123456789abcdef",
        "other scheme": "Token mrt_0123",
        "two": "Bearer a b",
        "bytes": "Bearer \xff\xfe",
    }

    answers = {
        name: Client().get("/api/v1/me/", headers={"Authorization": text}).status_code
        for name, text in sent.items()
    }

    assert answers == dict.fromkeys(sent, 401)
    refused = AuditEvent.objects.filter(event="token.refused")
    assert {(one.thing_id, str(one.detail)) for one in refused} == {("unknown", "{}")}


def test_a_role_taken_back_holds_from_the_next_request(ada: User, program: Of) -> None:
    asks = program(ada)
    before = asks.get("patients/").status_code

    accounts.revoke_role(user=ada, role=Role.CLINICIAN)

    assert (before, asks.get("patients/").status_code) == (200, 403)


def test_signing_out_ends_the_token_of_the_request(ada: User, program: Of) -> None:
    asks = program(ada)

    answer = asks.delete("token/")

    assert answer.status_code == 204
    assert asks.get("me/").status_code == 401
    assert events("token.revoked") == ["token.revoked"]


def test_a_person_sees_and_revokes_their_own_tokens_only(
    ada: User, north: Hospital, program: Of
) -> None:
    bea = person("bea", "Bea Berg", north, Role.CLINICIAN)
    asks, hers = program(ada), program(bea)
    other = read(hers.get("tokens/"))["items"][0]["id"]
    spare = tokens.make(name="Spare", days=1, by=ada)[0]

    listed = [row["name"] for row in read(asks.get("tokens/"))["items"]]
    answers = [asks.delete(f"tokens/{pk}/").status_code for pk in (spare.pk, other)]

    assert listed == ["Spare", "test"]
    assert answers == [204, 404]
    assert hers.get("me/").status_code == 200


def test_nobody_holds_more_than_twenty(ada: User, program: Of) -> None:
    for _ in range(20):
        tokens.make(name="", days=1, by=ada)

    answer = sign_in(program())

    assert answer.status_code == 422
    assert "20 tokens" in read(answer)["detail"]


def test_the_page_of_tokens_shows_and_takes_back(
    ada: User, program: Of, signed_in: Callable[[User], Client]
) -> None:
    asks, browser = program(ada), signed_in(ada)
    token = Token.objects.get()
    shown = browser.get("/settings/tokens/").content.decode()

    answer = browser.post(f"/settings/tokens/{token.pk}/revoke/", follow=True)

    page = answer.content.decode()
    assert f"token-{token.pk}" in shown
    assert asks.token not in shown
    assert "That token opens nothing any more." in page
    assert "Revoked" in page
    assert asks.get("me/").status_code == 401


def test_a_token_opens_nothing_while_its_person_owes_a_second_factor(
    ada: User, program: Of
) -> None:
    asks = program(ada)
    asked_for = HospitalSettings(second_factor="required")
    accounts.change_hospital_settings(hospital=ada.hospital, settings=asked_for, version=1)

    owed = asks.get("me/")
    enrol(ada)

    assert owed.status_code == 403
    assert "second factor" in read(owed)["detail"]
    assert asks.get("me/").status_code == 200
