"""The installation in figures for a monitoring system. Nothing of a patient or a hospital."""

from collections.abc import Iterable, Iterator
from platform import python_version

import django
from django.db import Error
from django.db.models import Count
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from medreview.common import queue
from medreview.common.clock import now
from medreview.fhir.models import Import
from medreview.front.versions import PRODUCT
from medreview.runtime.models import Run
from medreview.runtime.run_states import RunState
from medreview.server.health import State, overall
from medreview.server.queries import health

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Installation(Collector):
    """Asked anew at every scrape: several processes answer, and none keeps a count."""

    def collect(self) -> Iterator[Metric]:
        checks = health()
        state = GaugeMetricFamily(
            "medreview_check", "1 for the state a part is in, else 0.", labels=["check", "state"]
        )
        for name, found in [*((one.name, one.state) for one in checks), ("all", overall(checks))]:
            for word in State:
                state.add_metric([name, word.value], float(found is word))
        yield state
        yield _figure("medreview_up", "1 while no part is down.", overall(checks) is not State.DOWN)
        yield _versions()
        if any(one.name == "database" and one.is_up for one in checks):
            yield from self._counted()

    def _counted(self) -> Iterable[Metric]:
        try:
            since = queue.waiting_since()
            waited = (now() - since).total_seconds() if since else 0
            yield _figure("medreview_queue_tasks", "Tasks in the queue.", queue.depth())
            yield _figure(
                "medreview_queue_oldest_seconds", "How long the oldest task has waited.", waited
            )
            runs = GaugeMetricFamily("medreview_runs", "Runs by their state.", labels=["state"])
            counts = dict(Run.objects.values_list("state").annotate(count=Count("id")))
            for name in RunState:
                runs.add_metric([name.value], counts.get(name.value, 0))
            yield runs
            yield _figure("medreview_imports", "Imports so far.", Import.objects.count())
        except Error:
            return  # went away between two questions: what was told stands


def exposition() -> bytes:
    """The figures as a monitoring system reads them."""
    registry = CollectorRegistry()
    registry.register(Installation())
    return generate_latest(registry)


def _figure(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(name, says, value=float(value))


def _versions() -> Metric:
    built = GaugeMetricFamily(
        "medreview_build", "What runs here; always 1.", labels=["version", "python", "django"]
    )
    built.add_metric([PRODUCT, python_version(), django.get_version()], 1.0)
    return built
