"""What a worker does: a stretch of one impact, and looking for what nobody works on."""

from django.db import DatabaseError

from analysis.impact import computing, services
from medreview.common.queue import enqueue, told_by_kind


@told_by_kind
def compute(run_id: str) -> None:
    """Work on one impact for a while. A second delivery finds it held or ended, and stops."""
    run = computing.claim(run_id)
    if run is None:
        return
    try:
        if not computing.work_on(run):
            enqueue(services.JOB, run_id)
    except computing.TakenOver:
        return
    except DatabaseError:
        raise
    except Exception as problem:
        # The words of a foreign error may quote a record: only its kind is kept.
        computing.fail(run_id, run.fence, reason=type(problem).__name__)
        raise


def at_beat() -> None:
    """Call workers for impacts that lost theirs, and look at what an old release still made."""
    services.rescue()
    services.catch_up()
