"""A release of the graph as a file, from a shell."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from graphcurate import queries
from graphcurate.exchange.forms import Form
from graphcurate.queries.exports import parts_of
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError

FORMATS = {"json": Form.JSON, "csv": Form.RELATIONS, "names": Form.NAMES, "fhir": Form.FHIR}


class Command(BaseCommand):
    help = "Write a release of the graph as JSON, as a table of links or names, or as FHIR."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--release", help="its name; the current one where none is said")
        parser.add_argument("--format", choices=sorted(FORMATS), default="json")
        parser.add_argument("--out", type=Path, help="a file; standard output where none is said")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            wanted = options["release"]
            release = queries.release_named(wanted) if wanted else queries.current_release()
            parts = parts_of(release, FORMATS[options["format"]])
        except MedReviewError as problem:
            raise CommandError(in_words(problem)) from problem
        out = options["out"]
        if out is None:
            self._print(b"".join(parts))
            return
        try:
            with out.open("wb") as file:
                file.writelines(parts)
        except OSError as problem:
            raise CommandError(f"{out} can't be written.") from problem
        self.stderr.write(f"{release.name} was written to {out}.")

    def _print(self, content: bytes) -> None:
        """The bytes as they are, where standard output takes bytes."""
        raw = getattr(sys.stdout, "buffer", None)
        if raw is not None and getattr(self.stdout, "_out", None) is sys.stdout:
            raw.write(content)
            return
        self.stdout.write(content.decode(), ending="")
