"""The maintainers' clinical tables turned into the starter release that ships with us."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.exchange.tables import content_of
from graphcurate.exchange.write import write


class Command(BaseCommand):
    help = "Write the starter release from a directory of clinical tables (for maintainers)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="holds biomarkers.csv and its companions")
        parser.add_argument("--into", type=Path, default=STARTER_FOLDER)

    def handle(self, *args: Any, **options: Any) -> None:
        content = content_of(
            options["directory"],
            _ours("additions.json"),
            _ours("domain_corrections.json"),
            _ours("relation_corrections.json"),
        )
        write(content, options["into"])
        self.stdout.write(
            f"{len(content.biomarkers)} biomarkers, {len(content.relations)} relations, "
            f"{len(content.sources)} sources"
        )


def _ours(name: str) -> dict[str, Any]:
    """What we add to the tables or correct in them, kept beside the release."""
    content: dict[str, Any] = json.loads((STARTER_FOLDER / name).read_text(encoding="utf-8"))
    return content
