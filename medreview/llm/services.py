"""Ask a model one harmless thing, to see whether it answers."""

from dataclasses import dataclass

from django.db import transaction

from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.llm.contracts import ChatRequest, Deadline, Message, Role
from medreview.llm.errors import ModelFailed, NotAllowed, Truncated
from medreview.llm.ledger import Account
from medreview.llm.opening import metered_at, places_for, rules_now
from medreview.llm.providers import Endpoint

TRIAL_SECONDS = 20.0
TRIAL = ChatRequest(
    messages=(Message(role=Role.USER, text="Answer with the one word: ready."),),
    purpose="trial",
    max_output_tokens=256,
)
"""All that is sent: nothing of a patient, of a person or of the hospital."""


@dataclass(frozen=True)
class Trial:
    """How a trial ended."""

    outcome: str
    """``ok``, or the name of the failure."""
    sentence: str = ""
    seconds: float = 0.0
    model: str = ""

    @property
    def answered(self) -> bool:
        """Whether the place can be reached and speaks."""
        return self.outcome == "ok"


def try_place(place: Endpoint, *, by: User) -> Trial:
    """Ask the place one harmless thing, on the hospital's account; the trail says that it was."""
    check_can(by, Permission.HOSPITAL_MANAGE)
    rules = rules_now(by.hospital)
    try:
        if place not in places_for(rules.allowed):
            raise NotAllowed()
        gateway = metered_at((place,), Account(by.hospital, by), rules.budget)
        reply = gateway.chat(TRIAL, Deadline.within(TRIAL_SECONDS))
        trial = Trial("ok", seconds=reply.seconds, model=reply.model)
    except Truncated:
        # It wrote: a model that thinks before it speaks may use up the little room it is given.
        trial = Trial("ok", model=place.model)
    except ModelFailed as problem:
        trial = Trial(problem.code, sentence=problem.sentence)
    _note(trial, by)
    return trial


@transaction.atomic
def _note(trial: Trial, by: User) -> None:
    audit.record(EventType.MODEL_TRIED, thing=by.hospital, by=by, detail={"outcome": trial.outcome})
