"""Judges each stage by named checks, with the model that is configured or with none."""

from collections.abc import Iterable

from analysis.evaluation.harness import code_alone, runs_of
from analysis.evaluation.safety_runs import asking
from analysis.evaluation.scorecard import CheckScore, Failure, StagesScore
from analysis.evaluation.stage_cases import StageCase
from analysis.evaluation.stage_checks import CHECKS
from graphcurate.models import Release
from medreview.llm.gateway import Gateway, configured_gateway


def evaluate_stages(
    cases: Iterable[StageCase], release: Release, gateway: Gateway | None = None
) -> StagesScore:
    """How often each check passed, failed, or had nothing to judge; and why it failed."""
    gateway = gateway or configured_gateway()
    help_from = asking(gateway) if gateway is not None else code_alone
    counts = {key: [0, 0, 0] for key in CHECKS}
    failed, count = [], 0
    for one in cases:
        count += 1
        [made] = runs_of(one.case, release, (help_from,))
        why: list[str] = []
        for wanted in one.wanted:
            check = wanted.check
            reasons = check.reasons(made, wanted.value)
            counts[check.stage, check.name][2 if reasons is None else bool(reasons)] += 1
            why += [f"{check.stage}.{check.name}: {reason}" for reason in reasons or ()]
        if why:
            failed.append(Failure(id=one.case.id, why=tuple(why)))
    return StagesScore(
        cases=count,
        with_model=gateway is not None,
        checks=tuple(
            CheckScore(stage=stage, check=name, passed=passed, failed=failures, no_data=none)
            for (stage, name), (passed, failures, none) in counts.items()
        ),
        failed=tuple(failed),
    )
