"""Numbers of releases: year, month and a count, such as ``2026.12-1``. Pure."""

import datetime as dt
import re
from collections.abc import Collection

LONGEST_NUMBER = 20
NUMBER = re.compile(r"[0-9]{4}\.(0[1-9]|1[0-2])-[1-9][0-9]{0,3}")


def is_number(text: str) -> bool:
    """Whether a text is a number that a release can have."""
    return NUMBER.fullmatch(text) is not None


def next_free(today: dt.date, taken: Collection[str]) -> str:
    """The first number of this month that nothing has."""
    count = 1
    while (number := f"{today:%Y.%m}-{count}") in taken:
        count += 1
    return number
