"""Runs the vignettes of a file through the pipeline and says which ones fail, and why."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.evaluation.cases import read_cases
from analysis.evaluation.harness import evaluate
from analysis.evaluation.scorecard import Scorecard
from graphcurate.queries import current_release
from medreview.common.errors import MedReviewError


class Command(BaseCommand):
    help = "Judge the pipeline by a file of vignettes; exit 1 if one fails, 2 if none is read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["vignettes"], help="what is evaluated")
        parser.add_argument("file", type=Path, help="one JSON case a line")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            scorecard = evaluate(read_cases(options["file"]), current_release())
        except (OSError, UnicodeDecodeError) as problem:
            raise CommandError(_why_unread(options["file"], problem), returncode=2) from None
        except MedReviewError as problem:
            raise CommandError(str(problem), returncode=2) from problem
        self._print(scorecard, as_json=options["json"])
        if scorecard.failed:
            sys.exit(1)

    def _print(self, scorecard: Scorecard, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(scorecard.as_json(), ensure_ascii=False))
            return
        self.stdout.write(f"{scorecard.passed} of {scorecard.cases} cases passed.")
        for failure in scorecard.failed:
            self.stdout.write(f"{failure.id}: {'; '.join(failure.why)}")


def _why_unread(path: Path, problem: Exception) -> str:
    """One sentence about a path that gives no cases."""
    if isinstance(problem, IsADirectoryError):
        return f"{path.name or path} is a folder; name a file with one JSON case a line."
    if isinstance(problem, FileNotFoundError):
        return f"There is no file {path}."
    return f"{path.name} can't be read."
