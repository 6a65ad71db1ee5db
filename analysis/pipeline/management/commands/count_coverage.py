"""Counts what runs asked before it was counted with each run: tiers, demand and gaps."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from analysis.pipeline.counting import count_plans
from graphcurate.services.misses import file_old


class Command(BaseCommand):
    help = (
        "Count the abnormal results of runs from before tiers were counted, and file their misses"
        " as gaps. Safe to run again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, default=0, help="count at most so many runs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count, file, and say of what nothing is known."""
        filed = file_old()
        counted = count_plans(limit=options["limit"])
        self.stdout.write(
            f"{counted.done} runs counted, {filed} misses filed. "
            f"Of {counted.closed} runs nothing is known: their patient's key is destroyed."
        )
