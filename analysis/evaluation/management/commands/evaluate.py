"""Runs cases through the pipeline and says which ones fail, and why."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.evaluation.arms import configured, evaluate_arms
from analysis.evaluation.cases import read_cases
from analysis.evaluation.harness import evaluate
from analysis.evaluation.invented import invented
from analysis.evaluation.safety_runs import compare_safety
from analysis.evaluation.scorecard import Score
from analysis.evaluation.stage_cases import read_stage_cases
from analysis.evaluation.stages_evaluation import evaluate_stages
from analysis.evaluation.vignette_outcomes import all_vignettes
from graphcurate.models import Release
from graphcurate.queries import current_release, snapshot_of
from medreview.common.errors import Invalid, MedReviewError

Options = dict[str, Any]


def vignettes(release: Release, options: Options) -> Score:
    """The pipeline by a file of written cases."""
    return evaluate(read_cases(named_file(options)), release)


def safety(release: Release, options: Options) -> Score:
    """What code settles: with a model, without one, and with one that fails."""
    cases = [*all_vignettes(), *invented(options["patients"], snapshot_of(release))]
    return compare_safety(read_cases(options["file"]) if options["file"] else cases, release)


def arms(release: Release, options: Options) -> Score:
    """Deterministic matching, code mode and the tool arm, on the same cases and model."""
    return evaluate_arms(read_cases(named_file(options)), release, configured())


def stages(release: Release, options: Options) -> Score:
    """Each stage by named checks; with a model where one is configured."""
    return evaluate_stages(read_stage_cases(named_file(options)), release)


EVALUATIONS: dict[str, Callable[[Release, Options], Score]] = {
    "arms": arms,
    "safety": safety,
    "stages": stages,
    "vignettes": vignettes,
}
"""Every evaluation by the name it is asked for."""


class Command(BaseCommand):
    help = "Judge the pipeline by cases; exit 1 if one fails, 2 if none is read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=sorted(EVALUATIONS), help="what is evaluated")
        parser.add_argument("file", type=Path, nargs="?", help="the cases")
        parser.add_argument("--patients", type=int, default=100, help="safety: invented ones")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            score = EVALUATIONS[options["what"]](current_release(), options)
        except (OSError, UnicodeDecodeError) as problem:
            raise CommandError(_why_unread(options["file"], problem), returncode=2) from None
        except MedReviewError as problem:
            raise CommandError(str(problem), returncode=2) from problem
        if options["json"]:
            self.stdout.write(json.dumps(score.as_json(), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(score.lines()))
        if score.failed:
            sys.exit(1)


def named_file(options: Options) -> Path:
    """The file with the cases."""
    if options["file"] is None:
        raise Invalid("Name the file with the cases.")
    file: Path = options["file"]
    return file


def _why_unread(path: Path, problem: Exception) -> str:
    """One sentence about a path that gives no cases."""
    if isinstance(problem, IsADirectoryError):
        return f"{path.name or path} is a folder; name a file with one JSON case a line."
    if isinstance(problem, FileNotFoundError):
        return f"There is no file {path}."
    return f"{path.name} can't be read."
