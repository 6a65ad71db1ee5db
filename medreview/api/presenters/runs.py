"""Runs and their events in the shapes of the API."""

from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings
from django.urls import reverse

from medreview.accounts.models import User
from medreview.api.contracts.runs import (
    EventOpened,
    EventRow,
    Look,
    ModelCall,
    ModelRequest,
    ModelsTook,
    RunRead,
    RunRow,
    ToolCallRow,
)
from medreview.audit.models import AuditEvent
from medreview.runtime.events import Payload
from medreview.runtime.model_account import Ask, ModelAccount, Request, Use
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.run_states import RunState


def run_row(run: Run) -> RunRow:
    """One run in a list."""
    return RunRow(
        id=run.pk,
        kind=run.kind,
        patient=run.patient_id,
        state=RunState(run.state),
        as_of=run.as_of,
        graph_release=run.graph_release,
        started_by=run.started_by_id,
        started_at=run.created_at,
        finished_at=run.finished_at,
        attempts=run.attempts,
        events=run.last_seq,
        failed_stage=run.failed_stage,
        reason=run.reason,
    )


def run_read(run: Run, differences: Sequence[str], account: ModelAccount) -> RunRead:
    """One run with what folding its events says, and what models took in it."""
    names = ("timeline", "stages", "model-calls", "tools", "evidence", "views")
    return RunRead(
        **dict(run_row(run)),
        models=models_took(account),
        head_hash=run.head_hash,
        differences=tuple(differences),
        links={name: reverse(f"api:runs-{name}", args=[run.pk]) for name in names},
    )


def models_took(account: ModelAccount) -> ModelsTook | None:
    """What models took in a run; None where none was asked."""
    if not account.uses and not account.loose:
        return None
    took = account.took
    return ModelsTook(
        questions=len(account.asks),
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        micros=took.cost.micros,
        unpriced=took.cost.unpriced,
        currency=settings.LLM_PRICES.currency,
        retries=sum(use.retries for use in account.uses),
        fallbacks=sum(use.outcome == "fallback" for use in account.uses),
    )


def model_calls(account: ModelAccount) -> list[ModelCall]:
    """Every question to a model, oldest first."""
    return [_model_call(use, ask) for use in account.uses for ask in use.asks]


def _model_call(use: Use, ask: Ask) -> ModelCall:
    took = ask.took
    last = ask.requests[-1] if ask.requests else None
    return ModelCall(
        event=ask.seq,
        answer=ask.answered,
        stage=use.stage,
        skill=use.skill,
        skill_version=use.version,
        skill_hash=use.skill_hash,
        ask=ask.number,
        error=ask.failed,
        model=last.model if last else "",
        provider=last.provider if last else "",
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        micros=took.cost.micros if took.cost.is_known else None,
        unpriced=took.cost.unpriced,
        milliseconds=ask.milliseconds,
        requests=tuple(_request(one) for one in ask.requests),
    )


def _request(row: Request) -> ModelRequest:
    return ModelRequest(
        provider=row.provider,
        model=row.model,
        outcome=row.outcome,
        tokens_in=row.input_tokens,
        tokens_out=row.output_tokens,
        tokens_cached=row.cached_tokens,
        estimated=row.is_estimated,
        micros=row.micros,
        milliseconds=row.milliseconds,
    )


def tool_calls(account: ModelAccount) -> list[ToolCallRow]:
    """Every call of a tool, oldest first."""
    return [
        ToolCallRow(
            event=tool.seq,
            answer=tool.answered,
            stage=use.stage,
            skill=use.skill,
            tool=tool.tool,
            ask=tool.ask,
            call=tool.call,
            outcome=tool.outcome,
        )
        for use in account.uses
        for tool in use.tools
    ]


def event_opened(event: RunEvent, payload: Payload) -> EventOpened:
    """One event with its words, which the caller was let open."""
    return EventOpened(**dict(event_row(event)), payload=dict(payload) or None)


def event_row(event: RunEvent) -> EventRow:
    """One event; what is sealed stays so."""
    return EventRow(
        seq=event.seq,
        kind=event.kind,
        at=event.at,
        actor=event.actor,
        header=event.header,
        sealed=event.is_sealed,
        previous_hash=event.previous_hash,
        hash=event.hash,
    )


def looks(events: Iterable[AuditEvent], people: Mapping[str, User]) -> tuple[Look, ...]:
    """Who looked, by name."""
    return tuple(
        Look(
            by=event.actor,
            by_name=people[event.actor].get_full_name() if event.actor in people else "",
            what=event.event,
            at=event.created_at,
        )
        for event in events
    )
