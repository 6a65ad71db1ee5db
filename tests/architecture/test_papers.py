"""The documents stay short, whole and true to the code they speak of."""

import re
from pathlib import Path

import pytest

from medreview.front.management.commands.draw_states import TABLES
from tests.architecture.house import ROOT, place, source_files

DOCS = ROOT / "medreview" / "docs"
DECISIONS = sorted((DOCS / "adr").glob("0*.md"))
PAPERS = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LONGEST = 400
CHAPTERS = ["## Context", "## Decision", "## Consequences", "## Alternatives"]
LINK = re.compile(r"\]\((?!https?://|#)([^)\s]+?)(?:#[^)]*)?\)")
WORD = re.compile(r"^\| \*\*(.+?)\*\* \|", re.M)


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_four_chapters_in_four_hundred_words(decision: Path):
    text = decision.read_text()

    assert [line for line in text.splitlines() if line.startswith("## ")] == CHAPTERS
    assert len(text.split()) <= LONGEST


def test_every_link_leads_to_something():
    dead = [
        f"{place(paper)}: {link}"
        for paper in PAPERS
        for link in LINK.findall(paper.read_text())
        if not (paper.parent / link).exists()
    ]

    assert dead == []


def test_every_table_of_moves_is_drawn():
    tables = sum(
        len(re.findall(r"^[A-Z_]+ = Transitions\(", path.read_text(), re.M))
        for path in source_files(".py")
    )

    assert len(TABLES) == tables


def test_the_glossary_holds_each_word_once_and_in_order():
    words = WORD.findall((DOCS / "glossary.md").read_text())

    assert words == sorted(set(words), key=str.casefold)


def test_the_journey_names_files_that_exist():
    text = (DOCS / "request-journey.md").read_text()
    named = re.findall(r"`((?:analysis|medreview|common|templates)/[\w/.]+\.(?:py|html))`", text)

    roots = (ROOT, ROOT / "medreview")
    gone = [name for name in named if not any((root / name).exists() for root in roots)]

    assert named
    assert gone == []
