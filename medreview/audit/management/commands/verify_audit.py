"""Walk the trail and print what does not add up."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from medreview.audit import anchors, verification
from medreview.audit.chain import Anchor
from medreview.audit.verification import Verification


class Command(BaseCommand):
    help = "Verify the audit trail: every chain, and the heads anchored in a file. Exit 1 if not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--anchor",
            type=Path,
            metavar="FILE",
            help="heads written down earlier; checked, and today's added when all is in order. "
            "Keep it where the database's owner can't write.",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._verify(options["anchor"])
        verification.note(found)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_json(), ensure_ascii=False))
        else:
            self._print(found)
        if found.problems:
            sys.exit(1)

    def _verify(self, path: Path | None) -> Verification:
        if path is None:
            return verification.verify()
        try:
            known = anchors.read(path)
        except anchors.UnreadableAnchor as problem:
            without = verification.verify()
            return Verification(without.events, (*without.problems, str(problem)))
        # The heads are taken first: events of the meantime are walked but not yet anchored.
        heads = verification.heads()
        found = verification.verify(known)
        if not found.problems:
            self._keep(path, [head for head in heads if head not in known])
        return found

    def _keep(self, path: Path, heads: list[Anchor]) -> None:
        if not path.exists():
            self.stderr.write(f"{path} begins: there was nothing to compare with yet.")
        anchors.append(path, heads)

    def _print(self, found: Verification) -> None:
        for problem in found.problems:
            self.stdout.write(problem)
        state = "does not add up" if found.problems else "adds up"
        self.stdout.write(f"Events: {found.events}. The trail {state}.")
