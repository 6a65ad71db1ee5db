"""Sortable ids with a readable prefix, such as ``run_01j9x2…``."""

import secrets

from medreview.common.clock import now

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no i, l, o or u to misread."""

TIME_DIGITS = 10
RANDOM_DIGITS = 16
ID_LENGTH = 32
"""Room for the longest prefix: 5 letters, an underscore and 26 digits."""


def new_id(prefix: str) -> str:
    """A new id; ids made later sort later, to the millisecond. It carries no personal data."""
    milliseconds = int(now().timestamp() * 1000)
    number = (milliseconds << (5 * RANDOM_DIGITS)) | secrets.randbits(5 * RANDOM_DIGITS)
    return f"{prefix}_{_base32(number, TIME_DIGITS + RANDOM_DIGITS)}"


def _base32(number: int, digits: int) -> str:
    letters = []
    for _ in range(digits):
        number, rest = divmod(number, 32)
        letters.append(ALPHABET[rest])
    return "".join(reversed(letters))
