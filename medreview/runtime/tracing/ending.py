"""When a run's work ends, its spans go to a collector, if the installation asks for that."""

import logging
from functools import partial

from django.conf import settings
from django.db import transaction

from medreview.runtime.models import Run
from medreview.runtime.tracing import exporting
from medreview.runtime.tracing.spans import run_span

log = logging.getLogger(__name__)

ENDS = frozenset({"review.awaited", "run.failed", "run.cancelled"})
"""The events after which no stage works on a run any more."""


def trace_after(kind: str, run: Run) -> None:
    """After this event is committed, trace the run if its work has ended with it."""
    if settings.TRACES and kind in ENDS:
        transaction.on_commit(partial(trace_run, run.pk), robust=True)


def trace_run(run_id: str) -> None:
    """Hand the run's spans over. Whatever goes wrong is logged by its kind and stops nothing."""
    try:
        run = Run.objects.get(pk=run_id)
        events = list(run.events.defer("payload").order_by("seq"))
        whole = run_span(
            {
                "gen_ai.conversation.id": run.pk,
                "session.id": run.pk,
                "medreview.run.id": run.pk,
                "medreview.run.kind": run.kind,
                "medreview.run.state": run.state,
                "medreview.hospital.id": run.hospital_id,
                "medreview.graph_release": run.graph_release,
            },
            events,
        )
        if whole is not None:
            exporting.export(whole)
    except Exception as problem:
        log.warning("A run could not be traced: %s", type(problem).__name__)
