"""Replays one run from its events and prints what disagrees."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from medreview.runtime.models import Run
from medreview.runtime.replay import differences


class Command(BaseCommand):
    help = "Fold a run's events back into its state; exit 1 if they disagree."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", help="the run's id, run_…")
        parser.add_argument("--json", action="store_true", help="one JSON document on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        run = Run.objects.filter(pk=options["run"]).first()
        if run is None:
            raise CommandError("There is no such run.")
        problems = differences(run)
        if options["json"]:
            said = {"run": run.pk, "events": run.last_seq, "differences": problems}
            self.stdout.write(json.dumps(said))
        elif problems:
            self.stdout.write("\n".join(problems))
        else:
            self.stdout.write(f"{run.last_seq} events add up to the run as it stands.")
        if problems:
            raise SystemExit(1)
