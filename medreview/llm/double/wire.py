"""Turns of a script as OpenAI's wire format has them, faults included. Pure."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from medreview.llm.double.script import Mode, Turn

LETTERS_A_PIECE = 12
LETTERS_A_TOKEN = 4
LONGEST = 2 * 1024 * 1024
OBEYS = re.compile(r"(?:call|use|run)\s+(?:the\s+tool\s+)?(\w+)\s+with\s+(\{.*?\})", re.DOTALL)
"""What an obedient model takes for an order, wherever it stands."""

SENTENCE = "The value is below the range. "
NO_TOOL = "delete_patient"

STATUSES = {Mode.RATE_LIMITED: 429, Mode.BROKEN: 500, Mode.OVERLOADED: 529}


@dataclass
class Answer:
    """What is written, and how it ends."""

    text: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """Names of tools with the text of their arguments."""
    finish: str | None = "stop"
    refusal: str = ""


def answer_of(turn: Turn, request: dict[str, Any]) -> Answer:
    """The turn's answer after its mode has spoiled it."""
    calls = [(call.name, json.dumps(call.arguments)) for call in turn.calls]
    answer = Answer(turn.answer(), calls, "tool_calls" if calls else "stop")
    if turn.mode in INSTEAD:
        answer = Answer(INSTEAD[turn.mode])
    elif turn.mode in SPOILED:
        answer.text = _spoiled(turn.mode, answer.text)
        answer.calls = [(name, _spoiled(turn.mode, said)) for name, said in answer.calls]
    elif turn.mode in CALLS:
        answer.calls, answer.finish = CALLS[turn.mode](answer.calls), "tool_calls"
    elif turn.mode == Mode.INJECTION_OBEDIENT:
        obeyed = _orders_in(request)
        answer = Answer("", obeyed, "tool_calls") if obeyed else answer
    elif turn.mode == Mode.REFUSAL:
        answer = Answer(refusal="I can't help with that.")
    if turn.mode == Mode.TRUNC_LENGTH:
        answer.finish = "length"
    if turn.mode == Mode.CUT_LINE:
        answer.finish = None
    return answer


def chunks_of(answer: Answer, model: str) -> Iterator[dict[str, Any]]:
    """The frames of a stream that says this answer."""
    yield _chunk(model, {"role": "assistant", "content": ""})
    if answer.refusal:
        yield _chunk(model, {"refusal": answer.refusal})
    for at in range(0, len(answer.text), LETTERS_A_PIECE):
        yield _chunk(model, {"content": answer.text[at : at + LETTERS_A_PIECE]})
    for index, (name, arguments) in enumerate(answer.calls):
        head = {"name": name, "arguments": ""}
        call = {"index": index, "id": f"call_{index}", "type": "function", "function": head}
        yield _chunk(model, {"tool_calls": [call]})
        for at in range(0, len(arguments), LETTERS_A_PIECE):
            piece = {"arguments": arguments[at : at + LETTERS_A_PIECE]}
            yield _chunk(model, {"tool_calls": [{"index": index, "function": piece}]})
    if answer.finish:
        yield _chunk(model, {}, finish=answer.finish)


def usage_of(answer: Answer, request: dict[str, Any]) -> dict[str, int]:
    """Tokens, counted as the double counts them."""
    written = len(answer.text) + sum(len(arguments) for _, arguments in answer.calls)
    asked = -(-len(json.dumps(request.get("messages", []))) // LETTERS_A_TOKEN)
    output = -(-written // LETTERS_A_TOKEN)
    return {
        "prompt_tokens": asked,
        "completion_tokens": output,
        "total_tokens": asked + output,
    }


def usage_chunk(answer: Answer, request: dict[str, Any]) -> dict[str, Any]:
    """The last frame of a stream that counts."""
    chunk = _chunk(str(request.get("model")), {})
    return chunk | {"choices": [], "usage": usage_of(answer, request)}


def no_choices(model: str) -> dict[str, Any]:
    """A frame with nothing in it."""
    return _chunk(model, {}) | {"choices": []}


def _chunk(model: str, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-double",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _half(text: str) -> str:
    return text[: max(1, len(text) // 2)]


def _spoiled(mode: Mode, text: str) -> str:
    """The text after its mode; where there is none, there is nothing to spoil."""
    return SPOILED[mode](text) if text else ""


def _with_extra_key(text: str) -> str:
    return json.dumps(json.loads(text) | {"unasked": True})


def _with_nan(text: str) -> str:
    """The first number is none; where there is no number, there is one more."""
    spoiled, count = re.subn(r"(?<=: )-?\d+(?:\.\d+)?", "NaN", text, count=1)
    return spoiled if count else json.dumps(json.loads(text) | {"unasked": float("nan")})


def _in_first_list(text: str, *, double: bool) -> str:
    """One item too few, or the first one twice instead of the last."""
    value = json.loads(text)
    for key, inner in value.items():
        if isinstance(inner, list) and inner:
            value[key] = [*inner[:-1], inner[0]] if double else inner[:-1]
            break
    return json.dumps(value)


INSTEAD = {
    Mode.EMPTY: "",
    Mode.PROSE: "Certainly! Here is what I found about the patient's results.",
    Mode.NUMBER_LOOP: "The value is 0." + "3" * LONGEST,
    Mode.SENTENCE_LOOP: SENTENCE * (LONGEST // len(SENTENCE)),
    Mode.HUGE: " ".join(f"word{n}" for n in range(LONGEST // 10)),
}
"""What is said in place of the answer, its calls included."""

SPOILED = {
    Mode.TRUNC_LENGTH: _half,
    Mode.TRUNC_STOP: _half,
    Mode.CUT_LINE: _half,
    Mode.BROKEN_WITHIN: _half,
    Mode.FENCED: lambda text: f"```json\n{text}\n```",
    Mode.EXTRA_KEYS: _with_extra_key,
    Mode.NAN: _with_nan,
    Mode.WRONG_COUNT: lambda text: _in_first_list(text, double=False),
    Mode.DUP_IDS: lambda text: _in_first_list(text, double=True),
}
"""What becomes of the answer, and of the arguments of its calls."""

CALLS = {
    Mode.TOOL_TRUNC: lambda calls: [(name, _half(said)) for name, said in calls],
    Mode.UNKNOWN_TOOL: lambda _: [(NO_TOOL, '{"patient": "all"}')],
    Mode.MALFORMED_CALL: lambda calls: [(name, "name: ferritin") for name, _ in calls],
}


def _orders_in(request: dict[str, Any]) -> list[tuple[str, str]]:
    words = "\n".join(str(one.get("content") or "") for one in request.get("messages", []))
    return OBEYS.findall(words)[:4]
