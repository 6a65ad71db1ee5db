"""One patient's record as a page: results by report, lists in four states, what was left out."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from analysis.pipeline import queries as pipeline
from analysis.pipeline.contracts import AllergyList, LabResult
from analysis.pipeline.laboratory import Laboratory, ReadLab
from analysis.pipeline.lists import allergy_list, condition_list, medication_list
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.pipeline.reading_receipt import final_receipt
from analysis.pipeline.results import ResultReader
from analysis.review.findings import Finding
from analysis.review.presenters.banner import Banner, allergy_line, banner_of
from analysis.review.presenters.biomarker import BiomarkerDetail, biomarker_of, result_ids
from analysis.review.presenters.values import range_note
from analysis.review.queries import decided_on
from medreview.common.display import NBSP, unit_text
from medreview.common.errors import NotFound, gettext_noop
from medreview.fhir import queries as fhir
from medreview.fhir.dates import order_key
from medreview.fhir.models import Import
from medreview.fhir.record import (
    ConditionRecord,
    ExcludedItem,
    MedicationRecord,
    Moment,
    PatientRecord,
    Quarantined,
    ReadReceipt,
    ReportRecord,
)
from medreview.front.open_records import open_record
from medreview.patients.models import Patient

RESULTS_PER_PAGE = 150


@dataclass(frozen=True)
class ResultRow:
    """One laboratory result."""

    result: LabResult
    limits: str
    """The limits of the range that applies, with their unit; empty where it states none."""
    note: str
    """For whom the range is made, and what was printed of it beyond its limits."""
    url: str
    """The page of all this patient's results of the same test."""


@dataclass(frozen=True)
class ReportGroup:
    """A report and its results, or the results of one day that no report lists."""

    title: str
    id: str
    status: str
    at: Moment | None
    performer: str
    rows: tuple[ResultRow, ...]


@dataclass(frozen=True)
class ListCard:
    """Conditions or medicines, in one of their four states."""

    state: str
    active: tuple[ConditionRecord, ...] | tuple[MedicationRecord, ...]
    past: tuple[ConditionRecord, ...] | tuple[MedicationRecord, ...]


@dataclass(frozen=True)
class AnalysisRow:
    """One analysis of the patient, and its page."""

    analysis: Analysis
    url: str


@dataclass(frozen=True)
class PatientPage:
    """Everything the patient page shows."""

    banner: Banner
    record: PatientRecord
    groups: tuple[ReportGroup, ...]
    results: int
    conditions: ListCard
    medications: ListCard
    allergies: AllergyList
    excluded: tuple[ExcludedItem, ...]
    receipt: ReadReceipt
    not_used: tuple[tuple[str, int], ...]
    """Reasons why resources are not used, with how many each leaves out."""
    not_taken: tuple[Quarantined, ...]
    analyses: tuple[AnalysisRow, ...]
    imports: tuple[Import, ...]
    newer_url: str
    older_url: str
    shown: str


def patient_page(patient: Patient, *, start: int = 0) -> PatientPage:
    """The page of a patient, with results from the given place on."""
    opened = open_record(patient)
    context, laboratory = opened.context, opened.laboratory
    record, as_of = context.record, context.as_of
    allergies = allergy_list(record, as_of)
    ordered = _newest_first(laboratory.results)
    page = ordered[start : start + RESULTS_PER_PAGE]
    receipt = final_receipt(record, laboratory, as_of)
    return PatientPage(
        banner=record_banner(patient),
        record=record,
        groups=tuple(
            _groups(patient, page, record.reports, ResultReader.of(context), _places(laboratory))
        ),
        results=len(ordered),
        conditions=_conditions(record, as_of),
        medications=_medications(record, as_of),
        allergies=allergies,
        excluded=record.excluded,
        receipt=receipt,
        not_used=_reasons(receipt),
        not_taken=tuple(bad for line in receipt.types.values() for bad in line.quarantined),
        analyses=tuple(
            AnalysisRow(analysis, reverse("review:analysis-detail", args=[analysis.pk]))
            for analysis in pipeline.of_patient(patient)[:20]
        ),
        imports=tuple(fhir.imports_of_patient(patient)[:20]),
        **_pages(patient, start, len(page), len(ordered)),
    )


def record_banner(patient: Patient) -> Banner:
    """Whose record it is, with what it says of allergies now."""
    context = open_record(patient).context
    allergies = allergy_line(allergy_list(context.record, context.as_of))
    return replace(banner_of(patient), allergies=allergies, as_of=context.as_of)


def _reasons(receipt: ReadReceipt) -> tuple[tuple[str, int], ...]:
    counted = Counter(left.reason for line in receipt.types.values() for left in line.not_used)
    return tuple(counted.most_common())


def _newest_first(results: Iterable[ReadLab]) -> list[ReadLab]:
    # Results of one report and one moment stand together, in the order of their names.
    by_name = sorted(results, key=lambda read: read.lab.name.casefold())
    return sorted(
        by_name,
        key=lambda read: (order_key(read.lab.effective), read.lab.report or ""),
        reverse=True,
    )


def _groups(
    patient: Patient,
    page: Iterable[ReadLab],
    reports: Iterable[ReportRecord],
    reader: ResultReader,
    places: Mapping[str, int],
) -> Iterable[ReportGroup]:
    by_id = {report.id: report for report in reports}
    grouped: dict[tuple[str, str], list[ReadLab]] = {}
    for read in page:
        day = read.lab.effective.text[:10]
        report = read.lab.report or ""
        key = (report, "") if report in by_id else ("", day)
        grouped.setdefault(key, []).append(read)
    for (report_id, _day), reads in grouped.items():
        rows = tuple(_row(patient, read, reader, places[read.identity]) for read in reads)
        yield _group(by_id.get(report_id), reads[0], rows)


def _group(report: ReportRecord | None, first: ReadLab, rows: tuple[ResultRow, ...]) -> ReportGroup:
    if report is None:
        return ReportGroup(
            title=_("Results in no report"),
            id="",
            status="",
            at=first.lab.effective,
            performer="",
            rows=rows,
        )
    return ReportGroup(
        title=report.name,
        id=report.id,
        status=report.status or "",
        at=report.effective or report.issued,
        performer=report.performer or "",
        rows=rows,
    )


def _row(patient: Patient, read: ReadLab, reader: ResultReader, place: int) -> ResultRow:
    result = reader.result(read)
    url = reverse("front:patient-results", args=[patient.pk, place])
    return ResultRow(result, _limits(result), range_note(result.range), url)


def _places(laboratory: Laboratory) -> dict[str, int]:
    """What an address says of a test: its place, for its name would tell what was measured."""
    return {test: place for place, test in enumerate(sorted(laboratory.by_identity), start=1)}


def results_over_time(patient: Patient, place: int, window: str) -> BiomarkerDetail:
    """All results of the test at this place of the record, drawn and listed."""
    opened = open_record(patient)
    places = {each: test for test, each in _places(opened.laboratory).items()}
    if place not in places:
        raise NotFound(gettext_noop("The record has no such test."))
    series = opened.laboratory.by_identity[places[place]]
    latest = next((read for read in series if read.has_value), series[0])
    finding = Finding(
        number=place,
        result=ResultReader.of(opened.context).result(latest),
        assessment=None,
        package=None,
        actuality=None,
        critical=None,
        statements=(),
        history=tuple(read.lab for read in reversed(series) if read is not latest),
    )
    decided = decided_on(patient, result_ids(finding))
    record = AnalysisResult(record=opened.context.record)
    return biomarker_of(finding, record, window, decided=decided)


def _limits(result: LabResult) -> str:
    stated = result.range
    if stated is None or (stated.low is None and stated.high is None):
        return ""
    if stated.low is None:
        limits = f"{'<' if stated.high_open else '≤'}{NBSP}{stated.high}"
    elif stated.high is None:
        limits = f"{'>' if stated.low_open else '≥'}{NBSP}{stated.low}"
    else:
        limits = f"{stated.low}–{stated.high}"
    return f"{limits}{NBSP}{unit_text(stated.unit)}" if stated.unit else limits


def _conditions(record: PatientRecord, as_of: dt.datetime) -> ListCard:
    current = condition_list(record, as_of)
    now_true = {item.id for item in current.items}
    past = tuple(item for item in record.conditions if item.id not in now_true)
    return ListCard(state=current.state.value, active=current.items, past=past)


def _medications(record: PatientRecord, as_of: dt.datetime) -> ListCard:
    current = medication_list(record, as_of)
    now_true = {item.id for item in current.items}
    past = tuple(item for item in record.medications if item.id not in now_true)
    return ListCard(state=current.state.value, active=current.items, past=past)


def _pages(patient: Patient, start: int, shown: int, total: int) -> dict[str, str]:
    url = reverse("front:patient", args=[patient.pk])
    before = max(0, start - RESULTS_PER_PAGE)
    after = start + RESULTS_PER_PAGE
    return {
        "newer_url": f"{url}?from={before}#results" if start else "",
        "older_url": f"{url}?from={after}#results" if after < total else "",
        "shown": _("Results %(first)d to %(last)d of %(all)d, newest first")
        % {"first": min(start + 1, total), "last": start + shown, "all": total},
    }
