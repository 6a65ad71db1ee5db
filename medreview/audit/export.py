"""Events of the trail taken out as a file, written page by page while it is sent."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from medreview.audit import queries, services
from medreview.audit.event_types import EventType
from medreview.audit.fhir_events import audit_event, resource_id
from medreview.audit.models import AuditEvent
from medreview.audit.queries import TrailFilter
from medreview.audit.services import InHospital
from medreview.common.clock import now
from medreview.common.models import Record

CHUNK = 500


class Form(StrEnum):
    """In which form events leave."""

    BUNDLE = "json"
    NDJSON = "ndjson"

    @property
    def content_type(self) -> str:
        """What the file says it is."""
        return f"application/fhir+{self.value}"


@dataclass(frozen=True)
class Made:
    """A file about to be sent."""

    filename: str
    parts: Iterator[bytes]


@transaction.atomic
def begin(
    *,
    hospital: Record,
    wanted: TrailFilter,
    form: Form,
    by: InHospital,
    said: Mapping[str, str],
) -> Made:
    """Record that the events of a filter are taken out, and make the file of them.

    It ends with the event before that line: what happens meanwhile is not in it.
    """
    found = queries.search(hospital.id, wanted)
    line = services.record(
        EventType.TRAIL_EXPORTED,
        thing=hospital,
        by=by,
        counts={"events": found.count()},
        detail={**said, "form": form.value},
    )
    events = _in_order(hospital.id, wanted, line.seq)
    parts = _bundle(events) if form is Form.BUNDLE else _lines(events)
    return Made(f"audit-trail-{now():%Y-%m-%d}.{form.value}", parts)


def _in_order(chain: str, wanted: TrailFilter, end: int) -> Iterator[list[AuditEvent]]:
    """The events before ``end``, oldest first, a page in memory at a time."""
    found = queries.search(chain, wanted).filter(seq__lt=end).order_by("seq")
    last = 0
    while rows := list(found.filter(seq__gt=last)[:CHUNK]):
        yield rows
        last = rows[-1].seq


def _lines(pages: Iterator[list[AuditEvent]]) -> Iterator[bytes]:
    for page in pages:
        yield "".join(f"{_text(audit_event(event))}\n" for event in page).encode()


def _bundle(pages: Iterator[list[AuditEvent]]) -> Iterator[bytes]:
    head = _text({"resourceType": "Bundle", "type": "collection", "timestamp": now().isoformat()})
    between = f'{head[:-1]},"entry":['
    empty = True
    for page in pages:
        entries = ",\n".join(_entry(event) for event in page)
        yield f"{between}{entries}".encode()
        between, empty = ",\n", False
    # FHIR knows no empty list.
    yield f"{head}\n".encode() if empty else b"]}\n"


def _entry(event: AuditEvent) -> str:
    url = f"urn:medreview:AuditEvent:{resource_id(event)}"
    return _text({"fullUrl": url, "resource": audit_event(event)})


def _text(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
