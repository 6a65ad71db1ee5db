"""Traces of whole runs: off unless asked for, without a patient's words, and in nobody's way."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from analysis.pipeline.analysis_states import AnalysisState
from medreview.runtime.tracing import ending, exporting
from tests.doubles import honest
from tests.factories.accounts import make_hospital
from tests.factories.model_runs import imported, model_case, place_of, run_of

pytestmark = pytest.mark.django_db
NAMED = {
    "family": "Canarywood",
    "given": "Zebedee",
    "name_text": "Dr Zebedee Canarywood",
    "mrn": "MRN-77123",
    "birth_date": "1958-03-14",
}


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """Where spans end up that would have gone to a collector."""
    kept = InMemorySpanExporter()
    provider = exporting.provider_with(SimpleSpanProcessor(kept))
    monkeypatch.setattr(exporting, "tracer_to_collector", lambda: provider.get_tracer("test"))
    return kept


def traced_run(settings, llm_double: Callable, run_commits: Callable) -> Any:
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=honest.answer)),)
    patient = imported(model_case(), make_hospital())
    for name, said in NAMED.items():
        setattr(patient, name, said)
    patient.save()
    with run_commits(execute=True):
        return run_of(patient), patient


def test_nothing_of_it_is_loaded_while_it_is_off(
    settings, spans, llm_double, django_capture_on_commit_callbacks
):
    assert settings.TRACES is False
    traced_run(settings, llm_double, django_capture_on_commit_callbacks)

    assert spans.get_finished_spans() == ()
    asked = "import sys; import medreview.runtime.tracing.exporting; print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert "opentelemetry" not in loaded.stdout


def test_a_whole_run_is_traced_without_a_word_of_its_patient(
    settings, spans, llm_double, django_capture_on_commit_callbacks
):
    settings.TRACES = True

    analysis, patient = traced_run(settings, llm_double, django_capture_on_commit_callbacks)

    told = spans.get_finished_spans()
    assert len({one.context.trace_id for one in told}) == 1
    (root,) = [one for one in told if one.parent is None]
    assert root.attributes["medreview.run.id"] == analysis.run_id
    operations = [one.attributes.get("gen_ai.operation.name") for one in told]
    assert {"chat", "invoke_agent"} <= set(operations)
    assert "stage diagnostician" in {one.name for one in told}
    said = json.dumps([json.loads(one.to_json()) for one in told])
    for secret in canaries(patient):
        assert secret not in said


def test_spans_reach_a_collector_by_the_standard_variables(
    settings, monkeypatch, llm_double, collector, django_capture_on_commit_callbacks
):
    settings.TRACES = True
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base_url)
    monkeypatch.setenv("OTEL_SERVICE_NAME", "review-north")
    processor = fresh_processor(monkeypatch)

    _, patient = traced_run(settings, llm_double, django_capture_on_commit_callbacks)
    processor().force_flush()

    ((path, body),) = collector.taken
    assert path == "/v1/traces"
    (sent,) = ExportTraceServiceRequest.FromString(body).resource_spans
    resource = {one.key: one.value.string_value for one in sent.resource.attributes}
    assert resource["service.name"] == "review-north"
    names = {span.name for scope in sent.scope_spans for span in scope.spans}
    assert {"run", "stage writer"} <= names
    for secret in canaries(patient):
        assert secret.encode() not in body


def test_a_collector_that_is_down_neither_fails_nor_holds_up_a_run(
    settings, monkeypatch, llm_double, django_capture_on_commit_callbacks
):
    settings.TRACES = True
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    fresh_processor(monkeypatch)

    analysis, _ = traced_run(settings, llm_double, django_capture_on_commit_callbacks)

    assert analysis.state == AnalysisState.IN_REVIEW


def test_what_goes_wrong_in_tracing_stops_nothing(
    settings, monkeypatch, llm_double, django_capture_on_commit_callbacks
):
    settings.TRACES = True

    def broken(_span: Any) -> None:
        raise RuntimeError("Zebedee Canary")

    monkeypatch.setattr(ending.exporting, "export", broken)

    analysis, _ = traced_run(settings, llm_double, django_capture_on_commit_callbacks)

    assert analysis.state == AnalysisState.IN_REVIEW


def canaries(patient: Any) -> list[str]:
    """What is known of the patient and their record, and must not be in a trace."""
    return [patient.pk, *NAMED.values(), "Kallium", "Zonulin"]


def fresh_processor(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """A tracer made anew, as in a process of its own; the processor, to wait for it."""
    made: list[Any] = []
    original = exporting.provider_with

    def keeping(processor: Any) -> Any:
        made.append(processor)
        return original(processor)

    monkeypatch.setattr(exporting, "provider_with", keeping)
    tracer = exporting.tracer_to_collector.__wrapped__
    kept: list[Any] = []

    def once() -> Any:
        if not kept:
            kept.append(tracer())
        return kept[0]

    monkeypatch.setattr(exporting, "tracer_to_collector", once)
    monkeypatch.setattr(exporting.atexit, "register", lambda *_: None)
    return lambda: made[0]


class Collector(ThreadingHTTPServer):
    """Takes OTLP over HTTP and keeps what it was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.taken: list[tuple[str, bytes]] = []
        self.base_url = f"http://127.0.0.1:{self.server_address[1]}"


class _Taking(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
