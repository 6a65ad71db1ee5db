"""Columns the graph needs and Django lacks."""

from typing import Any

from django.db import models


class ExactDecimalField(models.DecimalField):
    """A number that keeps the digits it was written with: 3.50 stays 3.50."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_digits", 30)
        kwargs.setdefault("decimal_places", 15)
        super().__init__(*args, **kwargs)

    def db_type(self, connection: Any) -> str:
        return "numeric"
