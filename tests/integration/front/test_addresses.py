"""What lands in a browser's history and a server's log: no title and no address names a patient."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

LINK = re.compile(r'(?:href|action|hx-get|hx-post|hx-replace-url)="(/[^"#]*)')
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
PRIVATE = re.compile(r"hargreaves|eleanor|40011827|1958|potassium|6\.8", re.IGNORECASE)
"""Her names, number and birth year, her hospital's ids, and what was measured."""
MOST_PAGES = 120


def walked(client: Client, start: str) -> dict[str, str]:
    """Every page that can be reached by links, by its address; of each kind a few."""
    waiting, seen, kinds = [start], {}, {}
    while waiting and len(seen) < MOST_PAGES:
        address = waiting.pop(0)
        kind = re.sub(r"\d+|[a-z]{3}_[0-9a-z]{20,}|\?.*|(?<=^/graph/).*", "*", address)
        kinds[kind] = kinds.get(kind, 0) + 1
        if address in seen or kinds[kind] > 4 or address.startswith("/static/"):
            continue
        response = client.get(address)
        if "html" not in response.get("Content-Type", ""):
            continue
        seen[address] = response.content.decode()
        waiting += [unescape(link) for link in LINK.findall(seen[address])]
    return seen


def test_no_title_and_no_address_names_a_patient(
    ada: User, signed_in: Callable[[User], Client]
) -> None:
    make_review(by=ada, key="hargreaves")
    everyone = person("all", "Alma All", ada.hospital, *Role)

    pages = walked(signed_in(everyone), "/")

    assert any("/findings/" in address for address in pages)
    assert any("/patients/pat_" in address for address in pages)
    assert any("/print/" in address for address in pages)
    for address, html in pages.items():
        for title in TITLE.findall(html.split("</head>")[0]):
            assert not PRIVATE.search(title), f"{address}: {title}"
        if "/graph/" in address:
            continue
        for link in LINK.findall(html):
            if not link.startswith("/graph/"):
                assert not PRIVATE.search(unescape(link)), f"{address}: {link}"
