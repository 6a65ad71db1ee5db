"""Imports as people read them: counts by type, what was not taken and why, as page and as CSV."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from medreview.fhir.import_receipt import EntryCounts, ImportReceipt, UnmappedUnit
from medreview.fhir.models import Import
from medreview.fhir.preview import FilePreview

PROBLEMS_PER_PAGE = 100
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

NOT_TAKEN = _("Not taken")
IN_NO_RECORD = _("In no record")
NEEDS_MAPPING = _("Needs mapping")
LOOK_AT_IT = _("Taken as sent")


@dataclass(frozen=True)
class Problem:
    """One thing of a file that somebody should know of."""

    kind: str | Promise
    where: str
    reason: str
    not_taken: bool = False


@dataclass(frozen=True)
class TypeRow:
    """The counts of one resource type."""

    name: str
    counts: EntryCounts


@dataclass(frozen=True)
class ProblemPage:
    """A page of what somebody should know, and how to turn it."""

    rows: list[Problem]
    total: int
    first: int
    last: int
    newer_url: str
    older_url: str


@dataclass(frozen=True)
class ImportRow:
    """One import in the list."""

    made: Import
    url: str
    counts: EntryCounts
    bad: int
    unassigned: int
    by: str


@dataclass(frozen=True)
class FileCard:
    """One file of a preview."""

    id: str
    file: FilePreview
    size: str
    types: list[TypeRow]
    problems: ProblemPage
    csv_url: str
    earlier_url: str
    columns_url: str
    """Where the columns of a table are explained; empty for other files."""


def problems_of(receipt: ImportReceipt) -> list[Problem]:
    """What was not taken, is in no record, needs mapping or looks wrong; in that order."""
    return [
        *(
            Problem(NOT_TAKEN, bad.where, bad.reason, not_taken=True)
            for bad in receipt.entries.quarantined
        ),
        *(Problem(IN_NO_RECORD, left.where, left.reason) for left in receipt.unassigned),
        *(Problem(NEEDS_MAPPING, one.where, _of_unit(one)) for one in receipt.unmapped_units),
        *(Problem(LOOK_AT_IT, *_split(note)) for note in receipt.notes),
    ]


def _of_unit(one: UnmappedUnit) -> str:
    said = ngettext(
        "%(n)s value is in “%(unit)s”, a unit that is not known here: it is kept and shown as "
        "sent, and compared with nothing in another unit.",
        "%(n)s values are in “%(unit)s”, a unit that is not known here: they are kept and shown "
        "as sent, and compared with nothing in another unit.",
        one.results,
    )
    return said % {"n": f"{one.results:,}", "unit": one.unit}


def type_rows(receipt: ImportReceipt) -> list[TypeRow]:
    """The counts of every type, those with most entries first."""
    rows = [TypeRow(name, counts) for name, counts in receipt.types.items()]
    return sorted(rows, key=lambda row: (-row.counts.received, row.name))


def problem_page(receipt: ImportReceipt, *, url: str, start: int) -> ProblemPage:
    """The problems from the given place on."""
    problems = problems_of(receipt)
    rows = problems[start : start + PROBLEMS_PER_PAGE]
    before, after = max(0, start - PROBLEMS_PER_PAGE), start + PROBLEMS_PER_PAGE
    return ProblemPage(
        rows=rows,
        total=len(problems),
        first=start + 1,
        last=start + len(rows),
        newer_url=f"{url}from={before}" if start else "",
        older_url=f"{url}from={after}" if after < len(problems) else "",
    )


def file_cards(
    files: Iterable[tuple[str, FilePreview]], *, batch: str, upload: str, start: int
) -> list[FileCard]:
    """The files of a preview; ``start`` turns the pages of the named upload only."""
    return [_card(pk, file, batch=batch, start=start if pk == upload else 0) for pk, file in files]


def _card(pk: str, file: FilePreview, *, batch: str, start: int) -> FileCard:
    url = reverse("front:import-preview", args=[batch])
    receipt = file.receipt
    earlier = file.earlier_import
    return FileCard(
        id=pk,
        file=file,
        size=size_text(file.size),
        types=type_rows(receipt) if receipt else [],
        problems=problem_page(receipt, url=f"{url}?file={pk}&", start=start)
        if receipt
        else ProblemPage([], 0, 0, 0, "", ""),
        csv_url=reverse("front:import-preview-problems", args=[batch, pk]),
        earlier_url=reverse("front:import-receipt", args=[earlier]) if earlier else "",
        columns_url=(
            reverse("front:import-columns", args=[batch, pk])
            if file.kind == "csv" and not file.unreadable
            else ""
        ),
    )


def import_rows(imports: Iterable[Import]) -> list[ImportRow]:
    """Imports as rows of a list."""
    return [_import_row(made) for made in imports]


def _import_row(made: Import) -> ImportRow:
    receipt = receipt_of(made)
    return ImportRow(
        made=made,
        url=reverse("front:import-receipt", args=[made.pk]),
        counts=receipt.entries,
        bad=len(receipt.entries.quarantined),
        unassigned=len(receipt.unassigned),
        by=made.by.get_full_name() if made.by else "",
    )


def receipt_of(made: Import) -> ImportReceipt:
    """The receipt an import keeps."""
    return ImportReceipt.model_validate(made.receipt)


def problems_csv(receipt: ImportReceipt) -> str:
    """What somebody should know of a file, for a spreadsheet. No cell is ever a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["file", "what", "where", "reason"])
    for problem in problems_of(receipt):
        cells = (receipt.source, str(problem.kind), problem.where, problem.reason)
        writer.writerow([_harmless(cell) for cell in cells])
    return "\ufeff" + out.getvalue()


def size_text(size: int) -> str:
    """A file's size as people say it."""
    if size < 1024 * 1024:
        return f"{max(1, round(size / 1024))} kB"
    return f"{size / (1024 * 1024):.1f} MB"


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA_STARTS) else cell


def _split(note: str) -> tuple[str, str]:
    where, colon, reason = note.partition(": ")
    return (where, reason) if colon else ("", note)
