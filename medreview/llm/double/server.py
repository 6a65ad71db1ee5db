"""A double of a model on this machine: real HTTP in the format of OpenAI, from a script."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from medreview.llm.double.script import Answers, Mode, Script, Turn, player_of
from medreview.llm.double.wire import (
    STATUSES,
    answer_of,
    chunks_of,
    no_choices,
    usage_chunk,
    usage_of,
)

LOOPBACK = "127.0.0.1"
LONGEST_REQUEST = 8 * 1024 * 1024
LONGEST_HANG = 60.0
DRIP_SECONDS = 0.05


class Double(ThreadingHTTPServer):
    """The server; ``playing.requests`` is what it was asked."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: Script | Answers, *, port: int = 0) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.playing = player_of(script)
        self.closing = threading.Event()

    @property
    def base_url(self) -> str:
        """What LLM_BASE_URL is set to, to ask this double."""
        return f"http://{LOOPBACK}:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody who hangs up on a loop is right to do so."""


@contextmanager
def double_of_a_model(script: Script | Answers) -> Iterator[Double]:
    """A double that plays ``script`` until the block ends."""
    server = Double(script)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: Double

    def do_POST(self) -> None:
        """Answer as the script's next turn says."""
        length = min(int(self.headers.get("Content-Length") or 0), LONGEST_REQUEST)
        try:
            request = json.loads(self.rfile.read(length))
        except ValueError:
            self._error(400)
            return
        if not self.path.endswith("/chat/completions"):
            self._error(404)
            return
        turn = self.server.playing.next_turn(request)
        answer = _OTHERWISE.get(turn.mode, _Handler._say)
        answer(self, turn, request)

    def do_GET(self) -> None:
        """The one model there is."""
        self._json({"object": "list", "data": [{"id": "double", "object": "model"}]})

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its parent's name
        """Nothing of a request is written anywhere."""

    def _say(self, turn: Turn, request: dict[str, Any]) -> None:
        answer = answer_of(turn, request)
        model = str(request.get("model"))
        if not request.get("stream"):
            self._whole(turn, request)
            return
        self._begin("text/event-stream")
        for chunk in chunks_of(answer, model):
            self._event(json.dumps(chunk))
        if turn.mode == Mode.CUT_LINE:
            return
        if request.get("stream_options", {}).get("include_usage"):
            self._event(json.dumps(usage_chunk(answer, request)))
        self._event("[DONE]")

    def _whole(self, turn: Turn, request: dict[str, Any]) -> None:
        answer = answer_of(turn, request)
        calls = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": said}}
            for n, (name, said) in enumerate(answer.calls)
        ]
        said = {"role": "assistant", "content": answer.text, "refusal": answer.refusal or None}
        message = said | ({"tool_calls": calls} if calls else {})
        choice = {"index": 0, "message": message, "finish_reason": answer.finish}
        self._json(
            {
                "id": "chatcmpl-double",
                "object": "chat.completion",
                "created": 0,
                "model": request.get("model"),
                "choices": [choice],
                "usage": usage_of(answer, request),
            }
        )

    def _fail(self, turn: Turn, request: dict[str, Any]) -> None:
        self._error(STATUSES[turn.mode], retry_after=turn.retry_after)

    def _hang(self, turn: Turn, request: dict[str, Any]) -> None:
        self.server.closing.wait(LONGEST_HANG)

    def _drip(self, turn: Turn, request: dict[str, Any]) -> None:
        self._begin("text/event-stream")
        for chunk in chunks_of(answer_of(turn, request), str(request.get("model"))):
            for byte in f"data: {json.dumps(chunk)}\n\n".encode():
                self.wfile.write(bytes([byte]))
                if self.server.closing.wait(DRIP_SECONDS):
                    return

    def _say_nothing(self, turn: Turn, request: dict[str, Any]) -> None:
        self._begin("text/event-stream")
        self._event(json.dumps(no_choices(str(request.get("model")))))
        self._event("[DONE]")

    def _bad_bytes(self, turn: Turn, request: dict[str, Any]) -> None:
        self._begin("text/event-stream")
        for chunk in chunks_of(answer_of(turn, request), "double"):
            text = json.dumps(chunk).encode().replace(b'"content": "', b'"content": "\xc3\x28\xff')
            self.wfile.write(b"data: " + text + b"\n\n")

    def _break_within(self, turn: Turn, request: dict[str, Any]) -> None:
        self._begin("text/event-stream")
        for chunk in chunks_of(answer_of(turn, request), "double"):
            if not chunk["choices"][0]["finish_reason"]:
                self._event(json.dumps(chunk))
        self._event(json.dumps({"error": {"message": "overloaded", "code": 503}}))

    def _page(self, turn: Turn, request: dict[str, Any]) -> None:
        self._begin("text/html")
        self.wfile.write(b"<html><body>Please sign in to the network.</body></html>")

    def _redirect(self, turn: Turn, request: dict[str, Any]) -> None:
        self.send_response(307)
        self.send_header("Location", f"{self.server.base_url}/elsewhere/chat/completions")
        self.end_headers()

    def _begin(self, kind: str, status: int = 200, retry_after: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.end_headers()

    def _event(self, data: str) -> None:
        self.wfile.write(f"data: {data}\n\n".encode())

    def _json(self, value: Any) -> None:
        self._begin("application/json")
        self.wfile.write(json.dumps(value).encode())

    def _error(self, status: int, *, retry_after: str = "") -> None:
        self._begin("application/json", status, retry_after)
        self.wfile.write(json.dumps({"error": {"message": "as scripted", "code": status}}).encode())


_OTHERWISE: dict[Mode, Callable[[_Handler, Turn, dict[str, Any]], None]] = {
    **dict.fromkeys(STATUSES, _Handler._fail),
    Mode.HANG: _Handler._hang,
    Mode.SLOW_DRIP: _Handler._drip,
    Mode.NO_CHOICES: _Handler._say_nothing,
    Mode.BAD_UTF8: _Handler._bad_bytes,
    Mode.BROKEN_WITHIN: _Handler._break_within,
    Mode.HTML: _Handler._page,
    Mode.REDIRECT: _Handler._redirect,
}
"""Modes that are more than an answer of another text."""
