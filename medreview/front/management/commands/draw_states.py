"""Writes docs/states.md: a diagram of every table of moves."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from analysis.escalation.message_states import MESSAGE
from analysis.impact.impact_states import IMPACT
from analysis.pipeline.analysis_states import ANALYSIS
from analysis.worklist.holding_states import HOLDING
from graphcurate.gaps.states import GAP
from graphcurate.import_states import GRAPH_IMPORT
from graphcurate.library.document_states import DOCUMENT
from graphcurate.lifecycle import CHANGE_SET
from graphcurate.releasing.states import APPRAISAL, PLAN
from graphcurate.reviewing.flag_states import FLAG
from medreview.common.states import Transitions
from medreview.runtime.handoff_states import HANDOFF
from medreview.runtime.run_states import RUN
from memory.lifecycle import CANDIDATE
from memory.source_states import SOURCE

PLACE = Path(__file__).resolve().parents[3] / "docs" / "states.md"

TABLES: tuple[Transitions[Any], ...] = (
    ANALYSIS,
    HOLDING,
    RUN,
    HANDOFF,
    MESSAGE,
    CHANGE_SET,
    PLAN,
    APPRAISAL,
    IMPACT,
    DOCUMENT,
    FLAG,
    GAP,
    GRAPH_IMPORT,
    SOURCE,
    CANDIDATE,
)

HEAD = """# States

Made by `manage.py draw_states` from the tables of moves in the code; never edited by hand.
"""


def drawn() -> str:
    """The page as it should be."""
    parts = [
        f"\n## {table.name.capitalize()}\n\n```mermaid\n{table.to_mermaid()}\n```\n"
        for table in TABLES
    ]
    return HEAD + "".join(parts)


class Command(BaseCommand):
    help = "Write docs/states.md, or with --check exit 1 if it is not as the code says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            PLACE.parent.mkdir(parents=True, exist_ok=True)
            PLACE.write_text(drawn())
        elif not PLACE.exists() or PLACE.read_text() != drawn():
            self.stderr.write("docs/states.md is stale: run manage.py draw_states.")
            raise SystemExit(1)
