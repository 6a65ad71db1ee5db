"""FHIR files and folders into the store, from a shell."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from medreview.accounts import queries as accounts
from medreview.accounts import services
from medreview.accounts.models import Hospital
from medreview.common.errors import NotFound
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.errors import Unexplained, Unreadable
from medreview.fhir.import_receipt import EntryCounts, ImportReceipt
from medreview.fhir.importing import files_under, import_file, storable_name
from medreview.fhir.models import Import
from medreview.patients.models import Patient

UNREADABLE_EXIT = 2
EXPLAINED_BY = "import_results --guess prints a mapping to begin with, --mapping takes it."


class Command(BaseCommand):
    help = (
        "Import FHIR files (Bundles, resources, NDJSON, gzip of each) and say what became of them."
    )

    mapping: ColumnMapping | None = None
    """What the columns of tables mean; only ``import_results`` is told."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder of files")
        parser.add_argument("--hospital", help="the hospital's short name; not needed for only one")
        parser.add_argument("--dry-run", action="store_true", help="say it, and write nothing")
        parser.add_argument("--json", action="store_true", help="one JSON document on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            with transaction.atomic():
                imports, unreadable = self._import(options)
                patients = _patients_of(imports)
                transaction.set_rollback(True)
            patients = _without_undone(patients)
        else:
            # One transaction for each file: nobody in the hospital waits for a whole folder.
            imports, unreadable = self._import(options)
            patients = _patients_of(imports)
        receipts = [ImportReceipt.model_validate(made.receipt) for made in imports]
        if options["json"]:
            self._print_json(receipts, unreadable, patients)
        else:
            self._print(receipts, unreadable, patients)
        if unreadable:
            raise SystemExit(UNREADABLE_EXIT)

    def _import(self, options: dict[str, Any]) -> tuple[list[Import], list[dict[str, str]]]:
        hospital = _hospital(options["hospital"])
        imports, unreadable = [], []
        for path in files_under(Path(path) for path in options["paths"]):
            try:
                imports.append(
                    import_file(
                        name=str(path),
                        content=path,
                        hospital=hospital,
                        by=None,
                        mapping=self.mapping,
                    )
                )
            except Unreadable as problem:
                unreadable.append(
                    {"source": storable_name(str(path)), "reason": _reason_of(problem)}
                )
        return imports, unreadable

    def _print_json(
        self,
        receipts: list[ImportReceipt],
        unreadable: list[dict[str, str]],
        patients: list[dict[str, str | None]],
    ) -> None:
        document = {
            "imports": [receipt.as_json() for receipt in receipts],
            "unreadable": unreadable,
            "patients": patients,
        }
        self.stdout.write(json.dumps(document, ensure_ascii=False))

    def _print(
        self,
        receipts: list[ImportReceipt],
        unreadable: list[dict[str, str]],
        patients: list[dict[str, str | None]],
    ) -> None:
        for receipt in receipts:
            self.stdout.write(f"{receipt.source}: {_in_words(receipt.entries)}")
            for kind, counts in receipt.types.items():
                self.stdout.write(f"  {kind}: {_in_words(counts)}")
            for left in (*receipt.entries.quarantined, *receipt.unassigned):
                self.stdout.write(f"  {left.where}: {left.reason}")
            for one in receipt.unmapped_units:
                self.stdout.write(f"  {one.where}: {one.unit} needs mapping, {one.results} values")
            for line in (*receipt.notes, *receipt.gaps):
                self.stdout.write(f"  {line}")
        for bad in unreadable:
            self.stderr.write(bad["reason"])
        for patient in patients:
            known = patient["id"] or "(new)"
            self.stdout.write(f"{known} Patient/{patient['fhir_id']} {patient['name']}")


def _hospital(name: str | None) -> Hospital:
    """The hospital asked for; else the only one; on a fresh installation one is opened."""
    if name:
        try:
            return accounts.hospital(name)
        except NotFound as problem:
            raise CommandError(str(problem), returncode=UNREADABLE_EXIT) from problem
    hospitals = list(accounts.hospitals()[:10])
    if not hospitals:
        return services.create_hospital(name="Local hospital", slug="local")
    if len(hospitals) > 1:
        names = ", ".join(hospital.slug for hospital in hospitals)
        raise CommandError(
            f"There are several hospitals; name one with --hospital: {names}.",
            returncode=UNREADABLE_EXIT,
        )
    return hospitals[0]


def _reason_of(problem: Unreadable) -> str:
    return f"{problem} {EXPLAINED_BY}" if isinstance(problem, Unexplained) else str(problem)


def _patients_of(imports: list[Import]) -> list[dict[str, str | None]]:
    found = Patient.objects.filter(imports__in=imports).distinct().order_by("sort_name", "id")
    return [
        {"id": patient.pk, "fhir_id": patient.fhir_id, "name": _name(patient)} for patient in found
    ]


def _name(patient: Patient) -> str:
    return f"{patient.given} {patient.family}".strip() or patient.name_text


def _without_undone(patients: list[dict[str, str | None]]) -> list[dict[str, str | None]]:
    """After a dry run only the patients that were known before have an id."""
    kept = set(
        Patient.objects.filter(pk__in=[patient["id"] for patient in patients]).values_list(
            "pk", flat=True
        )
    )
    return [
        {**patient, "id": patient["id"] if patient["id"] in kept else None} for patient in patients
    ]


def _in_words(counts: EntryCounts) -> str:
    return (
        f"{counts.received} received, {counts.new} new, {counts.changed} changed, "
        f"{counts.same} same, {len(counts.quarantined)} quarantined"
    )
