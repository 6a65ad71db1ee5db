"""The book of what was asked of models: every request a row, and no request beyond the budget."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from medreview.accounts.models import Hospital, User
from medreview.common.clock import now
from medreview.common.hashing import sha256_of
from medreview.common.ids import new_id
from medreview.llm import queries
from medreview.llm.budgets import Limit, Scope, spent_scope
from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Deadline
from medreview.llm.draft import tokens_of
from medreview.llm.errors import BudgetSpent, ModelFailed
from medreview.llm.gateway import Gateway
from medreview.llm.models import LLMCall
from medreview.llm.pricing import PriceList, read_prices


@dataclass(frozen=True)
class Account:
    """On whose account a model is asked."""

    hospital: Hospital
    user: User | None = None
    run: str = ""


class Metered:
    """A gateway that keeps the book and the budget of one account."""

    def __init__(
        self,
        gateway: Gateway,
        account: Account,
        *,
        limits: Mapping[Scope, Limit] | None = None,
        prices: PriceList | None = None,
    ) -> None:
        self._gateway, self._account = gateway, account
        self._limits = dict(settings.LLM_LIMITS if limits is None else limits)
        self._prices = prices or _built_in_prices()

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's answer; ``BudgetSpent`` before anything is sent that may not be paid."""
        self._check_budget(request)
        begun = now()
        try:
            reply = self._gateway.chat(request, deadline)
        except ModelFailed as problem:
            self._enter(request, problem.tried, begun)
            raise
        self._enter(request, reply.tried, begun)
        return reply

    def _check_budget(self, request: ChatRequest) -> None:
        spent = queries.spent(
            hospital=self._account.hospital,
            user=self._account.user,
            run=self._account.run,
            since=self._day_began(),
        )
        letters = sum(len(message.text) for message in request.messages)
        wanted = tokens_of(letters) + request.max_output_tokens
        scope = spent_scope(spent, self._limits, next_tokens=wanted)
        if scope is not None:
            raise BudgetSpent(scope)

    def _day_began(self) -> dt.datetime:
        """Midnight where the hospital is."""
        there = now().astimezone(ZoneInfo(self._account.hospital.timezone))
        return there.replace(hour=0, minute=0, second=0, microsecond=0)

    @transaction.atomic
    def _enter(self, request: ChatRequest, tried: tuple[Attempt, ...], begun: dt.datetime) -> None:
        ask, prompt_hash = new_id("ask"), _hash_of(request)
        for nth, attempt in enumerate(tried, start=1):
            usage = attempt.usage
            LLMCall.objects.create(
                hospital=self._account.hospital,
                user=self._account.user,
                run=self._account.run,
                purpose=request.purpose,
                ask=ask,
                nth=nth,
                at=begun,
                provider=attempt.provider,
                model=attempt.model,
                outcome=attempt.outcome,
                prompt_hash=prompt_hash,
                input_tokens=usage.input,
                output_tokens=usage.output,
                cached_tokens=usage.cached,
                is_estimated=usage.estimated,
                micros=self._prices.micros(attempt.model, usage, begun.date()),
                milliseconds=int(attempt.seconds * 1000),
            )


def _hash_of(request: ChatRequest) -> str:
    """The same for equal prompts, whatever their nonce."""
    return sha256_of([message.as_json() for message in request.messages])


@lru_cache(maxsize=1)
def _built_in_prices() -> PriceList:
    return read_prices()
