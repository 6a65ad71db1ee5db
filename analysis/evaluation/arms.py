"""The three ways of looking in a record, on the same cases and the same model.

Deterministic matching alone, code mode, and the tool arm. Every case is planned by code alone and
once for all three, so that only the way of looking differs. What should be found is written by
hand into each case; whatever else a model finds is wrong.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import takewhile

from django.conf import settings
from django.db import transaction

from analysis.evaluation.arms_scorecard import ArmScore, ArmsScorecard
from analysis.evaluation.cases import Case
from analysis.evaluation.desk import Outside, for_patient
from analysis.evaluation.harness import imported, inputs_of
from analysis.pipeline.contracts import FoundItem, GenerationReadyPackage, MatchMethod, StaleItem
from analysis.pipeline.retriever.leftover import asked_id
from analysis.pipeline.retriever.stage import Retriever
from analysis.pipeline.stage import StageContext
from analysis.pipeline.stages import STAGES, run_stages
from graphcurate.models import Release
from medreview.accounts.hospital_settings import ModelRules
from medreview.llm.gateway import Gateway, configured_gateway
from medreview.patients.models import Patient

DETERMINISTIC, CODE_MODE, TOOL_ARM = "deterministic", "code_mode", "tool_arm"
MODELS_ARMS = (CODE_MODE, TOOL_ARM)
DOUBLE = "double"
"""The model that ``manage.py llm_double`` says it is."""

Find = tuple[str, str]
"""The id of a thing, and the entry it was found in."""


@dataclass(frozen=True)
class Asking:
    """A model that may be asked, and what it is called."""

    gateway: Gateway
    model: str
    is_double: bool = False


@dataclass
class _Tally:
    """What one arm did over all cases."""

    arm: str
    expected: int = 0
    found: int = 0
    wrong: int = 0
    calls: int = 0
    tool_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    dropped: int = 0
    given_up: int = 0

    def score(self) -> ArmScore:
        return ArmScore(**{**asdict(self), "seconds": round(self.seconds, 3)})


def configured() -> Asking | None:
    """The model of the settings; None where there is none."""
    gateway = configured_gateway()
    if gateway is None:
        return None
    model: str = settings.LLM_ENDPOINTS[0].model
    return Asking(gateway, model, is_double=model == DOUBLE)


def evaluate_arms(
    cases: Iterable[Case],
    release: Release,
    asking: Asking | None,
    clock: Callable[[], float] = time.perf_counter,
) -> ArmsScorecard:
    """Every case by each arm; the model's arms have no data where no model may be asked."""
    arms = (DETERMINISTIC, *(MODELS_ARMS if asking else ()))
    tallies = {arm: _Tally(arm) for arm in arms}
    count = 0
    for case in cases:
        count += 1
        with transaction.atomic():
            patient = imported(case, release)
            planned = _planned(inputs_of(patient, case, release))
            for arm, tally in tallies.items():
                helper = _helper(arm, asking, patient, case)
                _run(tally, case, planned, helper, clock)
            transaction.set_rollback(True)
    return ArmsScorecard(
        cases=count,
        model=asking.model if asking else None,
        is_double=asking is not None and asking.is_double,
        arms=tuple(tally.score() for tally in tallies.values()),
        no_data=() if asking else MODELS_ARMS,
    )


def _planned(inputs: StageContext) -> StageContext:
    """Up to the plan, by code alone."""
    before = tuple(takewhile(lambda stage: stage.name != Retriever.name, STAGES))
    return run_stages(inputs, before)


def _helper(arm: str, asking: Asking | None, patient: Patient, case: Case) -> Outside | None:
    if arm == DETERMINISTIC or asking is None:
        return None
    return for_patient(
        asking.gateway,
        patient,
        as_of=case.as_of,
        attempt=f"arms|{arm}|{case.id}",
        rules=ModelRules.model_validate({"retriever_arm": arm}),
    )


def _run(
    tally: _Tally,
    case: Case,
    planned: StageContext,
    helper: Outside | None,
    clock: Callable[[], float],
) -> None:
    began = clock()
    package = Retriever().run(replace(planned, helper=helper.work if helper else None))
    tally.seconds += clock() - began
    wanted = {(one["item"], one["resource"]) for one in case.expected.get("finds", ())}
    found = set(_finds(package))
    tally.expected += len(wanted)
    tally.found += len(wanted & {find for find, _ in found})
    # What code finds besides is judged by the vignettes.
    tally.wrong += len({find for find, by_model in found if by_model} - wanted)
    tally.dropped += sum(package.summary.dropped.values())
    if helper is not None:
        taken = helper.journal.taken()
        tally.calls += taken.calls
        tally.tool_calls += taken.tool_calls
        tally.tokens_in += taken.tokens_in
        tally.tokens_out += taken.tokens_out
        tally.given_up += any(share.reasons for share in helper.work.shares.values())


def _finds(package: GenerationReadyPackage) -> Iterator[tuple[Find, bool]]:
    """What was found or seen to be too old, and whether a model saw it."""
    for each in package.per_parameter:
        ends: tuple[FoundItem | StaleItem, ...] = (*each.found.all(), *each.stale)
        for one in ends:
            yield (asked_id(one.item), one.resource), one.matched_by is MatchMethod.MODEL
