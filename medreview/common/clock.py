"""The only source of the present moment, so that tests can stop it."""

from datetime import UTC, date, datetime


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the one place that may ask


def today() -> date:
    """The present date in UTC."""
    return now().date()
