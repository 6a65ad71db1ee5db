"""One URL says where e-mail goes out; a wrong one is a sentence."""

from ipaddress import ip_network

import pytest

from medreview.settings.outgoing import base_url, email_settings, networks


def test_without_a_url_a_backend_that_sends_nothing_is_chosen():
    assert email_settings("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


def test_a_mail_server_is_spoken_to_under_tls_unless_it_is_said_otherwise():
    found = email_settings("smtp://bot:s%40fe@mail.example")
    plain = email_settings("smtp://relay.example:25?tls=off")
    wrapped = email_settings("smtps://mail.example")

    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", 587)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("bot", "s@fe")
    assert (found["EMAIL_USE_TLS"], plain["EMAIL_USE_TLS"], wrapped["EMAIL_USE_SSL"]) == (
        True,
        False,
        True,
    )
    assert plain["EMAIL_PORT"] == 25
    assert found["EMAIL_TIMEOUT"] <= 10


def test_messages_may_go_to_a_folder():
    assert email_settings("file:///var/mail")["EMAIL_FILE_PATH"] == "/var/mail"


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "file:"])
def test_another_url_is_refused(url):
    with pytest.raises(ValueError, match="smtp://"):
        email_settings(url)


def test_the_address_of_links_has_a_scheme_and_no_slash_at_its_end():
    assert base_url("https://review.example/") == "https://review.example"
    assert base_url("") == ""
    with pytest.raises(ValueError, match="https://"):
        base_url("review.example")


def test_networks_are_written_with_commas():
    assert networks("10.20.0.0/16, fd00::/8,") == [
        ip_network("10.20.0.0/16"),
        ip_network("fd00::/8"),
    ]
    with pytest.raises(ValueError, match="ten"):
        networks("ten")
