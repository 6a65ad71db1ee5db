"""Tables and HL7 v2 messages of results into the store, from a shell."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from medreview.fhir.csv_results.columns import REQUIRED
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.reading import Guess, guess_of
from medreview.fhir.errors import Unreadable
from medreview.fhir.kinds import opened
from medreview.fhir.management.commands import import_fhir

UNUSABLE_EXIT = 2

OPEN = {
    "source": "the system the table comes from, such as Night laboratory",
    "date_format": "how its dates are written, such as DD.MM.YYYY",
    "birth_format": "how its dates of birth are written, such as DD.MM.YYYY",
}
"""What a guess may leave null beside columns, and what is meant by it."""


class Command(import_fhir.Command):
    help = (
        "Import tables of results (CSV, with --mapping) and HL7 v2 result messages, and say what "
        "became of every row and result. Large tables are read row by row."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--mapping", type=Path, help="a JSON file that says what a table's columns mean"
        )
        parser.add_argument(
            "--guess",
            action="store_true",
            help="print a mapping guessed from the first table, to be looked at; import nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["guess"]:
            guessed = _guessed(options["paths"][0])
            self.stdout.write(json.dumps(guessed, ensure_ascii=False))
            self.stderr.write(f"Look at it, and say where it says null: {_left_open(guessed)}.")
            return
        self.mapping = _mapping(options["mapping"]) if options["mapping"] else None
        super().handle(*args, **options)


def _mapping(path: Path) -> ColumnMapping:
    try:
        return ColumnMapping.model_validate_json(path.read_bytes())
    except OSError as problem:
        raise CommandError(f"{path} can't be opened.", returncode=UNUSABLE_EXIT) from problem
    except ValidationError as problem:
        words = "; ".join(_in_words(error) for error in problem.errors())
        raise CommandError(f"{path} is no mapping: {words}.", returncode=UNUSABLE_EXIT) from problem


def _in_words(error: ErrorDetails) -> str:
    where = ".".join(str(part) for part in error["loc"])
    if where and error["input"] is None:
        return f"{where} is still null; write {OPEN.get(where, 'the number of its column')}"
    return f"{where}: {error['msg']}" if where else error["msg"]


def _left_open(guessed: dict[str, Any]) -> str:
    """What only a person can say, each with what is meant by it."""
    columns = [role for role, place in guessed["columns"].items() if place is None]
    said = [f"{key} ({words})" for key, words in OPEN.items() if guessed[key] is None]
    if columns:
        said.append(f"{', '.join(columns)} (the number of its column, counted from 0)")
    return "; ".join(said)


def _guessed(name: str) -> dict[str, Any]:
    try:
        with opened(name, Path(name), limit=None) as stream:
            guess = guess_of(name, stream)
    except Unreadable as problem:
        raise CommandError(str(problem), returncode=UNUSABLE_EXIT) from problem
    return _as_mapping(guess)


def _as_mapping(guess: Guess) -> dict[str, Any]:
    """A mapping as far as it can be guessed; what only a person can say is null."""
    dates = guess.date_formats
    births = guess.birth_formats
    columns: dict[str, int | None] = {role.value: None for role in REQUIRED}
    return {
        "columns": {**columns, **{role.value: place for role, place in guess.columns.items()}},
        "width": len(guess.header),
        "encoding": guess.layout.encoding,
        "delimiter": guess.layout.delimiter,
        "decimal": guess.decimal.value,
        "date_format": dates[0] if len(dates) == 1 else None if "date" in guess.columns else "",
        "birth_format": births[0] if len(births) == 1 else None if "birth" in guess.columns else "",
        "source": None,
        "codes": guess.codes,
        "status": "unknown",
    }
