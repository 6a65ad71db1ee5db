"""Ask for an analysis, follow it, read what came of it."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from analysis.exports import services as exports
from analysis.exports.formats import MEDIA_TYPES, ExportFormat
from analysis.impact.queries import newer_release
from analysis.pipeline import queries
from analysis.pipeline import services as pipeline
from analysis.pipeline.contracts import RecordChanges
from analysis.pipeline.models import Analysis
from analysis.pipeline.since import changes_since
from analysis.review.forms import RequestForm
from analysis.review.presenters.request import report_choices
from analysis.review.views.result import UNREADY
from analysis.worklist.queries import standing_of
from medreview.accounts.permissions import Permission
from medreview.api.contracts.analyses import (
    AnalysisAsked,
    AnalysisPackage,
    AnalysisPage,
    AnalysisRead,
    AnalysisRow,
    ProgressNow,
)
from medreview.api.contracts.base import FieldProblem, Paging
from medreview.api.contracts.reviews import Versioned
from medreview.api.errors import WrongFields
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links
from medreview.api.presenters.analyses import (
    analysis_read,
    analysis_row,
    package,
    progress_now,
)
from medreview.api.services import once
from medreview.api.versions import IF_MATCH, seen_by
from medreview.common.errors import NotFound, WrongState
from medreview.common.hashing import sha256_of
from medreview.common.keyset import slice_of
from medreview.fhir.record import PatientRecord
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from medreview.patients.services import open_patient

READ, REQUEST = Permission.ANALYSIS_READ, Permission.ANALYSIS_REQUEST
NEWEST = ("-created_at", "-pk")
ONCE = {"Idempotency-Key": "The same key and body within a day name the same analysis."}
LONGEST_KEY = 80


class PatientAnalyses(ApiView):
    """The analyses of one patient."""

    @operation("analyses-list", READ, asks=Paging, gives=AnalysisPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> AnalysisPage:
        """The patient's analyses, newest first."""
        patient = open_patient(pk, by=self.person, purpose="analyses")
        found = queries.of_patient(patient)
        page = slice_of(found, order=NEWEST, after=after_of(asked), size=asked.limit)
        items = tuple(analysis_row(analysis) for analysis in page.rows)
        return AnalysisPage(items=items, **links(request, page.after))

    @operation(
        "analyses-start",
        REQUEST,
        takes=AnalysisAsked,
        gives=AnalysisRow,
        headers=ONCE,
        status=202,
    )
    def post(self, request: Request, *, pk: str, body: AnalysisAsked) -> Response:
        """Ask for an analysis. It runs on its own: follow ``Location``, then ``progress``.

        The same question about an unchanged record names the analysis there is.
        """
        patient = open_patient(pk, by=self.person, purpose="analysis.request")
        return on_its_way(started(self, request, patient, body))


def on_its_way(analysis: Analysis) -> Response:
    """202, with where to follow the analysis."""
    address = reverse("api:analyses-detail", args=[analysis.pk])
    return Response(analysis_row(analysis).as_json(), status=202, headers={"Location": address})


def started(view: ApiView, request: Request, patient: Patient, body: AnalysisAsked) -> Analysis:
    """The analysis asked for; by an Idempotency-Key, the one it was first asked with."""
    form = RequestForm(
        {"as_of": body.as_of, "report": body.report or "", "all_results": body.all_results},
        reports=report_choices(read_patient(patient).reports),
    )
    if not form.is_valid():
        errors = [
            FieldProblem(pointer=f"/{name}", detail=" ".join(str(one) for one in problems))
            for name, problems in form.errors.items()
        ]
        raise WrongFields(_("Some of what was sent does not fit; 'errors' says what."), errors)

    def make() -> str:
        asked = pipeline.request_analysis(patient=patient, by=view.person, **form.asked())
        return str(asked.pk)

    key = request.headers.get("Idempotency-Key", "").strip()
    if len(key) > LONGEST_KEY:
        errors = [FieldProblem(pointer="Idempotency-Key", detail=_("Too long."))]
        raise WrongFields(_("A header does not fit."), errors)
    question = sha256_of({"patient": patient.pk, "asked": body.as_json()})
    pk = once(key=key, question=question, make=make, by=view.person) if key else make()
    return queries.analysis_for(view.person, pk)


class AnalysisDetail(ApiView):
    """One analysis."""

    @operation("analyses-detail", READ, gives=AnalysisRead)
    def get(self, request: Request, *, pk: str) -> Response:
        """One analysis: its state, who holds it, where to go on. The reading is recorded."""
        analysis = pipeline.open_analysis(pk, by=self.person)
        newer = newer_release(analysis)
        read = analysis_read(analysis, standing_of(analysis), self.person, newer)
        return Response(read.as_json(), headers={"ETag": f'"{analysis.version}"'})


class AnalysisProgress(ApiView):
    """Where an analysis stands."""

    @operation("analyses-progress", READ, gives=ProgressNow)
    def get(self, request: Request, *, pk: str) -> ProgressNow:
        """Where it stands: steps only, nothing of the patient, so that it may be polled."""
        return progress_now(queries.progress(queries.analysis_for(self.person, pk)))


class AnalysisResultView(ApiView):
    """What came of an analysis."""

    @operation("analyses-result", READ, gives=AnalysisPackage)
    def get(self, request: Request, *, pk: str) -> AnalysisPackage:
        """Everything its stages said, in their own contracts. The reading is recorded."""
        analysis = finished(self, pk)
        return package(analysis, queries.whole(analysis))


class AnalysisRecord(ApiView):
    """The record an analysis read."""

    @operation("analyses-record", READ, gives=PatientRecord)
    def get(self, request: Request, *, pk: str) -> PatientRecord:
        """The record as this analysis read it, whatever came since. The reading is recorded."""
        record = queries.whole(finished(self, pk)).record
        if record is None:
            raise NotFound
        return record


def finished(view: ApiView, pk: str) -> Analysis:
    """An analysis whose stages are through, opened; else it is not possible yet."""
    analysis = pipeline.open_analysis(pk, by=view.person)
    if analysis.state in UNREADY:
        raise WrongState(_("This analysis has no result (yet): its progress says why."))
    return analysis


class AnalysisChanges(ApiView):
    """What changed in the record since."""

    @operation("analyses-changes", READ, gives=RecordChanges)
    def get(self, request: Request, *, pk: str) -> RecordChanges:
        """What this analysis used and the record says otherwise now; what is newer beside it."""
        return changes_since(pipeline.open_analysis(pk, by=self.person))


class AnalysisRerun(ApiView):
    """Ask the same again."""

    @operation("analyses-rerun", REQUEST, gives=AnalysisRow, status=202)
    def post(self, request: Request, *, pk: str) -> Response:
        """The same asked of the record as it is now; asked twice, it names the first re-run."""
        earlier = queries.analysis_for(self.person, pk)
        return on_its_way(pipeline.rerun(analysis=earlier, by=self.person))


class AnalysisCancel(ApiView):
    """Stop an analysis."""

    @operation("analyses-cancel", REQUEST, takes=Versioned, gives=AnalysisRow, headers=IF_MATCH)
    def post(self, request: Request, *, pk: str, body: Versioned) -> AnalysisRow:
        """Stop it between two stages; what is saved stays readable."""
        analysis = as_seen(self, request, pk, body)
        return analysis_row(pipeline.cancel(analysis=analysis, by=self.person))


class AnalysisRetry(ApiView):
    """Try a failed analysis again."""

    @operation(
        "analyses-retry", REQUEST, takes=Versioned, gives=AnalysisRow, headers=IF_MATCH, status=202
    )
    def post(self, request: Request, *, pk: str, body: Versioned) -> AnalysisRow:
        """Go on from the stage that broke, on the same inputs."""
        analysis = as_seen(self, request, pk, body)
        return analysis_row(pipeline.retry(analysis=analysis, by=self.person))


def as_seen(view: ApiView, request: Request, pk: str, body: Versioned) -> Analysis:
    """The analysis, where it is still the version the caller saw."""
    analysis = queries.analysis_for(view.person, pk)
    seen_by(request, body.version).check(analysis.version, lambda: analysis_row(analysis))
    return analysis


MEDIA = tuple(sorted({words.partition(";")[0] for words in MEDIA_TYPES.values()}))


class AnalysisExport(ApiView):
    """A signed report as a file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002 - the framework's own signature
        """Any file is given to any reader: its form stands in the address."""
        return JSONRenderer(), "application/json"

    @operation("analyses-export", READ, gives=None, files=MEDIA)
    def get(self, request: Request, *, pk: str, edition: int, form: str) -> HttpResponse:
        """A signed edition as ``json``, ``fhir.json``, ``csv``, ``txt`` or ``pdf``."""
        analysis = pipeline.open_analysis(pk, by=self.person)
        if form not in set(ExportFormat):
            raise NotFound
        made = exports.export(
            analysis=analysis, edition=edition, form=ExportFormat(form), by=self.person
        )
        answer = HttpResponse(made.content, content_type=made.media_type)
        answer["Content-Disposition"] = f'attachment; filename="{made.filename}"'
        return answer
