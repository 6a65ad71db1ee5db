"""A file of the graph brought in as drafts, from a shell."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from graphcurate.exchange.planning import Outcome
from graphcurate.models import GraphImport
from graphcurate.presenters.exchange import sentence_of, summary_of, where_words
from graphcurate.queries.imports import graph_import, report_of
from graphcurate.services import imports
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError


class Command(BaseCommand):
    help = "Bring a file into the graph as drafts in a change set. Nothing is published."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="JSON of the exchange format, or a table")
        parser.add_argument(
            "--by", required=True, help="login of the curator whose drafts they are"
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = _brought_in(options["file"], options["by"])
        except MedReviewError as problem:
            raise CommandError(in_words(problem)) from problem
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(made), ensure_ascii=False))
        else:
            self._tell(made)
        if made.problem:
            raise CommandError(sentence_of(made.problem))

    def _tell(self, made: GraphImport) -> None:
        if made.problem:
            return
        for note in made.notes:
            self.stdout.write(sentence_of(note))
        for row in report_of(made):
            if row.outcome is Outcome.REFUSED:
                why = sentence_of({"sentence": row.why, "values": row.values})
                self.stdout.write(f"{where_words(row.where)} {row.key} {row.field}: {why}")
        self.stdout.write(summary_of(made))
        self.stdout.write(
            f"Drafts are in {made.change_set.label}." if made.change_set else "No change."
        )


def _brought_in(path: Path, login: str) -> GraphImport:
    by = User.objects.filter(username=login, is_active=True).first()
    if by is None:
        raise CommandError(f"There is no active person with the login {login}.")
    check_can(by, Permission.GRAPH_CURATE)
    try:
        with path.open("rb") as file:
            content = file.read(imports.limits().size + 1)
    except OSError as problem:
        raise CommandError(f"{path} can't be read.") from problem
    made = imports.keep(name=path.name, content=content, by=by, wake=False)
    imports.run(made.pk)
    return graph_import(made.pk)


def _as_json(made: GraphImport) -> dict[str, object]:
    return {
        "import": made.pk,
        "state": made.state,
        "counts": made.counts,
        "change_set": made.change_set.label if made.change_set else None,
        "problem": sentence_of(made.problem) or None,
        "notes": [sentence_of(note) for note in made.notes],
        "rows": [row.as_json() for row in report_of(made) if row.outcome is not Outcome.UNCHANGED],
    }
