"""The five forms in which a signed analysis leaves the house, and what each file is called."""

from dataclasses import dataclass
from enum import StrEnum


class ExportFormat(StrEnum):
    """The forms, by the ending of their file's name."""

    PDF = "pdf"
    TEXT = "txt"
    CSV = "csv"
    FHIR = "fhir.json"
    JSON = "json"

    @property
    def code(self) -> str:
        """Its name in the trail."""
        return self.name.lower()


MEDIA_TYPES: dict[ExportFormat, str] = {
    ExportFormat.PDF: "application/pdf",
    ExportFormat.TEXT: "text/plain; charset=utf-8",
    ExportFormat.CSV: "text/csv; charset=utf-8; header=present",
    ExportFormat.FHIR: "application/fhir+json; fhirVersion=4.0; charset=utf-8",
    ExportFormat.JSON: "application/json; charset=utf-8",
}


@dataclass(frozen=True)
class Exported:
    """One file, ready to be handed over."""

    filename: str
    """Our ids only: nothing of the patient is told by a folder of downloads."""
    media_type: str
    content: bytes


def filename_of(number: str, edition: int, form: ExportFormat) -> str:
    """``A-1042-e1.pdf``."""
    return f"{number}-e{edition}.{form.value}"
