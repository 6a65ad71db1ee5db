"""The only writer of RunEvent: gapless, chained, payloads sealed."""

from django.db import transaction

from medreview.accounts.models import User
from medreview.audit.chain import hash_of
from medreview.common.clock import now
from medreview.common.hashing import canonical_json
from medreview.patients import sealing
from medreview.runtime.events import Event
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.tracing.ending import trace_after

SYSTEM = "system"


def lock(run_id: str) -> Run:
    """The run, held for this transaction: events and states of one run change one by one."""
    return (
        Run.objects.select_for_update(no_key=True, of=("self",))
        .select_related("patient", "hospital")
        .get(pk=run_id)
    )


@transaction.atomic
def record(event: Event, *, run: Run, by: User | None) -> RunEvent:
    """Append ``event`` to the run, in its next place.

    ``run`` must have been locked in this transaction; it carries the new head afterwards.
    """
    seq = run.last_seq + 1
    header = event.as_json()
    row = RunEvent(
        run=run,
        seq=seq,
        kind=str(header.pop("kind")),
        at=now(),
        actor=by.pk if by is not None else SYSTEM,
        header=header,
        payload=_sealed(event, run=run, seq=seq),
        previous_hash=run.head_hash,
    )
    row.hash = hash_of(seq=seq, header=row.said(), previous_hash=row.previous_hash)
    row.save(force_insert=True)
    run.last_seq, run.head_hash = seq, row.hash
    run.save(update_fields=["last_seq", "head_hash"])
    trace_after(row.kind, run)
    return row


def _sealed(event: Event, *, run: Run, seq: int) -> bytes | None:
    if event.payload is None:
        return None
    plaintext = canonical_json(event.payload).encode()
    return sealing.seal(run.patient, plaintext, context=payload_context(run.pk, seq))


def payload_context(run_id: str, seq: int) -> str:
    """Binds a payload to its place: a row moved elsewhere can't be opened there."""
    return f"run_event|{run_id}|{seq}"
