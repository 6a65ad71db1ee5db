"""An entry of a record as it was received."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from medreview.fhir import json_text
from medreview.fhir.models import Resource


@dataclass(frozen=True)
class VersionShown:
    """One version: the text it came as, and the FHIR that was made of it where it was none."""

    number: int
    reference: str
    current: bool
    deleted: bool
    received_at: dt.datetime
    received: str
    fhir: str
    """Empty where what was received is the FHIR itself."""
    source: str
    import_url: str


def versions_shown(rows: Iterable[Resource]) -> list[VersionShown]:
    """Versions for a person to read, in the order given."""
    return [_shown(row) for row in rows]


def _shown(row: Resource) -> VersionShown:
    fhir = json_text.pretty(json_text.parse(row.raw)) if row.raw else ""
    return VersionShown(
        number=row.version,
        reference=row.reference,
        current=row.current,
        deleted=row.deleted,
        received_at=row.received_at,
        received=row.as_received or fhir,
        fhir=fhir if row.as_received else "",
        source=row.source_import.source,
        import_url=reverse("front:import-receipt", args=[row.source_import_id]),
    )
