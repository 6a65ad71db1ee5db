"""What the graph knows of a code or a name, from a shell."""

import csv
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from graphcurate import queries
from graphcurate.contracts import LookupAnswer, LookupHow
from graphcurate.lookup import Lookup

COLUMNS = ("name", "unit", "specimen", "loinc")


class Command(BaseCommand):
    help = "Find the biomarker, or the domain, of a LOINC code or a test's name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loinc", help="a LOINC code")
        parser.add_argument(
            "--name", help="the name on a report; beside a code, the name LOINC gives it"
        )
        parser.add_argument(
            "--batch", type=Path, help="a CSV file with the columns " + ", ".join(COLUMNS)
        )
        parser.add_argument("--unit", help="the unit on the report")
        parser.add_argument("--specimen", help="what was sampled")
        parser.add_argument("--json", action="store_true", help="one JSON document for each answer")

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["loinc"] or options["name"] or options["batch"]):
            raise CommandError("Say --loinc, --name or --batch.")
        lookup = queries.lookup_of(queries.current_release())
        for question in _questions(options):
            answer = _ask(lookup, question)
            if options["json"]:
                self.stdout.write(json.dumps(answer.as_json(), ensure_ascii=False))
            else:
                self.stdout.write(_sentence(question, answer, lookup))


def _questions(options: dict[str, Any]) -> Iterator[dict[str, str]]:
    if options["batch"] is None:
        yield {column: options.get(column) or "" for column in COLUMNS}
        return
    try:
        with options["batch"].open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                yield {column: (row.get(column) or "").strip() for column in COLUMNS}
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise CommandError(f"{options['batch'].name} can't be read as CSV.") from problem


def _ask(lookup: Lookup, question: dict[str, str]) -> LookupAnswer:
    return lookup.find(
        codes=[question["loinc"]],
        name=question["name"],
        specimen=question["specimen"],
        unit=question["unit"],
    )


def _sentence(question: dict[str, str], answer: LookupAnswer, lookup: Lookup) -> str:
    asked = question["loinc"] or question["name"]
    if answer.biomarker:
        name = lookup.snapshot.biomarkers[answer.biomarker].name
        return f"{asked}: {name} ({answer.biomarker}), by {answer.how.replace('_', ' ')}"
    if answer.how is LookupHow.AMBIGUOUS:
        return f"{asked}: could be {' or '.join(answer.candidates)}; nothing is chosen"
    if answer.domain:
        return f"{asked}: not in the graph; its domain is {answer.domain}"
    return f"{asked}: not in the graph"
