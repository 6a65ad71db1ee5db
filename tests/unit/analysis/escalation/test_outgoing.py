"""Webhooks go to public addresses over TLS, follow nobody elsewhere and wait for nobody long."""

import http.client
import socket
import ssl
import threading
from ipaddress import ip_address, ip_network

import pytest

from analysis.escalation import outgoing
from analysis.escalation.errors import AddressRefused, NotDelivered
from tests.factories.receiver import receiver

HEADERS = {"webhook-id": "msg_1"}


def test_a_message_arrives_with_its_headers():
    with receiver("204") as there:
        outgoing.post(there.url, b"{}", HEADERS)

    headers, body = there.seen[0]
    assert (headers["webhook-id"], body) == ("msg_1", b"{}")


@pytest.mark.parametrize(
    ("answer", "code"),
    [("500", "http_500"), ("404", "http_404"), ("302", "redirected"), ("307", "redirected")],
)
def test_another_answer_than_success_is_none_and_a_redirection_leads_nowhere(answer, code):
    with receiver(answer) as there, pytest.raises(NotDelivered) as met:
        outgoing.post(there.url, b"{}", HEADERS)

    assert met.value.code == code
    assert len(there.seen) == 1


def test_one_that_hangs_is_left_in_time(monkeypatch):
    monkeypatch.setattr(outgoing, "STEP_SECONDS", 0.2)

    with receiver("hang") as there, pytest.raises(NotDelivered) as met:
        outgoing.post(there.url, b"{}", HEADERS)

    assert met.value.code == "timeout"


def test_one_that_answers_a_byte_at_a_time_is_left_too(monkeypatch):
    monkeypatch.setattr(outgoing, "WHOLE_SECONDS", 0.3)

    with receiver("drip") as there, pytest.raises(NotDelivered) as met:
        outgoing.post(there.url, b"{}", HEADERS)

    assert met.value.code == "timeout"


def test_nobody_there_is_named_by_its_kind():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    with pytest.raises(NotDelivered) as met:
        outgoing.post(f"http://127.0.0.1:{port}/", b"{}", HEADERS)

    assert met.value.code == "ConnectionRefusedError"


def test_a_server_without_tls_at_an_https_address_is_a_named_fault():
    with receiver("200") as there, pytest.raises(NotDelivered) as met:
        outgoing.post(there.url.replace("http://", "https://"), b"{}", HEADERS)

    assert met.value.code.startswith("SSL")
    assert there.seen == []


PRIVATE = [
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "240.0.0.1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "::a00:1",
    "fec0::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_refused_however_it_is_written(address):
    assert not outgoing.may_go_to(ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_a_public_address_is_none_of_these(address):
    assert outgoing.may_go_to(ip_address(address))


def test_an_allowed_network_is_gone_to(settings):
    settings.WEBHOOK_NETWORKS = [ip_network("10.20.0.0/16")]

    assert outgoing.may_go_to(ip_address("10.20.3.4"))
    assert not outgoing.may_go_to(ip_address("10.21.0.1"))


def test_this_machine_is_gone_to_only_where_the_settings_say_so(settings):
    settings.WEBHOOK_TO_THIS_MACHINE = False

    with receiver() as there, pytest.raises(NotDelivered) as met:
        outgoing.post(there.url.replace("http://", "https://"), b"{}", HEADERS)

    assert met.value.code == "address_refused"


def test_a_name_is_judged_by_every_address_it_has(monkeypatch):
    def resolved(host, port, **asked):
        return [(0, 0, 0, "", (found, port)) for found in ("1.1.1.1", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)

    with pytest.raises(NotDelivered) as met:
        outgoing.post("https://pager.example/", b"{}", HEADERS)

    assert met.value.code == "address_refused"


def test_a_name_that_nobody_answers_for_ends_in_time(monkeypatch):
    answered = threading.Event()
    monkeypatch.setattr(outgoing, "STEP_SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_how: answered.wait(30) or [])

    with pytest.raises(NotDelivered) as met:
        outgoing.post("https://pager.example/", b"{}", HEADERS)

    answered.set()
    assert met.value.code == "timeout"


def test_a_name_that_can_be_none_is_not_found():
    with pytest.raises(NotDelivered) as met:
        outgoing.post(f"https://{'x' * 64}.example/", b"{}", HEADERS)

    assert met.value.code == "name_not_found"


@pytest.mark.parametrize(
    "url",
    [
        "http://pager.example/",
        "ftp://pager.example/",
        "https://user:word@pager.example/",
        "https://",
        "https://pager.example:99999/",
        "https://[::1",
        "https://pager.example/#x",
        "https://pager.example/a b",
        "https://10.0.0.1/",
        "https://[fd00::1]/",
        "http://1.1.1.1/",
        "pager.example",
    ],
)
def test_an_address_that_can_never_be_right_is_refused_when_it_is_written(url):
    with pytest.raises(AddressRefused):
        outgoing.check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://pager.example/hook?x=1",
        "https://1.1.1.1/",
        "http://127.0.0.1:9/",
        "http://localhost:9/",
    ],
)
def test_an_https_address_or_this_machine_is_taken(url):
    outgoing.check_url(url)


def test_faults_of_the_line_are_named(monkeypatch):
    codes = []
    for problem in (
        socket.gaierror(),
        ssl.SSLCertVerificationError(),
        http.client.BadStatusLine("Maren Lindqvist"),
    ):
        monkeypatch.setattr(outgoing, "_status", _raising(problem))
        with pytest.raises(NotDelivered) as met:
            outgoing.post("https://pager.example/", b"{}", HEADERS)
        codes.append(str(met.value))

    assert [code.rpartition(": ")[2] for code in codes] == [
        "name_not_found.",
        "SSLCertVerificationError.",
        "BadStatusLine.",
    ]


def _raising(problem):
    def broken(*given):
        raise problem

    return broken
