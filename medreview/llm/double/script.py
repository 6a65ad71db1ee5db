"""What the double of a model says, turn by turn, and in which way each turn goes wrong."""

import json
import threading
from collections.abc import Callable
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any, Protocol

from pydantic import Field, JsonValue

from medreview.common.contract import Contract


class Mode(StrEnum):
    """How a turn goes; every mode but ``ok`` and ``fenced`` is something that really happens."""

    OK = "ok"
    HANG = "hang"
    SLOW_DRIP = "slow-drip"
    RATE_LIMITED = "429"
    BROKEN = "500"
    OVERLOADED = "529"
    TRUNC_LENGTH = "trunc-length"
    TRUNC_STOP = "trunc-stop"
    TOOL_TRUNC = "tool-trunc"
    EMPTY = "empty"
    NO_CHOICES = "no-choices"
    REFUSAL = "refusal"
    PROSE = "prose"
    FENCED = "fenced"
    EXTRA_KEYS = "extra-keys"
    NAN = "nan"
    WRONG_COUNT = "wrong-count"
    DUP_IDS = "dup-ids"
    UNKNOWN_TOOL = "unknown-tool"
    MALFORMED_CALL = "malformed-call"
    NUMBER_LOOP = "number-loop"
    SENTENCE_LOOP = "sentence-loop"
    HUGE = "huge-2MB"
    BAD_UTF8 = "bad-utf8"
    INJECTION_OBEDIENT = "injection-obedient"
    CUT_LINE = "cut-line"
    """The connection ends within the answer, without a word."""
    HTML = "html"
    """A page of some proxy instead of an answer."""
    REDIRECT = "redirect"
    BROKEN_WITHIN = "broken-within"
    """The stream begins well and then says that the provider is broken."""


class ScriptedCall(Contract):
    """A call of a tool, as the model would make it."""

    name: str
    arguments: dict[str, JsonValue] = {}


class Turn(Contract):
    """One answer, to the next request that it is meant for."""

    mode: Mode = Mode.OK
    when: str = ""
    """Words the request must hold; empty: any request."""
    times: int = Field(default=1, ge=0)
    """How many requests are answered so; 0: every one from here on."""
    text: str = ""
    says: JsonValue = None
    """The answer as JSON, instead of ``text``."""
    calls: tuple[ScriptedCall, ...] = ()
    retry_after: str = ""

    def answer(self) -> str:
        """The text of a turn that goes well."""
        return self.text if self.says is None else json.dumps(self.says, ensure_ascii=False)


class Script(Contract):
    """Turns in the order they are used."""

    turns: tuple[Turn, ...]

    @classmethod
    def from_file(cls, path: Path) -> "Script":
        """The script of a JSON file: ``{"turns": [{"mode": "ok", "text": "…"}, …]}``."""
        return cls.model_validate_json(path.read_bytes())


OUT_OF_TURNS = Turn(mode=Mode.EMPTY)
"""What a double says when its script is over."""

Answers = Callable[[dict[str, Any]], Turn]
"""A script that reads the request before it says its turn."""


class Player(Protocol):
    """What a double says, to requests that may come at once."""

    requests: list[dict[str, Any]]
    """Every request as it came in."""

    def next_turn(self, request: dict[str, Any]) -> Turn:
        """The turn that answers this request."""
        ...


def player_of(script: Script | Answers) -> Player:
    """Whoever plays the script: turn by turn, or as each request asks for."""
    return Playing(script) if isinstance(script, Script) else Acting(script)


class Playing:
    """A script while it is played, for requests that may come at once."""

    def __init__(self, script: Script) -> None:
        self._turns = script.turns
        self._left: list[float] = [turn.times or inf for turn in script.turns]
        self._lock = threading.Lock()
        self.requests: list[dict[str, Any]] = []
        """Every request as it came in."""

    def next_turn(self, request: dict[str, Any]) -> Turn:
        """The turn that answers this request."""
        words = json.dumps(request, ensure_ascii=False)
        with self._lock:
            self.requests.append(request)
            for place, turn in enumerate(self._turns):
                if self._left[place] and turn.when in words:
                    self._left[place] -= 1
                    return turn
        return OUT_OF_TURNS


class Acting:
    """A script that answers from what it is asked, so that a whole run can be played."""

    def __init__(self, answer: Answers) -> None:
        self._answer = answer
        self.requests: list[dict[str, Any]] = []

    def next_turn(self, request: dict[str, Any]) -> Turn:
        """What the script makes of this request."""
        self.requests.append(request)
        return self._answer(request)
