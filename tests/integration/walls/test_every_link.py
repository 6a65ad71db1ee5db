"""From the first page on, as each role: every link opens, every button may be pressed, and
every number is that of the list it leads to."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.urls import resolve

from medreview.accounts.access import OPEN, SIGNED_IN, door_of
from medreview.accounts.models import User
from tests.factories.demo import open_hospitals
from tests.integration.walls.crawling import Seen, rows_behind, walk, within

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

GROWS = "/audit/"
"""Each look at the trail is one more event of it, so a list of it is longer at the next look."""
OPENS = {200, 204, 302}
"""The page, nothing new of a part that is asked for again, or the way on."""
ONE_OF_EACH_ROLE = ("ada", "kim", "nell", "root")


@pytest.mark.parametrize("username", ONE_OF_EACH_ROLE)
def test_all_a_role_is_shown_opens_for_it_and_every_badge_says_the_number_of_its_list(
    username: str, monkeypatch: pytest.MonkeyPatch, signed_in: Callable[[User], Client]
) -> None:
    open_hospitals(monkeypatch)
    user = User.objects.get(username=username)
    client = signed_in(user)

    wrong: list[object] = []
    badges: dict[tuple[str, int], str] = {}
    for url, source, answer, seen in walk(client):
        wrong += [(source, url, fault) for fault in faults(user, url, answer, seen)]
        badges |= {(within(url, link), number): url for link, number in seen.badges}
        if not url.startswith(GROWS) and not goes_on(url):
            badges |= {(url, number): url for number in seen.tallies}
    rows = {link: rows_behind(client, link) for link, _ in badges}
    wrong += [
        (source, link, f"says {number}, lists {rows[link]}")
        for (link, number), source in badges.items()
        if rows[link] != number
    ]

    assert wrong == [], "\n".join(map(str, wrong))


def goes_on(url: str) -> bool:
    """Whether an address begins in the middle of a list."""
    return not {"after", "before", "from"}.isdisjoint(QueryDict(urlsplit(url).query))


def faults(user: User, url: str, answer: HttpResponse, seen: Seen) -> Iterator[object]:
    """What is wrong with a page that this person was led to."""
    if answer.status_code not in OPENS:
        yield answer.status_code
    places = {link[1:] for link in seen.links if link.startswith("#")} - {""}
    yield from (f"no place #{name}" for name in places - seen.ids)
    opened = {OPEN, SIGNED_IN, *user.permissions}
    sends = {within(url, sent) for sent in seen.sends}
    yield from (
        f"no right to {sent}"
        for sent in sends
        if door_of(resolve(urlsplit(sent).path).func) not in opened
    )
    if seen.has_frame and not {within(url, link) for link in seen.links} - {"", url}:
        yield "no way back"
