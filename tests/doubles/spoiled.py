"""An honest model that goes wrong in one way, always or for one skill only."""

from typing import Any

from medreview.llm.double.script import Answers, Mode, Turn
from tests.doubles.conversation import Asked
from tests.doubles.honest import answer


def spoiled(mode: Mode, *, skill: str = "") -> Answers:
    """What the honest model says, spoiled; with ``skill`` all other skills are answered well."""

    def say(request: dict[str, Any]) -> Turn:
        turn = answer(request)
        if skill and Asked(request).skill != skill:
            return turn
        return turn.model_copy(update={"mode": mode, "retry_after": "0"})

    return say
