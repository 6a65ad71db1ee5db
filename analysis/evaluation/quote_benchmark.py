"""How long the check of a quote takes over a long document, beside a plain search of its text."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import quantiles

from django.db import transaction

from graphcurate.library import queries, services
from graphcurate.library.contents import Contents
from graphcurate.library.facts import Facts
from graphcurate.library.models import Document
from graphcurate.library.quotes import searchable
from graphcurate.library.reading.plain_text import joined
from graphcurate.library.vocabulary import MediaType
from medreview.accounts.models import Hospital, User
from medreview.common.collector import collector_paused

PAGES = 500
_SMALL = 50
_LINES = 45
_WORDS = 11
_QUOTES = 60
_LENGTHS = (40, 120, 300, 700)
_TWENTIETHS = 20
_NOWHERE = "eeeeeeee"
"""Letters that every text here has, but never in a row: a search reads it whole."""


@dataclass(frozen=True)
class QuoteFigures:
    """What the benchmark measured. No answer is remembered from one check to the next."""

    pages: int
    characters: int
    prepare_seconds: float
    """Making a text quick to search, once, when a document is taken in."""
    first: float
    """The first check in a process: the text comes from the database."""
    found_p95: float
    not_found_p95: float
    """One letter changed: the closest passage and its word diff included."""
    not_found_p95_small: float
    """The same over a document of a tenth of the size."""
    search_seconds: float
    """Searching the text for what it doesn't hold: the work of known size."""

    def as_json(self) -> dict[str, object]:
        """The figures with their ratios, for people and for comparison between machines."""
        return {
            "pages": self.pages,
            "characters": self.characters,
            "prepare_seconds": round(self.prepare_seconds, 3),
            "first_ms": _ms(self.first),
            "found_p95_ms": _ms(self.found_p95),
            "not_found_p95_ms": _ms(self.not_found_p95),
            "found_to_search": round(self.found_p95 / self.search_seconds, 1),
            "not_found_to_search": round(self.not_found_p95 / self.search_seconds, 1),
            "not_found_to_small_document": round(self.not_found_p95 / self.not_found_p95_small, 1),
        }


def quotes_in_a_long_document(pages: int = PAGES) -> QuoteFigures:
    """Check passages of a made-up document of so many pages, as they stand and misspelt."""
    with transaction.atomic():
        hospital = Hospital.objects.create(name="Measured", slug="measured", timezone="UTC")
        user = User.objects.create(username="measured", full_name="Measured", hospital=hospital)
        try:
            return _measured(user, pages)
        finally:
            transaction.set_rollback(True)


@collector_paused()
def _measured(user: User, pages: int) -> QuoteFigures:
    contents = book_of(pages)
    began = time.perf_counter()
    searchable(contents.text)
    prepared = time.perf_counter() - began
    document = _kept(contents, user)
    small = _kept(book_of(max(1, min(_SMALL, pages // 10))), user)
    passages = list(passages_of(contents.text))
    first = _check(document, passages[0])
    began = time.perf_counter()
    contents.text.find(_NOWHERE)
    searched = time.perf_counter() - began
    return QuoteFigures(
        pages=pages,
        characters=len(contents.text),
        prepare_seconds=prepared,
        first=first,
        found_p95=_p95([_check(document, passage) for passage in passages]),
        not_found_p95=_p95([_check(document, misspelt(passage)) for passage in passages]),
        not_found_p95_small=_p95(
            [
                _check(small, misspelt(passage))
                for passage in passages_of(queries.contents_of(small).text)
            ]
        ),
        search_seconds=searched,
    )


def book_of(pages: int) -> Contents:
    """A document of made-up words, the same every time."""
    chance = random.Random(pages)  # noqa: S311 - nothing is kept secret by it
    words = [
        "".join(chance.choices("abdeghilmnoprstu", k=3 + number % 8)) for number in range(4000)
    ]
    return joined(
        ["\n".join(" ".join(chance.choices(words, k=_WORDS)) for _ in range(_LINES))
         for _ in range(pages)]
    )  # fmt: skip


def passages_of(text: str) -> Iterator[str]:
    """Passages of several lengths, from the beginning to the end."""
    for number in range(_QUOTES):
        length = _LENGTHS[number % len(_LENGTHS)]
        start = (len(text) - length) * number // _QUOTES
        yield text[start : start + length].strip()


def misspelt(passage: str) -> str:
    """A passage with one letter changed, in its middle."""
    at = len(passage) // 2
    return f"{passage[:at]}ё{passage[at + 1 :]}"


def _kept(contents: Contents, user: User) -> Document:
    return services.keep(
        file_name="measured.txt",
        content=contents.text.encode(),
        media_type=MediaType.PLAIN,
        contents=contents,
        facts=Facts(title="Measured", source="measured", licence_note="Made up"),
        by=user,
    )


def _check(document: Document, passage: str) -> float:
    began = time.perf_counter()
    queries.check_quote(document, passage)
    return time.perf_counter() - began


def _p95(seconds: list[float]) -> float:
    """The time that nineteen of twenty checks stay within."""
    return quantiles(seconds, n=_TWENTIETHS, method="inclusive")[-1]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)
