"""The door of e-mail: what went wrong is named by its kind, never in a server's words."""

import smtplib

import pytest
from django.core import mail as outbox
from django.core.mail import EmailMessage

from medreview.common import mail


def test_a_message_goes_out_from_the_configured_address(settings):
    settings.DEFAULT_FROM_EMAIL = "review@hospital.test"

    mail.send(to="ada@hospital.test", subject="A critical value waits", text="https://x/")

    sent = outbox.outbox[0]
    assert (sent.to, sent.from_email) == (["ada@hospital.test"], "review@hospital.test")
    assert sent.body == "https://x/"


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (ConnectionRefusedError("10.0.0.1"), "ConnectionRefusedError"),
        (TimeoutError(), "timeout"),
        (smtplib.SMTPRecipientsRefused({"ada@x": (550, b"no")}), "recipient_refused"),
        (smtplib.SMTPResponseException(451, b"ada@x later"), "server_said_451"),
        (smtplib.SMTPServerDisconnected("gone"), "SMTPServerDisconnected"),
    ],
)
def test_a_fault_is_named_by_its_kind_alone(monkeypatch, problem, code):
    def broken(self):
        raise problem

    monkeypatch.setattr(EmailMessage, "send", broken)

    with pytest.raises(mail.MailUnreachable) as met:
        mail.send(to="ada@x", subject="s", text="t")

    assert met.value.code == code
    assert "ada" not in str(met.value)


def test_without_a_server_or_an_address_of_ours_it_says_so(settings):
    settings.EMAIL_BACKEND, settings.BASE_URL = mail.SENDS_NOTHING, ""

    assert not mail.can_mail()
    assert mail.link_to("/x/") == ""
