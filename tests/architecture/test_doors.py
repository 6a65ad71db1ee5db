"""Every address says who may come in."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from medreview.accounts.access import OPEN, door_of
from tests.architecture.house import PACKAGES, place, source_files

OPEN_ADDRESSES = {
    "healthz",
    "login/",
    "login/code/",
    "login/forgotten/",
    "login/reset/",
    "login/reset/<str:token>/",
    "invitation/",
    "invitation/<str:token>/",
    "logout/",
    "language/",
    "api/v1/token/",
}
"""What a stranger may ask for. A new one is a decision, so it is written here."""


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        address = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one, address)
        elif one.callback.__module__.startswith(PACKAGES):
            yield address, one


def test_every_view_names_what_it_asks_of_a_visitor():
    silent = [
        address for address, one in addresses(get_resolver()) if door_of(one.callback) is None
    ]

    assert silent == []


def test_only_these_addresses_are_open_to_a_stranger():
    found = {address for address, one in addresses(get_resolver()) if door_of(one.callback) == OPEN}

    assert found == OPEN_ADDRESSES


def test_addresses_carry_ids_and_never_names():
    told = [
        address
        for address, _ in addresses(get_resolver())
        if any(word in address for word in ("family", "given", "mrn", "birth", "name>"))
    ]

    assert told == []


def test_views_reach_patients_through_their_services_and_queries_only():
    reaching = [
        place(path)
        for path in source_files(".py")
        if "views" in path.parts and "Patient.objects" in path.read_text()
    ]

    assert reaching == []
