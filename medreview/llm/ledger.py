"""The book of what was asked of models: every request a row, and no request beyond the budget."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, transaction

from medreview.accounts.models import Hospital, User
from medreview.common.clock import now
from medreview.common.hashing import sha256_of, sha256_of_bytes
from medreview.common.ids import new_id
from medreview.llm import queries
from medreview.llm.budgets import Limit, Scope, Spent, spent_scope
from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Deadline, Usage
from medreview.llm.draft import tokens_of
from medreview.llm.errors import BudgetSpent, ModelFailed
from medreview.llm.gateway import Gateway
from medreview.llm.models import BudgetHold, LLMCall
from medreview.llm.pricing import PriceList

LONGEST_HOLD = 3_600.0
GRACE = 30.0
"""Seconds beyond its deadline for which what a question may take is held for it."""


@dataclass(frozen=True)
class Account:
    """On whose account a model is asked."""

    hospital: Hospital
    user: User | None = None
    run: str = ""


class Metered:
    """A gateway that keeps the book and the budget of one account.

    What a question may take is held before it is sent and let go once its rows are written, so
    that two workers together don't spend what is left for one.
    """

    def __init__(
        self,
        gateway: Gateway,
        account: Account,
        *,
        limits: Mapping[Scope, Limit] | None = None,
        prices: PriceList | None = None,
        models: tuple[str, ...] = (),
    ) -> None:
        self._gateway, self._account = gateway, account
        self._limits = dict(settings.LLM_LIMITS if limits is None else limits)
        self._prices: PriceList = prices or settings.LLM_PRICES
        self._models = models

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's answer; ``BudgetSpent`` before anything is sent that may not be paid."""
        hold = self._hold(request, deadline)
        begun = now()
        tried: tuple[Attempt, ...] = ()
        try:
            reply = self._gateway.chat(request, deadline)
            tried = reply.tried
            return reply
        except ModelFailed as problem:
            tried = problem.tried
            raise
        finally:
            self._settle(hold, request, tried, begun)

    @transaction.atomic
    def _hold(self, request: ChatRequest, deadline: Deadline) -> BudgetHold:
        account, following = self._account, self._following(request)
        _one_at_a_time(account.hospital)
        spent = queries.spent(
            hospital=account.hospital,
            user=account.user,
            run=account.run,
            since=day_began(account.hospital),
        )
        held = queries.held(hospital=account.hospital, user=account.user, run=account.run)
        used = {scope: spent.get(scope, Spent()) + held.get(scope, Spent()) for scope in Scope}
        scope = spent_scope(used, self._limits, following)
        if scope is not None:
            raise BudgetSpent(scope)
        return BudgetHold.objects.create(
            hospital=account.hospital,
            user=account.user,
            run=account.run,
            tokens=following.tokens,
            micros=following.micros,
            until=now() + dt.timedelta(seconds=min(deadline.left(), LONGEST_HOLD) + GRACE),
        )

    def _following(self, request: ChatRequest) -> Spent:
        """What the next request may take: its words and the longest reply, at the dearest place."""
        letters = sum(
            len(message.text) + sum(len(call.as_text()) for call in message.tool_calls)
            for message in request.messages
        )
        usage = Usage(input=tokens_of(letters), output=request.max_output_tokens)
        models = (request.model,) if request.model else self._models
        prices = (self._prices.micros(model, usage, now().date()) for model in models)
        return Spent(usage.input + usage.output, max((one or 0 for one in prices), default=0))

    @transaction.atomic
    def _settle(
        self, hold: BudgetHold, request: ChatRequest, tried: tuple[Attempt, ...], begun: dt.datetime
    ) -> None:
        """The rows of the question in the place of what was held for it."""
        self._enter(request, tried, begun)
        hold.delete()
        BudgetHold.objects.filter(hospital=hold.hospital_id, until__lt=begun).delete()

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


def day_began(hospital: Hospital) -> dt.datetime:
    """Midnight where the hospital is."""
    there = now().astimezone(ZoneInfo(hospital.timezone))
    return there.replace(hour=0, minute=0, second=0, microsecond=0)


def _one_at_a_time(hospital: Hospital) -> None:
    """Wait until no other process counts this hospital's budget; until the transaction ends."""
    key = int(sha256_of_bytes(f"llm|{hospital.pk}".encode())[:15], 16)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
