"""When a provider is asked again, and when it is left alone. One policy for all. Pure."""

import datetime as dt
import threading
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

MOST_REQUESTS = 3
"""Whatever happens, one ask sends no more requests than this, over all providers."""
FIRST_WAIT = 0.5
LONGEST_WAIT = 20.0
ROOM_TO_ANSWER = 0.2
"""A wait that leaves less than this of the deadline, in seconds, is not begun."""

BREAKER_AFTER = 5
"""So many failures in a row open the breaker."""
BREAKER_SECONDS = 60.0

OVERLOADED = 429


def asks_for_patience(status: int) -> bool:
    """Whether a status says that the same request may succeed later."""
    return status in {408, 409, 425, OVERLOADED} or 500 <= status <= 599


def retry_after_seconds(header: str | None, *, now: dt.datetime) -> float | None:
    """The wait a provider asks for, written in seconds or as a date of HTTP; None if in neither."""
    text = (header or "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text[:12])
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=dt.UTC)
    return max(0.0, (moment - now).total_seconds())


@dataclass(frozen=True)
class Waits:
    """How long to wait before the next request."""

    first: float = FIRST_WAIT
    longest: float = LONGEST_WAIT

    def before(self, nth: int, *, retry_after: float | None, left: float) -> float | None:
        """Seconds before retry number ``nth``, counted from 1; None if it isn't worth it.

        A provider that asks for more than is left of the deadline is not asked again.
        """
        wait = min(self.first * 2 ** (nth - 1), self.longest)
        wait = max(wait, retry_after or 0.0)
        return wait if wait + ROOM_TO_ANSWER <= left else None


class Breaker:
    """Leaves a provider alone that failed again and again, then lets one request try it."""

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        after: int = BREAKER_AFTER,
        seconds: float = BREAKER_SECONDS,
    ) -> None:
        self._clock, self._after, self._seconds = clock, after, seconds
        self._failures = 0
        self._open_until: float | None = None
        self._lock = threading.Lock()

    def lets_through(self) -> bool:
        """Whether a request may be sent now. After the rest only one at a time may."""
        with self._lock:
            if self._open_until is None:
                return True
            if self._clock() < self._open_until:
                return False
            # Half open: this one tries, the others wait until it came back or was lost.
            self._open_until = self._clock() + self._seconds
            return True

    def worked(self) -> None:
        """The provider answered, whatever its answer is worth."""
        with self._lock:
            self._failures, self._open_until = 0, None

    def failed(self) -> None:
        """The provider could not be reached, was broken or silent."""
        with self._lock:
            self._failures += 1
            if self._failures >= self._after:
                self._open_until = self._clock() + self._seconds
