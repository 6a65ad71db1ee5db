"""What every list and every refusal has in common."""

from pydantic import Field

from medreview.common.contract import Contract

PAGE_SIZE, LARGEST_PAGE = 50, 200


class Paging(Contract):
    """How much of a list is asked for, and from where."""

    limit: int = Field(default=PAGE_SIZE, ge=1, le=LARGEST_PAGE)
    cursor: str = Field(default="", max_length=200)
    """The ``cursor`` of the page before; it says nothing by itself."""


class Page(Contract):
    """Some items of a list."""

    next: str | None
    """Where the list goes on, at the same origin; null at its end."""
    cursor: str | None
    """The same place, for a question that is posted."""


class FieldProblem(Contract):
    """What is wrong with one field that was sent."""

    pointer: str
    """Where it stands in the body (``/text``), or the name of a parameter."""
    detail: str


class Problem(Contract):
    """Why something was not done, as RFC 9457 has it (``application/problem+json``)."""

    type: str
    """A path that names the kind of problem."""
    title: str
    status: int
    detail: str
    instance: str
    """The id of the request, as in the log and in the audit trail."""
    errors: tuple[FieldProblem, ...] = ()
    current: dict[str, object] | None = None
    """What stands now, where the version that was named is not the newest."""
