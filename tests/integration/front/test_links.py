"""Invitations and new passwords, from the link to the account."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from medreview.accounts import invitations, password_reset, queries
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.errors import NotFound
from tests.conftest import PASSWORD

INVITE = "/people/invitations/"
MIA = {
    "full_name": "Mia New",
    "title": "Dr",
    "username": "mia",
    "new": PASSWORD,
    "again": PASSWORD,
}
NEW = {"new": "another good long one", "again": "another good long one"}


@pytest.fixture
def mails(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def path_in(text: str) -> str:
    found = re.search(r"https://review\.test(/[\w/.~-]+/)", text)
    assert found
    return found[1]


def shown(answer: Any) -> str:
    """What a page says, without the token of the day."""
    return str(answer.content.decode().split("<main")[1])


def follow(client: Client, path: str) -> Any:
    return client.get(client.get(path)["Location"])


def invited(root, *roles: Role) -> str:
    _invitation, token = invitations.invite(roles=roles or (Role.CLINICIAN,), by=root)
    return reverse("front:invitation", args=[token])


def test_an_invitation_is_mailed_and_makes_the_account_that_was_meant(
    signed_in, client, mails, root
):
    signed_in(root).post(INVITE, {"email": "mia@hospital.test", "roles": ["clinician", "auditor"]})
    [message] = mail.outbox

    page = follow(client, path_in(message.body))
    made = client.post(reverse("front:invitation-accept"), MIA)
    mia = queries.user_named("mia")

    assert message.to == ["mia@hospital.test"]
    assert page.context["hospital"] == root.hospital.name
    assert made["Location"] == "/login/"
    assert (mia.hospital, mia.roles) == (root.hospital, {Role.CLINICIAN, Role.AUDITOR})
    signs_in = client.post("/login/", {"username": "mia", "password": PASSWORD})
    assert signs_in["Location"] == "/"


def test_without_mail_the_link_is_shown_once(signed_in, client, root):
    browser = signed_in(root)

    made = browser.post(INVITE, {"email": "", "roles": ["curator"]})
    again = browser.get(INVITE)

    assert path_in(made.context["link"]) in made.content.decode()
    assert follow(client, path_in(made.context["link"])).status_code == 200
    assert "/invitation/" not in again.content.decode().replace("/people/invitations/", "")


def test_a_mail_server_that_refuses_leaves_the_link_to_hand_over(
    signed_in, mails, root, monkeypatch
):
    def refuse(self: EmailBackend, messages: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)

    page = signed_in(root).post(INVITE, {"email": "mia@hospital.test", "roles": ["clinician"]})

    assert page.context["link"]
    assert "did not take the message" in page.content.decode()


def test_an_invitation_without_a_role_is_none(signed_in, root):
    page = signed_in(root).post(INVITE, {"email": "mia@hospital.test"})

    assert page.status_code == 422
    assert not root.hospital.invitations.exists()


def test_an_invitation_taken_back_opens_nothing(signed_in, client, root):
    path, browser = invited(root), signed_in(root)
    follow(client, path)

    browser.post(reverse("front:invitation-revoke", args=[root.hospital.invitations.get().pk]))

    answer = client.post(reverse("front:invitation-accept"), MIA)
    assert answer.status_code == 410
    with pytest.raises(NotFound):
        queries.user_named("mia")


def test_the_secret_leaves_the_address_bar_at_once(client, root):
    path = invited(root)

    redirected = client.get(path)

    assert redirected["Location"] == "/invitation/"
    token = path.split("/")[-2]
    assert token not in client.get("/invitation/").content.decode()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"username": "root"}, "username"),
        ({"new": "short", "again": "short"}, "new"),
        ({"again": "something else entirely"}, "again"),
        ({"full_name": ""}, "full_name"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_the_link_stays(client, root, changed, field):
    follow(client, invited(root))

    wrong = client.post(reverse("front:invitation-accept"), MIA | changed)

    assert wrong.status_code == 422
    assert field in wrong.context["form"].errors
    assert client.post(reverse("front:invitation-accept"), MIA)["Location"] == "/login/"


def test_whoever_is_named_the_answer_about_a_new_password_is_the_same(client, mails, ada):
    ada.email = "ada@hospital.test"
    ada.save()

    answers = [
        client.post(reverse("front:forgotten"), {"name": name})
        for name in ("ada", "nobody", "ada@hospital.test")
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert len({shown(answer) for answer in answers}) == 1


@pytest.mark.django_db(transaction=True)
def test_a_mailed_link_sets_a_new_password_and_keeps_the_second_factor_asked_for(
    client, mails, ada
):
    ada.email = "ada@hospital.test"
    ada.save()
    client.post(reverse("front:forgotten"), {"name": "ada"})

    follow(client, path_in(mail.outbox[-1].body))
    done = client.post(reverse("front:reset"), NEW)
    again = client.post(reverse("front:reset"), NEW)

    assert done["Location"] == "/login/"
    assert again.status_code == 410
    old = client.post("/login/", {"username": "ada", "password": PASSWORD})
    new = client.post("/login/", {"username": "ada", "password": NEW["new"]})
    assert (old.status_code, new.status_code) == (422, 302)


def test_twenty_questions_of_one_network_are_enough(client, mails, ada):
    statuses = [
        client.post(reverse("front:forgotten"), {"name": f"x{number}"}).status_code
        for number in range(password_reset.PER_NETWORK + 1)
    ]

    assert statuses == [200] * password_reset.PER_NETWORK + [429]


def test_without_mail_the_page_says_whom_to_ask(client, db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

    page = client.get(reverse("front:forgotten")).content.decode()

    assert "sends no e-mail" in page
    assert "<form" not in page.split('class="door"')[1]


def test_an_admins_link_is_shown_once_and_works_once(signed_in, client, root, ada):
    hers = signed_in(ada)
    hers.get("/")

    page = signed_in(root).post(reverse("front:password-link", args=[ada.pk]))
    follow(client, path_in(page.context["link"]))
    client.post(reverse("front:reset"), NEW)

    assert hers.get("/").status_code == 302
    assert follow(Client(), path_in(page.context["link"])).status_code == 410
    events = AuditEvent.objects.filter(thing_id=ada.pk).values_list("event", flat=True)
    assert {"user.password_reset_started", "user.password_changed"} <= set(events)


def test_two_different_passwords_are_not_set(client, ada):
    follow(client, reverse("front:reset-link", args=[password_reset.token_for(ada)]))

    answer = client.post(reverse("front:reset"), NEW | {"again": "something else entirely"})

    assert answer.status_code == 422
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
