from django.http import HttpResponse
from django.test import RequestFactory

from medreview.common.proxies import ClientAddress, client_address


def test_only_our_own_proxies_are_believed():
    forged = "203.0.113.9, 198.51.100.7"

    assert client_address(forged, peer="10.0.0.1", proxies=1) == "198.51.100.7"
    assert client_address(forged, peer="10.0.0.1", proxies=2) == "203.0.113.9"


def test_without_an_entry_the_peer_itself_is_the_client():
    assert client_address("", peer="10.0.0.1", proxies=1) == "10.0.0.1"
    assert client_address(" , ", peer="10.0.0.1", proxies=1) == "10.0.0.1"


def test_without_a_proxy_nobody_names_his_own_address(settings):
    settings.TRUSTED_PROXIES = 0

    assert address_seen() == "10.0.0.1"


def test_behind_a_proxy_the_client_is_who_the_proxy_saw(settings):
    settings.TRUSTED_PROXIES = 1

    assert address_seen() == "198.51.100.7"


def address_seen() -> str:
    seen: list[str] = []

    def answer(request):
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="198.51.100.7")
    ClientAddress(answer)(request)
    return seen[0]
