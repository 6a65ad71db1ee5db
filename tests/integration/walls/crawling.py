"""A walk over everything a person is shown: its links, its buttons, and its numbers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

NUMBERS = {"count", "n"}
"""The classes in which a link carries the number of what it leads to."""
STRIP = "criticals-strip"
"""What says its number outside of its link; while nothing waits it has none."""
SENDS = ("hx-post", "formaction")
UP = {"ok", "unknown", "degraded"}
"""Parts of the installation that the number of those that are down does not count."""
FIGURES = "no-list"
"""The class of a table of figures, whose rows are no list of things that wait."""
ALIKE = 2
"""How many pages are opened that differ only in their ids and in what is asked."""


@dataclass
class Seen(HTMLParser):
    """What one page shows."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    sends: list[str] = field(default_factory=list)
    badges: list[tuple[str, int]] = field(default_factory=list)
    """Where a number leads, and what it says."""
    tallies: list[int] = field(default_factory=list)
    """What a list says of its own length."""
    rows: int = 0
    following: str = ""
    """The next page of the same list."""
    has_frame: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self._link = ""
        self._reads = False
        self._promised = ""
        self._is_list = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        words = set(said.get("class", "").split())
        self.ids.add(said.get("id", ""))
        self.has_frame |= tag == "html"
        if tag == "table":
            self._is_list = FIGURES not in words
        counts = tag == "tr" and "rec" in words and said.get("data-state") not in UP
        self.rows += counts and self._is_list
        self.sends += [said[name] for name in SENDS if said.get(name)]
        if "hx-get" in said:
            self.links.append(said["hx-get"])
        if tag == "form" and said.get("action"):
            sends = said.get("method", "get").lower() == "post"
            (self.sends if sends else self.links).append(said["action"])
        if tag == "a" and "href" in said:
            self._enter_link(said)
        elif tag == "table" and said.get("data-count"):
            self.tallies.append(int(said["data-count"]))
        elif said.get("id") == STRIP and said.get("data-count", "0") != "0":
            self._promised = said["data-count"]
        elif self._link and words & NUMBERS:
            self._reads = True

    def _enter_link(self, said: dict[str, str]) -> None:
        self._link = said["href"]
        self.links.append(self._link)
        if said.get("rel") == "next":
            self.following = self._link
        promised, self._promised = self._promised, ""
        number = said.get("data-count") or promised
        if number:
            self.badges.append((self._link, int(number)))

    def handle_data(self, data: str) -> None:
        if self._reads and data.strip().isdigit():
            self.badges.append((self._link, int(data)))
        self._reads = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._link = ""


def seen_on(answer: HttpResponse) -> Seen:
    """What an answer shows; nothing where it is no page."""
    seen = Seen()
    if "html" in answer.get("Content-Type", ""):
        seen.feed(answer.content.decode())
    return seen


def within(url: str, link: str) -> str:
    """The address a link of a page leads to; empty where it leaves the house."""
    parts = urlsplit(urljoin(f"http://here{url}", link))
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path}{query}" if (parts.scheme, parts.netloc) == ("http", "here") else ""


def kind_of(url: str) -> str:
    """What pages have in common that differ only in their ids and in what is asked."""
    parts = urlsplit(url)
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        return url
    return f"{name}?{'&'.join(sorted(key for key, _ in parse_qsl(parts.query)))}"


def walk(client: Client) -> Iterator[tuple[str, str, HttpResponse, Seen]]:
    """Every page this person is led to from the first one, with where the link stood."""
    ahead, met, kinds = [("/", "")], {"/"}, Counter[str]()
    while ahead:
        url, source = ahead.pop(0)
        kind = kind_of(url)
        kinds[kind] += 1
        if kinds[kind] > ALIKE:
            continue
        answer: HttpResponse = client.get(url)
        seen = seen_on(answer)
        yield url, source, answer, seen
        for link in seen.links:
            target = within(url, link)
            if target and target not in met:
                met.add(target)
                ahead.append((target, url))


def rows_behind(client: Client, url: str) -> int:
    """How many rows a list has over all its pages."""
    rows = 0
    while url:
        seen = seen_on(client.get(url))
        rows += seen.rows
        url = within(url, seen.following) if seen.following else ""
    return rows
