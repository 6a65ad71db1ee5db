"""The trail proves itself once a day, so that a page can say when it last did."""

from datetime import timedelta

from medreview.audit.verification import CHAINS, note, verify
from medreview.common.queue import enqueue_after_commit, told_by_kind
from medreview.server import services

EVERY = timedelta(hours=24)


def verify_daily() -> None:
    """A step of the workers' guard: hand the walk to a worker once a day."""
    if services.is_time_for(CHAINS, every=EVERY):
        enqueue_after_commit("medreview.audit.jobs.verify_chains", CHAINS)


@told_by_kind
def verify_chains(_name: str) -> None:
    """Walk every chain and note what was found."""
    note(verify())
