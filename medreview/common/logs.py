"""What a log line may say of an exception: where and of which kind, never with what values."""

import sys
import traceback
from typing import Any

from structlog.typing import EventDict, WrappedLogger


def plain_exceptions(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """Write exceptions as kinds and places.

    Their texts are left out: a database names the very value it refused.
    """
    found = event.pop("exc_info", None)
    if found:
        event["exception"] = _describe(_problem_of(found))
    return event


def _problem_of(found: Any) -> BaseException | None:
    if isinstance(found, BaseException):
        return found
    if isinstance(found, tuple):
        problem: BaseException | None = found[1]
        return problem
    return sys.exc_info()[1]


def _describe(problem: BaseException | None) -> list[dict[str, Any]]:
    chain = []
    while problem is not None:
        frames = traceback.extract_tb(problem.__traceback__)
        chain.append(
            {
                "kind": f"{type(problem).__module__}.{type(problem).__qualname__}",
                "places": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
            }
        )
        problem = problem.__cause__ or problem.__context__
    return chain
