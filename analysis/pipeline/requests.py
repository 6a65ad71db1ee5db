"""What was asked for, as hashes that are equal for equal requests. Pure."""

import datetime as dt

from medreview.common.hashing import sha256_of


def scope_key(*, as_of: dt.datetime | None, report: str, all_results: bool) -> str:
    """Equal for requests that ask for the same thing; ``as_of`` only where one was given."""
    return sha256_of(
        {
            "as_of": as_of.isoformat() if as_of else None,
            "report": report,
            "all_results": all_results,
        }
    )


def again_key(key: str, analysis: str) -> str:
    """The key of the same request made once more because a model failed in this analysis."""
    return sha256_of({"key": key, "again": analysis})


def request_key(*, scope: str, release: str, record_mark: str, day: dt.date) -> str:
    """Equal when the same thing is asked of the same record, release and day."""
    return sha256_of(
        {"scope": scope, "release": release, "record": record_mark, "day": day.isoformat()}
    )
