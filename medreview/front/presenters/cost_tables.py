"""Figures as tables: what a page shows and what a file holds are the very same rows."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.pipeline.figures.asked import ENOUGH
from analysis.pipeline.figures.calls import Took
from medreview.common.cells import BYTE_ORDER_MARK, guarded
from medreview.front.presenters.model_words import money_said, number_said
from medreview.front.presenters.runs import span
from medreview.llm.costs import Cost
from medreview.llm.pricing import MICROS
from medreview.llm.queries import RunSpent

Words = str | Promise


@dataclass(frozen=True)
class Cell:
    """One figure: in words, and as a number for other programs, empty where it isn't known."""

    said: Words
    raw: str = ""
    url: str = ""
    is_quiet: bool = False
    """Whether it says that something isn't known."""


@dataclass(frozen=True)
class Column:
    """One column: its title for people, and its name in a file."""

    name: str
    title: Words
    is_number: bool = True


@dataclass(frozen=True)
class Table:
    """One table of the page."""

    name: str
    title: Words
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    nothing: Words = ""
    """What stands there when it has no row."""

    @property
    def cells(self) -> list[list[tuple[Column, Cell]]]:
        """The rows, each cell with its column."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]

    def as_csv(self) -> str:
        """The table as a file that a spreadsheet opens."""
        lines = [[column.name for column in self.columns], *([c.raw for c in r] for r in self.rows)]
        return BYTE_ORDER_MARK + "".join(f"{line}\r\n" for line in map(_line, lines))


def _line(cells: Iterable[str]) -> str:
    return ",".join('"{}"'.format(guarded(cell).replace('"', '""')) for cell in cells)


def text(said: Words, raw: str = "", url: str = "") -> Cell:
    """Words; a file holds their code."""
    return Cell(said, raw or str(said), url)


def number(value: int) -> Cell:
    """A count."""
    return Cell(number_said(value), str(value))


def unknown(said: Words) -> Cell:
    """What nobody knows: words for people, nothing in a file."""
    return Cell(said, is_quiet=True)


def tokens(value: int | None) -> Cell:
    """Tokens; where no model was asked, that."""
    return unknown(_("no data")) if value is None else number(value)


def money(cost: Cost) -> Cell:
    """What it cost; requests without a known price are never taken for free."""
    if not cost.requests:
        return unknown(_("no data"))
    if not cost.is_known:
        return unknown(_("no price"))
    return Cell(money_said(cost), format((Decimal(cost.micros) / MICROS).normalize(), "f"))


def milliseconds(value: float | None, n: int) -> Cell:
    """A percentile of so many values; of too few it says nothing."""
    if not n or value is None:
        return unknown(_("no data"))
    if n < ENOUGH:
        return unknown(_("n = %(n)s, too few") % {"n": n})
    return Cell(span(round(value)), str(round(value)))


def duration(value: dt.timedelta | None, n: int) -> Cell:
    """The same of spans of time."""
    return milliseconds(None if value is None else value.total_seconds() * 1000, n)


def seconds(value: float, n: int) -> Cell:
    """The same of seconds."""
    return milliseconds(value * 1000, n)


def share(part: float, whole: float) -> Cell:
    """A part of a whole, in per cent."""
    if not whole:
        return unknown(_("no data"))
    return Cell(f"{100 * part / whole:.0f} %", f"{100 * part / whole:.1f}")


CALL_COLUMNS = (
    Column("questions", gettext_lazy("Questions")),
    Column("failures", gettext_lazy("Failed")),
    Column("retries", gettext_lazy("Retries")),
    Column("tokens_in", gettext_lazy("Tokens in")),
    Column("tokens_out", gettext_lazy("Tokens out")),
    Column("money", gettext_lazy("Cost")),
)
SHORT_COLUMNS = tuple(one for one in CALL_COLUMNS if one.name not in {"failures", "retries"})
"""Beside a single run; how its questions went is on its own page."""
LATENCY_COLUMNS = (
    Column("p50_ms", gettext_lazy("p50 of a request")),
    Column("p95_ms", gettext_lazy("p95 of a request")),
    Column("requests", gettext_lazy("Requests (n)")),
)


def call_cells(took: Took) -> Iterator[Cell]:
    """What requests took, for CALL_COLUMNS."""
    for value in (
        took.questions,
        took.failures,
        took.retries,
        took.tokens_in,
        took.tokens_out,
    ):
        yield number(value)
    yield money(took.cost)


def short_cells(took: Took | RunSpent) -> Iterator[Cell]:
    """What the requests of one run took, for SHORT_COLUMNS."""
    for value in (took.questions, took.tokens_in, took.tokens_out):
        yield number(value)
    yield money(took.cost)


def latency_cells(took: Took) -> Iterator[Cell]:
    """How long requests took, for LATENCY_COLUMNS."""
    yield milliseconds(took.p50, took.requests)
    yield milliseconds(took.p95, took.requests)
    yield number(took.requests)
