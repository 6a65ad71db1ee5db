"""Files brought in, and what became of them."""

import datetime as dt

from medreview.api.contracts.base import Page
from medreview.common.contract import Contract
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.preview import FilePreview
from medreview.fhir.record import Quarantined


class ImportRow(Contract):
    """One imported file in a list."""

    id: str
    source: str
    """The file's name."""
    file_hash: str
    imported_at: dt.datetime
    by: str | None
    """The id of the person; null where the system itself imported it."""


class ImportPage(Page):
    """A hospital's imports, newest first."""

    items: tuple[ImportRow, ...]


class ImportRead(ImportRow):
    """One import with its receipt and the patients it was of."""

    receipt: ImportReceipt
    patient_ids: tuple[str, ...]
    """Our ids of the patients this person may see; at most 200."""


class ProblemsOfImport(Contract):
    """What of a file was not taken, or could not be put into a record."""

    quarantined: tuple[Quarantined, ...]
    unassigned: tuple[Quarantined, ...]


class Preview(Contract):
    """What importing a file would do. Nothing was imported."""

    batch: str
    """What the import, or throwing it away, names; gone after an hour."""
    file: FilePreview
