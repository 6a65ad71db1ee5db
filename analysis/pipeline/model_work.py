"""A stage's way to a language model, and the account of what it asked and how that ended."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

from django.conf import settings

from analysis.pipeline.errors import PersonUnreadable
from analysis.pipeline.identifiers import identifiers_of
from analysis.pipeline.models import Analysis
from medreview.accounts.hospital_settings import ModelRules
from medreview.accounts.models import Hospital
from medreview.accounts.queries import settings_of
from medreview.llm.gateway import Gateway
from medreview.llm.ledger import Account
from medreview.llm.opening import gateway_for
from medreview.llm.pricing import PriceOfDay
from medreview.llm.redaction.redactor import Redactor
from medreview.runtime.contracts import Journal
from medreview.runtime.desk import RunJournal, Surroundings
from medreview.runtime.events import (
    Event,
    ModelFailed,
    ModelReplied,
    ProposalRejected,
    ToolAnswered,
    ToolCalled,
)
from medreview.runtime.leases import Lease
from medreview.runtime.skills.contracts import Brief, Made, Skill
from medreview.runtime.skills.use import use_skill
from medreview.runtime.tools import Scope


@dataclass
class ModelShare:
    """What a stage took of a model, and why the model's part ended without a result."""

    iterations: int = 0
    """Questions asked."""
    tool_calls: int = 0
    tokens: int = 0
    rejections: int = 0
    """Proposals that were refused, plans and calls alike."""
    reasons: list[str] = field(default_factory=list)
    """A code for each use that ended in the fallback; empty: the model did its part."""


@dataclass
class ModelWork:
    """The helper of one run's stages."""

    around: Surroundings
    hospital: Hospital
    attempt: str
    """Another one for another attempt of the same run, so that no reply is taken twice."""
    rules: ModelRules = field(default_factory=ModelRules)
    shares: dict[str, ModelShare] = field(default_factory=lambda: defaultdict(ModelShare))

    def use(self, skill: Skill, brief: Brief) -> Made:
        """The skill's output, counted for its stage."""
        share = self.shares[brief.stage]
        around = replace(self.around, journal=_Counting(self.around.journal, share))
        brief = replace(brief, nonce=f"{self.attempt}|{brief.stage}|{brief.nonce}")
        made = use_skill(skill, brief, around, hospital=self.hospital)
        if not made.by_model:
            share.reasons.append(made.reason)
        return made


def model_work(analysis: Analysis, lease: Lease) -> ModelWork | None:
    """The helper for one analysis; None where its hospital asks no model, or none may be asked."""
    account = Account(analysis.hospital, analysis.requested_by, analysis.run_id)
    gateway = gateway_for(account)
    if gateway is None:
        return None
    attempt = f"{lease.run_id}|{lease.token}"
    try:
        return helper_of(analysis, gateway=gateway, journal=RunJournal(lease), attempt=attempt)
    except PersonUnreadable:
        return None


def helper_of(analysis: Analysis, *, gateway: Gateway, journal: Journal, attempt: str) -> ModelWork:
    """The helper for one analysis around any gateway: a model's, or what was recorded of one."""
    scope = Scope(
        run=analysis.run_id,
        patient=analysis.patient_id,
        hospital=analysis.hospital_id,
        as_of=analysis.as_of,
    )
    around = Surroundings(
        gateway=gateway,
        journal=journal,
        scope=scope,
        outgoing=Redactor.of(identifiers_of(analysis.patient)),
        price=PriceOfDay(settings.LLM_PRICES, analysis.created_at.date()),
    )
    rules = settings_of(analysis.hospital).models
    return ModelWork(around, analysis.hospital, attempt=attempt, rules=rules)


@dataclass(frozen=True)
class _Counting:
    """A journal that counts what it notes."""

    journal: Journal
    share: ModelShare

    def note(self, event: Event) -> None:
        if isinstance(event, ModelReplied | ModelFailed):
            self.share.iterations += 1
            self.share.tokens += event.tokens_in + event.tokens_out
        elif isinstance(event, ToolCalled):
            self.share.tool_calls += 1
        elif _is_refusal(event):
            self.share.rejections += 1
        self.journal.note(event)


def _is_refusal(event: Event) -> bool:
    refused = isinstance(event, ToolAnswered) and event.outcome == "refused"
    return refused or isinstance(event, ProposalRejected)
