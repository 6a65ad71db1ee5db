"""Cases for single stages: a record, and named checks of what each stage says of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.evaluation.cases import Case, read_cases
from analysis.evaluation.stage_checks import CHECKS, StageCheck
from medreview.common.errors import Invalid


@dataclass(frozen=True)
class Wanted:
    """One check of one case: what it is, and what it wants."""

    check: StageCheck
    value: Any


@dataclass(frozen=True)
class StageCase:
    """A record and what is checked of it."""

    case: Case
    wanted: tuple[Wanted, ...]


def read_stage_cases(path: Path) -> list[StageCase]:
    """Every case of the file; Invalid names a case without checks, and a check nobody knows."""
    return [StageCase(case, tuple(_wanted(case))) for case in read_cases(path)]


def _wanted(case: Case) -> Iterator[Wanted]:
    checks = case.sent.get("checks")
    if not isinstance(checks, dict) or not all(isinstance(one, dict) for one in checks.values()):
        raise Invalid(f"The case {case.id} names no checks by stage.")
    for stage, named in checks.items():
        for name, value in named.items():
            check = CHECKS.get((stage, name))
            if check is None:
                raise Invalid(f"The stage {stage} has no check {name} (case {case.id}).")
            yield Wanted(check, value)
