"""Runs: list, detail, events, stages, evidence, and who looked."""

from urllib.parse import urlencode

from django.conf import settings
from rest_framework.request import Request

from analysis.pipeline import services as pipeline
from analysis.pipeline.contracts import StageReport
from analysis.pipeline.queries import whole
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.api import queries
from medreview.api.contracts.base import Paging
from medreview.api.contracts.runs import (
    EventOpened,
    LookPage,
    ModelCall,
    ModelCallPage,
    RunEvidence,
    RunPage,
    RunRead,
    RunsAsked,
    StageList,
    Timeline,
    TimelineAsked,
    ToolCallPage,
    ToolCallRow,
)
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links, next_entries
from medreview.api.presenters.runs import (
    event_opened,
    event_row,
    looks,
    model_calls,
    run_read,
    run_row,
    tool_calls,
)
from medreview.audit.queries import views_of_run
from medreview.common.keyset import slice_of
from medreview.llm import queries as ledger
from medreview.runtime import queries as runs
from medreview.runtime import services
from medreview.runtime.model_account import ModelAccount, account_of
from medreview.runtime.replay import differences_in

READ = Permission.RUN_READ


class RunList(ApiView):
    """The hospital's runs."""

    @operation("runs-list", READ, asks=RunsAsked, gives=RunPage)
    def get(self, request: Request, *, asked: RunsAsked) -> RunPage:
        """The hospital's runs, newest first. No word of a patient but an id."""
        wanted = runs.RunFilter(
            state=asked.state or "", since=asked.since, before=asked.before, models=asked.models
        )
        page = slice_of(
            runs.found_runs(self.person, wanted),
            order=("-pk",),
            after=after_of(asked),
            size=asked.limit,
        )
        return RunPage(items=tuple(run_row(run) for run in page.rows), **links(request, page.after))


class RunDetail(ApiView):
    """One run."""

    @operation("runs-detail", READ, gives=RunRead)
    def get(self, request: Request, *, pk: str) -> RunRead:
        """One run, and whether its events agree with it. The reading is recorded."""
        run = services.open_timeline(pk, by=self.person)
        events = runs.settled_events(run)
        account = account_of(events, ledger.calls_of_run(run.pk))
        return run_read(run, differences_in(run, events), account)


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


class RunEventView(ApiView):
    """One event of a run, opened."""

    @operation("runs-event", READ, gives=EventOpened)
    def get(self, request: Request, *, pk: str, seq: int) -> EventOpened:
        """One event with what is sealed in it: a prompt, a reply, arguments, a reason.

        The opening is recorded. 409 where the patient's key is gone.
        """
        run = runs.run_for(self.person, pk)
        event = runs.event_of(run, seq)
        return event_opened(event, services.open_payload(run=run, seq=seq, by=self.person))


class RunModelCalls(ApiView):
    """What models were asked in one run."""

    @operation("runs-model-calls", READ, asks=Paging, gives=ModelCallPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> ModelCallPage:
        """Every question to a model, oldest first: stage, skill, tokens, money, each request.

        Words are not opened here. The reading is recorded.
        """
        shown, after = next_entries(model_calls(_account(pk, self.person)), asked, _by_event)
        return ModelCallPage(
            items=shown, currency=settings.LLM_PRICES.currency, **links(request, after)
        )


class RunTools(ApiView):
    """What tools models called in one run."""

    @operation("runs-tools", READ, asks=Paging, gives=ToolCallPage)
    def get(self, request: Request, *, pk: str, asked: Paging) -> ToolCallPage:
        """Every call of a tool by a model, oldest first, and how it was answered.

        Words are not opened here. The reading is recorded.
        """
        shown, after = next_entries(tool_calls(_account(pk, self.person)), asked, _by_event)
        return ToolCallPage(items=shown, **links(request, after))


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


def _account(pk: str, by: User) -> ModelAccount:
    """What models were asked in a run of the person's hospital; the reading is recorded."""
    run = services.open_timeline(pk, by=by)
    return account_of(runs.settled_events(run), ledger.calls_of_run(run.pk))


def _by_event(entry: ModelCall | ToolCallRow) -> str:
    return str(entry.event)
