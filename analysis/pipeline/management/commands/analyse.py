"""Analyses patients, or a file, from a shell. The actor is the system itself."""

import datetime as dt
import json
import zoneinfo
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.pipeline import jobs, queries, services
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.contracts import Scope, StageStatus
from analysis.pipeline.from_file import analyse_file
from analysis.pipeline.presenters import as_line, as_sentence
from analysis.pipeline.queries import AnalysisResult
from graphcurate.queries import current_release
from medreview.accounts.queries import hospital as hospital_named
from medreview.common.clock import now
from medreview.common.errors import MedReviewError
from medreview.patients.models import Patient
from medreview.patients.queries import named


class Command(BaseCommand):
    help = "Analyse patients by our id or the FHIR id, every patient, or a file without storing it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument(
            "patients",
            nargs="*",
            default=[],
            metavar="PATIENT",
            help="as an import names them: our id (pat_…) or the one in the record (FHIR id)",
        )
        who.add_argument("--all", action="store_true", help="every patient")
        who.add_argument("--file", type=Path, help="a FHIR file; nothing of it is stored")
        parser.add_argument("--hospital", help="short name of the hospital to look in")
        parser.add_argument("--as-of", help="a date, or a time with its zone; default: now")
        parser.add_argument("--report", help="assess only the results of this DiagnosticReport")
        parser.add_argument("--all-results", action="store_true", help="history included")
        parser.add_argument("--queue", action="store_true", help="leave the work to a worker")
        parser.add_argument("--json", action="store_true", help="one JSON line each on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = 0
        try:
            if options["file"]:
                failed = self._file(options)
            else:
                patients = self._patients(options)
                failed = sum(self._patient(patient, options) for patient in patients)
        except MedReviewError as problem:
            raise CommandError(str(problem)) from problem
        if failed:
            raise SystemExit(1)

    def _patients(self, options: dict[str, Any]) -> list[Patient]:
        slug = options["hospital"]
        hospital = hospital_named(slug) if slug else None
        if not options["all"]:
            return [named(reference, hospital=hospital) for reference in options["patients"]]
        everybody = Patient.objects.select_related("hospital").order_by("created_at", "id")
        return list(everybody.filter(hospital=hospital) if hospital else everybody)

    def _patient(self, patient: Patient, options: dict[str, Any]) -> bool:
        analysis = services.request_analysis(
            patient=patient,
            by=None,
            as_of=moment_of(options["as_of"], patient.hospital.timezone),
            report=options["report"],
            all_results=options["all_results"],
            wake=options["queue"],
        )
        if not options["queue"]:
            jobs.run_analysis(analysis.pk)
            analysis = queries.with_names(type(analysis).objects.all()).get(pk=analysis.pk)
        result = queries.whole(analysis)
        if options["json"]:
            line = as_line(
                result,
                status=analysis.state,
                graph_release=analysis.release.name,
                analysis=analysis,
            )
            self._print(line)
        else:
            name = f"{analysis.number} {analysis.pk}"
            if options["all"]:  # numbers count within a hospital
                name = f"{patient.hospital.name}: {name}"
            self.stdout.write(as_sentence(result, status=analysis.state, name=name))
        return analysis.state == AnalysisState.FAILED

    def _file(self, options: dict[str, Any]) -> int:
        as_of = moment_of(options["as_of"], "UTC") or now()
        scope = Scope(report=options["report"], all_results=options["all_results"])
        found = analyse_file(options["file"], as_of=as_of, scope=scope)
        release = current_release()
        for one in found:
            status = status_of(one.result)
            if options["json"]:
                self._print(as_line(one.result, status=status, graph_release=release.name))
            else:
                self.stdout.write(as_sentence(one.result, status=status, name=one.patient))
        return sum(status_of(one.result) == AnalysisState.FAILED for one in found)

    def _print(self, line: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(line, ensure_ascii=False))


def status_of(result: AnalysisResult) -> AnalysisState:
    """The state an analysis that says this would be in."""
    broken = any(stage.status == StageStatus.FAILED for stage in result.stages)
    return AnalysisState.FAILED if broken else AnalysisState.IN_REVIEW


def moment_of(text: str | None, zone: str) -> dt.datetime | None:
    """The end of a day in this zone, or the time itself where one is given."""
    if text is None:
        return None
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        raise CommandError("--as-of takes a date such as 2026-11-30, or a time.") from None
    if len(text) == len("2026-11-30"):
        moment = dt.datetime.combine(moment.date(), dt.time.max)
    return moment if moment.tzinfo else moment.replace(tzinfo=zoneinfo.ZoneInfo(zone))
