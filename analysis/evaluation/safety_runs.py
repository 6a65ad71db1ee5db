"""Whether what code settles stays byte for byte the same: with a model, without, and failing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle

from analysis.evaluation.cases import Case
from analysis.evaluation.desk import Outside, for_patient
from analysis.evaluation.harness import Help, code_alone, runs_of
from analysis.evaluation.safety import safety_table
from analysis.evaluation.scorecard import Failure, SafetyScore
from graphcurate.models import Release
from medreview.common.hashing import sha256_of_bytes
from medreview.llm import errors
from medreview.llm.contracts import ChatReply, ChatRequest, Deadline
from medreview.llm.gateway import Gateway, configured_gateway
from medreview.patients.models import Patient

WAYS: tuple[type[errors.ModelFailed], ...] = (
    errors.GatewayDown,
    errors.NoAnswer,
    errors.RateLimited,
    errors.DeadlinePassed,
    errors.KeyRefused,
    errors.RequestRefused,
    errors.Refused,
    errors.Truncated,
    errors.EmptyReply,
    errors.NoChoices,
    errors.Looping,
    errors.Endless,
    errors.Garbled,
    errors.NotJson,
    errors.WrongShape,
    errors.UnknownTool,
    errors.MalformedCall,
)
"""In which a question fails that was sent, or could not be."""


@dataclass
class Failing:
    """A gateway whose every question fails, each in the next of these ways."""

    _ways: Iterator[type[errors.ModelFailed]] = field(default_factory=lambda: cycle(WAYS))

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The next failure."""
        raise next(self._ways)()


def asking(gateway: Gateway) -> Help:
    """Help through this gateway, with what the record knows of the patient taken out."""

    def make(patient: Patient, case: Case) -> Outside:
        return for_patient(gateway, patient, as_of=case.as_of, attempt=f"evaluation|{case.id}")

    return make


def compare_safety(
    cases: Iterable[Case], release: Release, gateway: Gateway | None = None
) -> SafetyScore:
    """Each case without a model, with one that fails, and with the one that is configured."""
    gateway = gateway or configured_gateway()
    helps = {"failing": asking(Failing())} | ({"on": asking(gateway)} if gateway else {})
    count, different, asked = 0, [], Counter[str]()
    for case in cases:
        count += 1
        alone, *others = runs_of(case, release, (code_alone, *helps.values()))
        table = safety_table(alone.outputs)
        for arm, made in zip(helps, others, strict=True):
            if made.outside is not None:
                asked[arm] += made.outside.journal.taken().calls
            if safety_table(made.outputs) != table:
                different.append(_different(case, arm, table, safety_table(made.outputs)))
    return SafetyScore(
        cases=count, arms=("off", *helps), asked=dict(asked), failed=tuple(different)
    )


def _different(case: Case, arm: str, alone: str, made: str) -> Failure:
    hashes = [sha256_of_bytes(text.encode())[:12] for text in (alone, made)]
    return Failure(id=case.id, why=(f"model {arm}: {hashes[1]} in place of {hashes[0]}",))
