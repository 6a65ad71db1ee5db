"""Replays runs, and analyses by what models said then; prints what disagrees."""

import json
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.pipeline.rebuilding import Rebuilt, rebuild
from analysis.pipeline.working import KIND
from medreview.patients.errors import KeyDestroyed
from medreview.runtime import services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.models import Run
from medreview.runtime.replay import differences
from medreview.runtime.run_states import AT_WORK


class Command(BaseCommand):
    help = (
        "Fold a run's events back into its state, rebuild what models were asked, and make the "
        "analysis again from its record and the recorded replies; exit 1 where they disagree."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", nargs="?", help="the run's id, run_…")
        parser.add_argument("--all", action="store_true", help="every run that has ended")
        parser.add_argument("--last", type=int, help="with --all: so many of the newest")
        parser.add_argument("--json", action="store_true", help="one JSON document a run")

    def handle(self, *args: Any, **options: Any) -> None:
        runs = chosen(options)
        same = sum(self._replayed(run, as_json=options["json"]) for run in runs)
        if options["all"] and not options["json"]:
            self.stdout.write(f"{same} of {len(runs)} runs came out as they are stored.")
        if same < len(runs):
            raise SystemExit(1)

    def _replayed(self, run: Run, *, as_json: bool) -> bool:
        problems = differences(run)
        rebuilt, in_words, unread = made_again(run)
        problems += in_words
        if as_json:
            said = {"run": run.pk, "events": run.last_seq, "differences": problems}
            made = {"stages": rebuilt.stages, "questions": rebuilt.questions}
            said |= made if rebuilt.stages else {}
            self.stdout.write(json.dumps({**said, "unread": unread} if unread else said))
        else:
            lines = [*(problems or _adds_up(run, rebuilt)), *filter(None, [unread])]
            self.stdout.write("\n".join(lines))
        return not problems


def chosen(options: dict[str, Any]) -> list[Run]:
    """The runs that are named, each with its patient."""
    runs = Run.objects.select_related("patient", "hospital")
    if options["all"]:
        ended = runs.exclude(state__in=AT_WORK).order_by("-created_at", "-id")
        return list(ended[: options["last"]])
    run = runs.filter(pk=options["run"]).first()
    if run is None:
        raise CommandError("There is no such run.")
    return [run]


def made_again(run: Run) -> tuple[Rebuilt, list[str], str]:
    """The analysis made again, where words and outputs disagree, or why they can't be read."""
    try:
        asked = run.events.filter(kind="model.asked").exists()
        in_words = services.retell(run=run, by=None) if asked else []
        rebuilt = rebuild(run, by=None) if run.kind == KIND else Rebuilt()
    except (PayloadUnreadable, KeyDestroyed) as problem:
        return Rebuilt(), [], f"Only the headers were replayed. {problem}"
    return rebuilt, [*in_words, *rebuilt.differences], ""


def _adds_up(run: Run, rebuilt: Rebuilt) -> Iterable[str]:
    yield f"{run.last_seq} events add up to the run as it stands."
    if rebuilt.stages:
        yield (
            f"{rebuilt.stages} stages and {rebuilt.questions} questions to models came out the "
            "same when they were made again."
        )
