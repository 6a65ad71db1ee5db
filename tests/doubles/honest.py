"""An honest model for whole runs: it answers from what it is asked, and invents nothing."""

from typing import Any

from medreview.llm.double.script import Turn

SILENT = Turn(text="I have nothing to add.")


def answer(request: dict[str, Any]) -> Turn:
    """What the skill that asks is answered by; whoever asks for something else hears nothing."""
    return SILENT
