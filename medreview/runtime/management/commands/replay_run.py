"""Replays one run from its events and prints what disagrees."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from medreview.runtime import services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.models import Run
from medreview.runtime.replay import differences


class Command(BaseCommand):
    help = (
        "Fold a run's events back into its state and rebuild what models were asked; "
        "exit 1 where they disagree."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", help="the run's id, run_…")
        parser.add_argument("--json", action="store_true", help="one JSON document on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        run = Run.objects.filter(pk=options["run"]).first()
        if run is None:
            raise CommandError("There is no such run.")
        problems = differences(run)
        in_words, unread = words_retold(run)
        problems += in_words
        if options["json"]:
            said = {"run": run.pk, "events": run.last_seq, "differences": problems}
            self.stdout.write(json.dumps({**said, "unread": unread} if unread else said))
        else:
            adds_up = f"{run.last_seq} events add up to the run as it stands."
            self.stdout.write("\n".join([*(problems or [adds_up]), *filter(None, [unread])]))
        if problems:
            raise SystemExit(1)


def words_retold(run: Run) -> tuple[list[str], str]:
    """Where the words of models and tools disagree; or why they can't be read any more."""
    if not run.events.filter(kind="model.asked").exists():
        return [], ""
    try:
        return services.retell(run=run, by=None), ""
    except PayloadUnreadable as problem:
        return [], f"Only the headers were replayed. {problem}"
