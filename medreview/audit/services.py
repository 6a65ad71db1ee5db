"""The only writer of the trail."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from django.db import DatabaseError, connection, transaction

from medreview.audit import context
from medreview.audit.chain import START, hash_of
from medreview.audit.errors import TrailUnavailable
from medreview.audit.event_types import EventType
from medreview.audit.models import SYSTEM_CHAIN, AuditEvent
from medreview.common.clock import now
from medreview.common.hashing import sha256_of_bytes
from medreview.common.ids import new_id
from medreview.common.models import Record

_CODE = re.compile(r"[\w.:/@+-]{0,120}", re.ASCII)
"""What a detail may hold: ids, codes, route names. No spaces, so no names and no prose."""

Thing = Record | tuple[str, str]
"""What an event is about: a row, or its kind and id."""


class InHospital(Protocol):
    """A person or a patient: a row that belongs to one hospital."""

    id: Any
    hospital_id: Any


def record(
    event: EventType,
    *,
    thing: Thing,
    by: InHospital | None,
    hospital: Record | None = None,
    patient: InHospital | None = None,
    counts: Mapping[str, int] | None = None,
    detail: Mapping[str, str] | None = None,
) -> AuditEvent:
    """Record what happened, in ids and counts, at the end of its hospital's chain.

    ``by`` is None when the system acts. The chain is that of ``hospital``, else of the
    patient, else of the person. The event stands or falls with the caller's transaction, and
    holds its chain until that ends: record last, and keep transactions short.
    """
    kind, thing_id = _named(thing)
    seen = context.current()
    draft = AuditEvent(
        chain=_chain_of(hospital, patient, by),
        event=event.value,
        actor=by.id if by else "",
        thing_kind=kind,
        thing_id=thing_id,
        patient=patient.id if patient else "",
        counts=_checked_counts(counts or {}),
        detail=_checked_detail(detail or {}),
        request=seen.request,
        address=seen.address,
    )
    try:
        return _append(draft)
    except DatabaseError as problem:
        raise TrailUnavailable(
            "This could not be recorded in the audit trail, so it was not done."
        ) from problem


@transaction.atomic
def _append(event: AuditEvent) -> AuditEvent:
    # The lock lasts until the caller's transaction ends: only then can the next writer
    # of this chain see this event and stand on it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_lock_of(event.chain)])
    head = AuditEvent.objects.filter(chain=event.chain).order_by("-seq").first()
    event.id = new_id(AuditEvent.id_prefix)
    event.created_at = now()
    event.seq = head.seq + 1 if head else 1
    event.previous_hash = head.hash if head else START
    event.hash = hash_of(seq=event.seq, header=event.header(), previous_hash=event.previous_hash)
    event.save(force_insert=True)
    return event


def _lock_of(chain: str) -> int:
    digest = sha256_of_bytes(f"medreview.audit|{chain}".encode())
    return int(digest[:15], 16)


def _named(thing: Thing) -> tuple[str, str]:
    if isinstance(thing, Record):
        return type(thing).__name__, thing.id
    return thing


def _chain_of(hospital: Record | None, patient: InHospital | None, by: InHospital | None) -> str:
    if hospital is not None:
        return hospital.id
    owner = patient or by
    return owner.hospital_id if owner else SYSTEM_CHAIN


def _checked_counts(counts: Mapping[str, int]) -> dict[str, int]:
    wrong = sorted(name for name, count in counts.items() if type(count) is not int)
    if wrong:
        raise ValueError(f"Counts of an audit event are whole numbers: {', '.join(wrong)}.")
    return dict(counts)


def _checked_detail(detail: Mapping[str, str]) -> dict[str, str]:
    wrong = sorted(name for name, text in detail.items() if not _CODE.fullmatch(str(text)))
    if wrong:
        # The value stays out of the sentence: it may be what must not be written down.
        raise ValueError(f"Details of an audit event are codes without spaces: {', '.join(wrong)}.")
    return {name: str(text) for name, text in detail.items()}
