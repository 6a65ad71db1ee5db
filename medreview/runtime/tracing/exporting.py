"""The way of spans to an OpenTelemetry collector; loaded by nobody until tracing is switched on.

Spans are queued and sent by a thread of their own. A collector that is down or slow loses spans
and holds nobody up; at the end of a process it is waited for a moment, and no longer.
"""

import atexit
import datetime as dt
import threading
from functools import lru_cache
from importlib import import_module
from typing import Any

from medreview.runtime.tracing.spans import Span

LAST_MOMENT_SECONDS = 2.0
SERVICE = "medreview"


def export(span: Span) -> None:
    """Hand the tree over to be sent."""
    _emit(span, tracer_to_collector(), parent=None)


@lru_cache(maxsize=1)
def tracer_to_collector() -> Any:
    """The tracer of this process; where it sends to is said by the ``OTEL_…`` variables."""
    export_module = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    processors = import_module("opentelemetry.sdk.trace.export")
    processor = processors.BatchSpanProcessor(export_module.OTLPSpanExporter())
    provider = provider_with(processor)
    atexit.register(_last_moment, processor)
    return provider.get_tracer(SERVICE)


def provider_with(processor: Any) -> Any:
    """A provider of our own: the global one of the process is left alone."""
    sdk = import_module("opentelemetry.sdk.trace")
    resources = import_module("opentelemetry.sdk.resources")
    # What OTEL_SERVICE_NAME says wins over our default.
    named = resources.OTELResourceDetector().detect()
    resource = resources.Resource({"service.name": SERVICE}).merge(named)
    provider = sdk.TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(processor)
    return provider


def _last_moment(processor: Any) -> None:
    flushing = threading.Thread(target=processor.force_flush, daemon=True)
    flushing.start()
    flushing.join(LAST_MOMENT_SECONDS)


def _emit(span: Span, tracer: Any, *, parent: Any) -> None:
    trace = import_module("opentelemetry.trace")
    context = trace.set_span_in_context(parent) if parent is not None else _no_context()
    kind = trace.SpanKind.CLIENT if span.is_call else trace.SpanKind.INTERNAL
    made = tracer.start_span(
        span.name,
        context=context,
        kind=kind,
        attributes=span.attributes,
        start_time=_nanoseconds(span.begin),
    )
    for name, at, said in span.marks:
        made.add_event(name, said, timestamp=_nanoseconds(at))
    if span.error:
        made.set_status(trace.Status(trace.StatusCode.ERROR, span.error))
    for child in span.children:
        _emit(child, tracer, parent=made)
    made.end(end_time=_nanoseconds(span.end))


def _no_context() -> Any:
    """A root of its own, whatever else this process traces."""
    return import_module("opentelemetry.context").Context()


def _nanoseconds(at: dt.datetime) -> int:
    return int(at.timestamp() * 1_000_000) * 1_000
