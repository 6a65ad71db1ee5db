"""The one door to language models, and the only file that knows a provider's SDK.

The SDK carries the request and keeps nothing to itself: its retries are off, its reading of
answers is not used, redirections are not followed. Bytes are read in a thread of their own, so
that a deadline holds whatever a server does.
"""

import logging
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from django.conf import settings

from medreview.common.clock import now
from medreview.llm.asking import Sent, Telephone
from medreview.llm.contracts import ChatReply, ChatRequest, Deadline
from medreview.llm.draft import LETTERS_A_TOKEN, Draft
from medreview.llm.errors import (
    DeadlinePassed,
    Endless,
    Garbled,
    GatewayDown,
    KeyRefused,
    Looping,
    ModelFailed,
    NoAnswer,
    RateLimited,
    RequestRefused,
    Truncated,
)
from medreview.llm.frames import Frames
from medreview.llm.judging import calls_of, check_ending, parsed_of
from medreview.llm.looping import LoopWatch
from medreview.llm.providers import Endpoint
from medreview.llm.retry import OVERLOADED, asks_for_patience, retry_after_seconds
from medreview.llm.strict_json import as_text

if TYPE_CHECKING:
    import openai

log = logging.getLogger(__name__)

CONNECT_SECONDS = 5.0
BYTES_A_TOKEN = 1_024
"""A frame around a single token may be long; beyond this the answer is no answer."""
BYTES_BESIDE = 64 * 1024


class Gateway(Protocol):
    """Something a model can be asked through."""

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's checked answer, or one of ``medreview.llm.errors``, by the deadline."""
        ...


def configured_gateway() -> Gateway | None:
    """The gateway of the settings, or None where no model is configured.

    It is one for the whole process, so that its breakers remember what failed.
    """
    endpoints: tuple[Endpoint, ...] = tuple(settings.LLM_ENDPOINTS)
    return gateway_to(endpoints) if endpoints else None


@lru_cache(maxsize=8)
def gateway_to(endpoints: tuple[Endpoint, ...]) -> Telephone:
    """A gateway that asks these places, the first one first."""
    return Telephone(tuple(OpenAILine(endpoint) for endpoint in endpoints))


@dataclass(frozen=True)
class OpenAILine:
    """The way to one endpoint that speaks as OpenAI does."""

    endpoint: Endpoint

    @property
    def provider(self) -> str:
        """The name of its preset."""
        return self.endpoint.provider

    def model_for(self, request: ChatRequest) -> str:
        """The model that would be asked."""
        return self.endpoint.model_for(request)

    def send(self, request: ChatRequest, sent: Sent, deadline: Deadline) -> ChatReply:
        """One request and its checked answer, or the failure with what it cost."""
        _sdk()  # loaded before silence is measured
        body = self.endpoint.body(request, nonce=sent.nonce, most_tokens=sent.most_tokens)
        draft = Draft()
        asked = len(as_text(body["messages"]))
        try:
            is_done = self._read(draft, body, sent, deadline)
            check_ending(draft, is_done=is_done)
            return ChatReply(
                text=draft.text,
                tool_calls=calls_of(draft, request),
                parsed=parsed_of(draft, request),
                usage=draft.usage(asked_letters=asked),
                model=draft.model or body["model"],
                provider=self.provider,
                finish=draft.finish,
            )
        except ModelFailed as problem:
            if draft.has_choice or draft.counted is not None:
                problem.usage = draft.usage(asked_letters=asked)
            raise

    def _read(self, draft: Draft, body: dict[str, Any], sent: Sent, deadline: Deadline) -> bool:
        """Fill the draft from the wire; whether the provider said that it was done."""
        silence = min(self.endpoint.silence_seconds, sent.most_silence)
        pump = _Pump(self.endpoint, body, silence=silence, sent=sent)
        watch = LoopWatch()
        frames = Frames(is_stream=True)
        try:
            for piece, is_last in pump.pieces(deadline):
                frames.is_stream = pump.is_stream
                for frame in frames.feed(piece, last=is_last):
                    if watch.grow(draft.add(frame)):
                        raise Looping()
                    if draft.letters >= sent.cut_at_tokens * LETTERS_A_TOKEN:
                        raise Endless()
                if frames.is_done:
                    break
        finally:
            pump.stop()
        return frames.is_done


class _Pump:
    """Reads one answer in a thread of its own and hands its bytes over."""

    def __init__(
        self, endpoint: Endpoint, body: dict[str, Any], *, silence: float, sent: Sent
    ) -> None:
        self._endpoint, self._body, self._silence = endpoint, body, silence
        self._most_bytes = BYTES_BESIDE + sent.cut_at_tokens * BYTES_A_TOKEN
        self._queue: queue.Queue[bytes | ModelFailed | None] = queue.Queue()
        self._stopped = threading.Event()
        self.is_stream = True

    def pieces(self, deadline: Deadline) -> Iterator[tuple[bytes, bool]]:
        """Pieces of the answer as they come; the last one is marked and may be empty."""
        threading.Thread(target=self._run, name="model-answer", daemon=True).start()
        while True:
            left = deadline.left()
            try:
                piece = self._queue.get(timeout=min(left, self._silence))
            except queue.Empty:
                raise (NoAnswer() if deadline.left() > 0 else DeadlinePassed()) from None
            if isinstance(piece, ModelFailed):
                raise piece
            if deadline.left() <= 0:
                raise DeadlinePassed()
            yield piece or b"", piece is None
            if piece is None:
                return

    def stop(self) -> None:
        """Nobody wants the rest."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._carry()
            self._queue.put(None)
        except ModelFailed as problem:
            self._queue.put(problem)
        except Exception as problem:
            # Whatever the SDK raises here comes of what a server sent, and may quote it.
            log.warning("A model's answer could not be read: %s", type(problem).__name__)
            self._queue.put(Garbled())

    def _carry(self) -> None:
        sdk = _sdk()
        total = 0
        try:
            with _client(self._endpoint, self._silence) as client:
                completions = client.chat.completions.with_streaming_response
                with completions.create(**_split(self._body)) as answer:
                    kind = answer.headers.get("content-type", "")
                    if "html" in kind:
                        raise RequestRefused()
                    self.is_stream = "json" not in kind
                    for piece in answer.iter_bytes():
                        total += len(piece)
                        if total > self._most_bytes:
                            raise Endless()
                        if self._stopped.is_set():
                            return
                        self._queue.put(piece)
        except sdk.APITimeoutError:
            raise NoAnswer() from None
        except (sdk.APIConnectionError, *_transport_errors()) as problem:
            raise _cut_or_down(problem, total) from None


def _sdk() -> Any:
    """The SDK takes most of a second to load: only who asks a model waits for it."""
    return import_module("openai")


def _transport_errors() -> tuple[type[Exception], ...]:
    return (import_module("httpx2").TransportError,)


def _client(endpoint: Endpoint, silence: float) -> "openai.OpenAI":
    sdk = _sdk()
    timeout = sdk.Timeout(silence, connect=min(CONNECT_SECONDS, silence))
    client: openai.OpenAI = sdk.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",
        max_retries=0,
        timeout=timeout,
        # A redirection would carry the prompt to somebody nobody chose.
        http_client=sdk.DefaultHttpxClient(
            follow_redirects=False, timeout=timeout, event_hooks={"response": [_refuse]}
        ),
        default_headers={"Accept-Encoding": "identity"},
    )
    return client


def _split(body: dict[str, Any]) -> dict[str, Any]:
    """What the SDK requires by name, and the rest as it stands."""
    named = {name: body[name] for name in ("model", "messages", "stream")}
    return named | {"extra_body": {key: body[key] for key in body.keys() - named.keys()}}


def _refuse(response: Any) -> None:
    """End a refused request at its head: of its body, however long, nothing is read."""
    if not response.is_success:
        raise _failure_of(response.status_code, response.headers.get("retry-after"))


def _failure_of(status: int, header: str | None) -> ModelFailed:
    retry_after = retry_after_seconds(header, now=now())
    if status == OVERLOADED:
        return RateLimited(retry_after=retry_after)
    if asks_for_patience(status):
        return GatewayDown(retry_after=retry_after)
    return KeyRefused() if status in {401, 402, 403} else RequestRefused()


def _cut_or_down(problem: Exception, total: int) -> ModelFailed:
    """Before the first byte a broken line is a provider that is down; after it, a cut."""
    if isinstance(problem, import_module("httpx2").TimeoutException):
        return NoAnswer()
    return Truncated() if total else GatewayDown()
