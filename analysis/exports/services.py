"""A signed edition handed over as a file; who took it, and in which form, stands in the trail."""

from django.db import transaction

from analysis.exports.bundle.bundle import bundle_text
from analysis.exports.formats import MEDIA_TYPES, Exported, ExportFormat, filename_of
from analysis.exports.paper import pdf_of
from analysis.exports.plain import plain_text
from analysis.exports.queries import check_signed, signed_analysis
from analysis.exports.table import table_text
from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.hashing import sha256_of_bytes


@transaction.atomic
def export(*, analysis: Analysis, edition: int, form: ExportFormat, by: User | None) -> Exported:
    """One signed edition in one form. What nobody signed is refused.

    The trail keeps the sha-256 of the file, so that one found later can be told to be ours.
    """
    check_signed(analysis, edition)
    content = _content(analysis, edition, form, by)
    audit.record(
        EventType.REPORT_EXPORTED,
        thing=analysis,
        by=by,
        patient=analysis.patient,
        counts={"edition": edition},
        detail={"format": form.code, "sha256": sha256_of_bytes(content)},
    )
    filename = filename_of(analysis.number, edition, form)
    return Exported(filename, MEDIA_TYPES[form], content)


def _content(analysis: Analysis, edition: int, form: ExportFormat, by: User | None) -> bytes:
    signed = signed_analysis(analysis, edition)
    match form:
        case ExportFormat.JSON:
            return signed.as_text().encode()
        case ExportFormat.FHIR:
            return bundle_text(signed, text=plain_text(signed)).encode()
        case ExportFormat.CSV:
            return table_text(signed).encode("utf-8-sig")
        case ExportFormat.TEXT:
            return plain_text(signed).encode()
        case ExportFormat.PDF:
            return pdf_of(analysis, edition, by)
