"""A program on this machine that is called by webhooks, and may behave badly."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Receiver:
    """What it was sent, and how it answers: a status, ``hang``, ``drip`` or a redirection."""

    url: str = ""
    answers: list[str] = field(default_factory=lambda: ["200"])
    """The last one is repeated."""
    seen: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    ends: threading.Event = field(default_factory=threading.Event)

    def next_answer(self) -> str:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def receiver(*answers: str) -> Iterator[Receiver]:
    """It runs on loopback as long as the block does."""
    kept = Receiver(answers=list(answers) or ["200"])

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            kept.seen.append(({name.lower(): text for name, text in self.headers.items()}, body))
            answer = kept.next_answer()
            if answer == "hang":
                kept.ends.wait(30)
                return
            if answer == "drip":
                for sign in b"HTTP/1.1 200 OK\r\nx: " + b"x" * 1000:
                    if kept.ends.wait(0.05):
                        return
                    self.wfile.write(bytes([sign]))
            self.send_response(int(answer))
            if answer.startswith("3"):
                self.send_header("location", kept.url + "elsewhere/")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Nothing on the console of the tests."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_port}/"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        kept.ends.set()
        server.shutdown()
        server.server_close()
