"""Replays runs, and analyses by what models said then; prints what disagrees."""

import json
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.pipeline.replaying import WholeReplay, replay_whole
from medreview.runtime.models import Run
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
        replays = [self._replayed(run, as_json=options["json"]) for run in runs]
        sound = [replay for replay in replays if not replay.differences]
        if options["all"] and not options["json"]:
            same = sum(not replay.other_code for replay in sound)
            self.stdout.write(f"{same} of {len(runs)} runs came out as they are stored.")
        if len(sound) < len(runs):
            raise SystemExit(1)

    def _replayed(self, run: Run, *, as_json: bool) -> WholeReplay:
        replay = replay_whole(run, by=None)
        problems = list(replay.differences)
        unread = f"Only the headers were replayed. {replay.unread}" if replay.unread else ""
        if as_json:
            said = {"run": run.pk, "events": run.last_seq, "differences": problems}
            made = {"stages": replay.stages, "questions": replay.questions}
            said |= made if replay.stages else {}
            said |= {"not_comparable": list(replay.other_code)} if replay.other_code else {}
            self.stdout.write(json.dumps({**said, "unread": unread} if unread else said))
        else:
            lines = [*(problems or _adds_up(run, replay)), *filter(None, [unread])]
            self.stdout.write("\n".join(lines))
        return replay


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


def _adds_up(run: Run, replay: WholeReplay) -> Iterable[str]:
    yield f"{run.last_seq} events add up to the run as it stands."
    if replay.other_code:
        yield (
            f"{', '.join(replay.other_code)}: made by another version of the stages; what comes "
            "out otherwise now is not comparable."
        )
    elif replay.stages:
        yield (
            f"{replay.stages} stages and {replay.questions} questions to models came out the "
            "same when they were made again."
        )
