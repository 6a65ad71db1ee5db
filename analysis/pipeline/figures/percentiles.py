"""Percentiles counted by the database, so that no row has to leave it."""

from collections.abc import Mapping
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import Aggregate, Expression, Field


class Percentiles(Aggregate):
    """The median, and what nineteen of twenty values stay below: one sorting gives both."""

    function = "percentile_cont"
    template = "%(function)s(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY %(expressions)s)"

    def __init__(
        self, expression: str | Expression, values: "Field[Any, Any]", **extra: Any
    ) -> None:
        super().__init__(expression, output_field=ArrayField(values), **extra)


def spread(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose percentiles stand under their own names; of no values there are none."""
    said = dict(row)
    middle, most = said.pop("percentiles", None) or (None, None)
    return {**said, "p50": middle, "p95": most}
