"""Where a list goes on: an opaque cursor, and a link at the same origin."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlencode

from rest_framework.request import Request

from medreview.api.contracts.base import Paging
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop
from medreview.common.hashing import sha256_of
from medreview.common.keyset import NoSuchPlace

AnyEntry = TypeVar("AnyEntry", bound=Contract)


def after_of(asked: Paging) -> str | None:
    """What a page goes on behind: the id of a row, or None at the beginning."""
    if not asked.cursor:
        return None
    try:
        padded = asked.cursor + "=" * (-len(asked.cursor) % 4)
        after = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        after = ""
    # What stands in a cursor goes into a question to the database: nothing but a place is let in.
    if not after.replace("_", "").replace(".", "").isalnum():
        raise no_such_place()
    return after


def links(request: Request, after: str | None) -> dict[str, str | None]:
    """``next`` and ``cursor`` of a page that ends at the row ``after``."""
    if after is None:
        return {"next": None, "cursor": None}
    cursor = base64.urlsafe_b64encode(after.encode()).decode().rstrip("=")
    if request.method == "POST":
        # What was searched for is in the body, and stays out of addresses.
        return {"next": None, "cursor": cursor}
    kept = request.query_params.dict() | {"cursor": cursor}
    return {"next": f"{request.path}?{urlencode(kept)}", "cursor": cursor}


def next_entries(
    entries: Sequence[AnyEntry],
    asked: Paging,
    named: Callable[[AnyEntry], str] | None = None,
) -> tuple[tuple[AnyEntry, ...], str | None]:
    """A page of a list that is read whole, and the place behind it.

    ``named`` tells entries apart where neither id nor key does.
    """
    after, start = after_of(asked), 0
    if after is not None:
        places = [place_of(entry, named) for entry in entries]
        if after not in places:
            raise no_such_place()
        start = places.index(after) + 1
    shown = tuple(entries[start : start + asked.limit])
    goes_on = start + asked.limit < len(entries)
    return shown, place_of(shown[-1], named) if shown and goes_on else None


def place_of(entry: AnyEntry, named: Callable[[AnyEntry], str] | None = None) -> str:
    """A name of an entry that tells nothing of it: its own id is the hospital's."""
    name = named(entry) if named else getattr(entry, "id", "") or getattr(entry, "key", "")
    return sha256_of(str(name))[:24]


def no_such_place() -> NoSuchPlace:
    """The refusal of a cursor that leads nowhere."""
    return NoSuchPlace(gettext_noop("This list can't go on from there. Begin it anew."))
