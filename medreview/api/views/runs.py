"""Runs: list, detail, events, stages, evidence, and who looked."""

from urllib.parse import urlencode

from rest_framework.request import Request

from analysis.pipeline import services as pipeline
from analysis.pipeline.contracts import StageReport
from analysis.pipeline.queries import whole
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.api import queries
from medreview.api.contracts.base import Paging
from medreview.api.contracts.runs import (
    LookPage,
    RunEvidence,
    RunPage,
    RunRead,
    StageList,
    Timeline,
    TimelineAsked,
)
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links
from medreview.api.presenters.runs import event_row, looks, run_read, run_row
from medreview.audit.queries import views_of_run
from medreview.common.keyset import slice_of
from medreview.runtime import queries as runs
from medreview.runtime import services
from medreview.runtime.replay import differences

READ = Permission.RUN_READ


class RunList(ApiView):
    """The hospital's runs."""

    @operation("runs-list", READ, asks=Paging, gives=RunPage)
    def get(self, request: Request, *, asked: Paging) -> RunPage:
        """The hospital's runs, newest first. No word of a patient but an id."""
        found = runs.runs_for(self.person)
        page = slice_of(
            found, order=("-created_at", "-pk"), after=after_of(asked), size=asked.limit
        )
        return RunPage(items=tuple(run_row(run) for run in page.rows), **links(request, page.after))


class RunDetail(ApiView):
    """One run."""

    @operation("runs-detail", READ, gives=RunRead)
    def get(self, request: Request, *, pk: str) -> RunRead:
        """One run, and whether its events agree with it. The reading is recorded."""
        run = services.open_timeline(pk, by=self.person)
        return run_read(run, differences(run))


class RunTimeline(ApiView):
    """The events of one run."""

    @operation("runs-timeline", READ, asks=TimelineAsked, gives=Timeline)
    def get(self, request: Request, *, pk: str, asked: TimelineAsked) -> Timeline:
        """Events behind number ``after``, oldest first. What is sealed is not opened here."""
        run = services.open_timeline(pk, by=self.person)
        events = runs.timeline(run, after=asked.after, size=asked.limit)
        last = events[-1].seq if events else asked.after
        more = {"after": last, "limit": asked.limit}
        return Timeline(
            items=tuple(event_row(event) for event in events),
            last=run.last_seq,
            after=last,
            next=f"{request.path}?{urlencode(more)}" if last < run.last_seq else None,
        )


class RunStages(ApiView):
    """How the stages of one run went."""

    @operation("runs-stages", READ, gives=StageList)
    def get(self, request: Request, *, pk: str) -> StageList:
        """How each stage went: counts, times and hashes. The reading is recorded."""
        run = services.open_timeline(pk, by=self.person)
        saved = run.outputs.defer("sealed").order_by("position")
        return StageList(items=tuple(StageReport.model_validate(row.report) for row in saved))


class RunEvidenceView(ApiView):
    """What the sentences of a run rest on."""

    @operation("runs-evidence", Permission.ANALYSIS_READ, gives=RunEvidence)
    def get(self, request: Request, *, pk: str) -> RunEvidence:
        """Everything found, missing or stale, with its source. For those who read analyses."""
        analysis = queries.analysis_of_run(self.person, pk)
        result = whole(pipeline.open_analysis(analysis.pk, by=self.person))
        return RunEvidence(
            run=pk,
            analysis=analysis.pk,
            graph_release=analysis.run.graph_release,
            per_parameter=result.package.per_parameter if result.package else (),
            statements=tuple(said for said in result.statements if said.cut is None),
        )


class RunViews(ApiView):
    """Who looked at one run."""

    @operation("runs-views", Permission.TRAIL_READ, asks=Paging, gives=LookPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> LookPage:
        """Who looked at the run and at what it made, newest first; this look is among them."""
        run = services.open_timeline(pk, by=self.person)
        page = slice_of(
            views_of_run(run.pk), order=("-seq", "-pk"), after=after_of(asked), size=asked.limit
        )
        people = people_by_id(event.actor for event in page.rows)
        return LookPage(items=looks(page.rows, people), **links(request, page.after))
