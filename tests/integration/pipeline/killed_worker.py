"""A worker in a process of its own that is killed at a named point. Started by the test."""

import os
import signal
import sys

import django


def main(analysis_id: str, database: str, deadly_point: str) -> None:
    """Work on the analysis and die, as by ``kill -9``, when the conductor passes the point."""
    django.setup()
    # Both need the apps to be ready.
    from django.db import connection  # noqa: PLC0415

    from analysis.pipeline import jobs  # noqa: PLC0415
    from tests.factories.pipeline import small_plan  # noqa: PLC0415

    connection.settings_dict["NAME"] = database

    def at(point: str) -> None:
        if point == deadly_point:
            os.kill(os.getpid(), signal.SIGKILL)

    jobs.run_analysis(analysis_id, small_plan(at=at))


if __name__ == "__main__":
    main(*sys.argv[1:])
