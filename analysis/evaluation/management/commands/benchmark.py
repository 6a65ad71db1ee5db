"""Measures one benchmark and prints its figures, ratios included."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from analysis.evaluation.benchmarks import BENCHMARKS


class Command(BaseCommand):
    help = "Measure one benchmark. Nothing it makes is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=sorted(BENCHMARKS))
        parser.add_argument("--json", action="store_true", help="one JSON document on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        figures = BENCHMARKS[options["name"]]().as_json()
        if options["json"]:
            self.stdout.write(json.dumps(figures))
            return
        for name, figure in figures.items():
            self.stdout.write(f"{name.replace('_', ' ')}: {figure}")
