"""The two demo hospitals as a test needs them."""

import pytest

from medreview.demo import scenario

LONG = "kowalczyk"
"""The story of five thousand results: it takes its time and shows no other page."""


def open_hospitals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load both hospitals with everybody in them and all that waits."""
    short = tuple(story for story in scenario.STORIES if story.key != LONG)
    monkeypatch.setattr(scenario, "STORIES", short)
    scenario.load(lambda line: None)
