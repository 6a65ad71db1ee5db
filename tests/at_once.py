"""Several people, workers or programs at the same moment, each with a connection of their own."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from medreview.common.errors import MedReviewError


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each returned, or the error it was refused with; all start at the same moment."""
    barrier = threading.Barrier(len(works))

    def start(work: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return work()
        except MedReviewError as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(start, works))
