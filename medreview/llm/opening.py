"""Which places an account may ask a model at: as its hospital decided, read at every question."""

from dataclasses import dataclass
from typing import Literal

from django.conf import settings

from medreview.accounts import queries as accounts
from medreview.accounts.hospital_settings import ModelBudget, ModelRules
from medreview.accounts.models import Hospital
from medreview.llm.budgets import Limit, Scope, narrowed
from medreview.llm.contracts import ChatReply, ChatRequest, Deadline
from medreview.llm.errors import NotAllowed
from medreview.llm.gateway import Gateway, gateway_to
from medreview.llm.ledger import Account, Metered
from medreview.llm.providers import Endpoint


def gateway_for(account: Account) -> Gateway | None:
    """A gateway that keeps the account's book and budget; None where no model may be asked."""
    rules = rules_now(account.hospital)
    return AsDecided(account) if places_for(rules.allowed) else None


def places_for(allowed: Literal["none", "local", "any"]) -> tuple[Endpoint, ...]:
    """The places of the settings that may be asked, the first one first."""
    places: tuple[Endpoint, ...] = tuple(settings.LLM_ENDPOINTS)
    if allowed == "any":
        return places
    return tuple(one for one in places if one.is_local) if allowed == "local" else ()


def rules_now(hospital: Hospital) -> ModelRules:
    """What the hospital decides at this moment, whoever holds an older copy of it."""
    return accounts.settings_of(accounts.hospital_now(hospital)).models


def limits_of(budget: ModelBudget) -> dict[Scope, Limit]:
    """How much may be spent: what the installation lets, or less where the hospital says so."""
    own = {
        Scope.RUN: Limit.of(budget.run_tokens, budget.run_money),
        Scope.USER_DAY: Limit.of(budget.user_day_tokens, budget.user_day_money),
        Scope.HOSPITAL_DAY: Limit.of(budget.hospital_day_tokens, budget.hospital_day_money),
    }
    return narrowed(settings.LLM_LIMITS, own)


@dataclass(frozen=True)
class AsDecided:
    """A gateway for one account that sends nothing its hospital does not allow.

    It asks again at each question: who turns the switch off in the middle of a run ends what
    that run sends.
    """

    account: Account

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's answer; ``NotAllowed`` or ``BudgetSpent`` before anything is sent."""
        rules = rules_now(self.account.hospital)
        places = places_for(rules.allowed)
        if not places:
            raise NotAllowed()
        return metered_at(places, self.account, rules.budget).chat(request, deadline)


def metered_at(places: tuple[Endpoint, ...], account: Account, budget: ModelBudget) -> Metered:
    """A gateway to these places on this account, within the budget."""
    return Metered(
        gateway_to(places),
        account,
        limits=limits_of(budget),
        models=tuple(one.model for one in places),
    )
