"""A model asked outside of any run: its events stay in memory, nobody's run or book is touched.

Whoever evaluates makes the hospital and the patient in a transaction that is undone; the work
itself is the same that a run's stages do, through the same skills and limits.
"""

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field

from analysis.pipeline.identifiers import identifiers_of
from analysis.pipeline.model_work import ModelWork
from medreview.accounts.hospital_settings import ModelRules
from medreview.accounts.models import Hospital
from medreview.llm.gateway import Gateway
from medreview.llm.redaction.redactor import Redactor
from medreview.patients.models import Patient
from medreview.runtime.contracts import Outgoing
from medreview.runtime.desk import Surroundings, as_it_is
from medreview.runtime.events import Event, ModelFailed, ModelReplied, ToolCalled
from medreview.runtime.tools import Scope


@dataclass
class MemoryJournal:
    """Keeps what happened, in order, as long as somebody holds it."""

    events: list[Event] = field(default_factory=list)

    def note(self, event: Event) -> None:
        """Keep the event."""
        self.events.append(event)

    def __len__(self) -> int:
        return len(self.events)

    def taken(self) -> "Taken":
        """What all the questions so far took."""
        answered = [one for one in self.events if isinstance(one, ModelReplied | ModelFailed)]
        called = [one.tool for one in self.events if isinstance(one, ToolCalled)]
        return Taken(
            calls=len(answered),
            tool_calls=len(called),
            tokens_in=sum(one.tokens_in for one in answered),
            tokens_out=sum(one.tokens_out for one in answered),
            by_tool=dict(Counter(called)),
        )


@dataclass(frozen=True)
class Taken:
    """Questions, calls of tools and tokens, as the provider counted them."""

    calls: int = 0
    tool_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    by_tool: dict[str, int] = field(default_factory=dict)

    @property
    def tokens(self) -> int:
        """In and out together."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True)
class Outside:
    """A helper for stages that belong to no run, and all that it did."""

    work: ModelWork
    journal: MemoryJournal


def outside(
    gateway: Gateway,
    hospital: Hospital,
    *,
    patient: str,
    as_of: dt.datetime,
    rules: ModelRules | None = None,
    outgoing: Outgoing = as_it_is,
    attempt: str = "evaluation",
) -> Outside:
    """A helper that asks through this gateway for a patient of a hospital that nobody keeps."""
    journal = MemoryJournal()
    scope = Scope(run=attempt, patient=patient, hospital=hospital.pk, as_of=as_of)
    around = Surroundings(gateway=gateway, journal=journal, scope=scope, outgoing=outgoing)
    work = ModelWork(around, hospital, attempt=attempt, rules=rules or ModelRules())
    return Outside(work, journal)


def for_patient(
    gateway: Gateway,
    patient: Patient,
    *,
    as_of: dt.datetime,
    attempt: str,
    rules: ModelRules | None = None,
) -> Outside:
    """The same for an imported patient: what the record knows them by is taken out, as in a run."""
    return outside(
        gateway,
        patient.hospital,
        patient=patient.pk,
        as_of=as_of,
        rules=rules,
        outgoing=Redactor.of(identifiers_of(patient)),
        attempt=attempt,
    )
