"""How long the main job takes, beside a work of known size on the same machine."""

import datetime as dt
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db import transaction

from analysis.evaluation.cost_benchmark import page_of_many_calls
from analysis.evaluation.impact_benchmark import impact_on_many_analyses
from analysis.evaluation.lookup_benchmark import lookups_in_a_large_graph
from analysis.evaluation.page_benchmark import page_of_a_large_picture
from analysis.evaluation.publish_benchmark import publishing_a_large_graph
from analysis.evaluation.quote_benchmark import quotes_in_a_long_document
from analysis.evaluation.run_page_benchmark import page_of_a_long_run
from analysis.evaluation.sandbox_benchmark import snippets_over_a_large_record
from analysis.pipeline import jobs, services
from analysis.pipeline.models import Analysis
from medreview.accounts.models import Hospital
from medreview.fhir.importing import import_file

Made = TypeVar("Made")

RESULTS = 500
AS_OF = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
FIRST_DAY = dt.date(2026, 11, 29)

TESTS = (
    ("2823-3", "Potassium", "mmol/L", 3.5, 5.1, 5.6),
    ("2160-0", "Creatinine", "mg/dL", 0.6, 1.2, 2.4),
    ("718-7", "Hemoglobin", "g/dL", 12.0, 16.0, 9.8),
    ("2345-7", "Glucose", "mg/dL", 70.0, 99.0, 91.0),
    ("2276-4", "Ferritin", "ng/mL", 15.0, 150.0, 8.0),
)
"""LOINC code, name, unit, both limits and a value: four abnormal tests and a normal one."""


class Measured(Protocol):
    """What a benchmark measured."""

    def as_json(self) -> dict[str, object]: ...


@dataclass(frozen=True)
class Figures:
    """What one benchmark measured, in seconds and in ratios to the work of known size."""

    results: int
    abnormal: int
    parse_seconds: float
    """Parsing the same file as JSON: the work of known size."""
    import_seconds: float
    analysis_seconds: float
    """From the request to the review, every stage saved, sealed and chained."""
    stage_seconds: dict[str, float]

    def as_json(self) -> dict[str, object]:
        """The figures with their ratios, for people and for comparison between machines."""
        return {
            "results": self.results,
            "abnormal": self.abnormal,
            "parse_seconds": round(self.parse_seconds, 4),
            "import_seconds": round(self.import_seconds, 3),
            "analysis_seconds": round(self.analysis_seconds, 3),
            "stage_seconds": self.stage_seconds,
            "import_to_parse": round(self.import_seconds / self.parse_seconds, 1),
            "analysis_to_parse": round(self.analysis_seconds / self.parse_seconds, 1),
            "milliseconds_per_result": round(1000 * self.analysis_seconds / self.results, 2),
        }


def analysis_of_many_results(results: int = RESULTS) -> Figures:
    """Import and analyse an invented patient with so many results; nothing is kept."""
    # What a worker does once in its life is not measured: reading the release and the units.
    _measured(len(TESTS))
    return _measured(results)


def _measured(results: int) -> Figures:
    content = json.dumps(bundle_of(results)).encode()
    parse_seconds, _ = _timed(lambda: json.loads(content))
    with transaction.atomic():
        hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-analysis")
        import_seconds, _ = _timed(
            lambda: import_file(name="benchmark", content=content, hospital=hospital, by=None)
        )
        analysis_seconds, analysis = _timed(lambda: _analysed(hospital))
        reports = analysis.outputs.values_list("stage", "report")
        stage_seconds = {stage: report["seconds"] for stage, report in reports}
        abnormal = analysis.abnormal_count or 0
        transaction.set_rollback(True)
    return Figures(
        results=results,
        abnormal=abnormal,
        parse_seconds=parse_seconds,
        import_seconds=import_seconds,
        analysis_seconds=analysis_seconds,
        stage_seconds=stage_seconds,
    )


BENCHMARKS: dict[str, Callable[[], Measured]] = {
    "analysis": analysis_of_many_results,
    "costs": page_of_many_calls,
    "graph_page": page_of_a_large_picture,
    "impact": impact_on_many_analyses,
    "lookup": lookups_in_a_large_graph,
    "publish": publishing_a_large_graph,
    "quotes": quotes_in_a_long_document,
    "run_page": page_of_a_long_run,
    "sandbox": snippets_over_a_large_record,
}
"""Every benchmark by the name it is asked for."""


def bundle_of(results: int) -> dict[str, object]:
    """A Bundle of one patient and so many results, one panel a day, the newest first."""
    patient = {"resourceType": "Patient", "id": "b", "gender": "female", "birthDate": "1958-03-14"}
    resources = [patient, *(_observation(number) for number in range(results))]
    entries = [{"resource": resource} for resource in resources]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def _observation(number: int) -> dict[str, object]:
    code, name, unit, low, high, value = TESTS[number % len(TESTS)]
    day = FIRST_DAY - dt.timedelta(days=number // len(TESTS))
    return {
        "resourceType": "Observation",
        "id": f"o{number}",
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": code}], "text": name},
        "subject": {"reference": "Patient/b"},
        "effectiveDateTime": f"{day.isoformat()}T08:00:00Z",
        "valueQuantity": {"value": value, "unit": unit, "code": unit},
        "referenceRange": [{"low": {"value": low}, "high": {"value": high}}],
    }


def _analysed(hospital: Hospital) -> Analysis:
    analysis = services.request_analysis(
        patient=hospital.patients.get(), by=None, as_of=AS_OF, wake=False
    )
    jobs.run_analysis(analysis.pk)
    analysis.refresh_from_db()
    return analysis


def _timed(work: Callable[[], Made]) -> tuple[float, Made]:
    began = time.perf_counter()
    made = work()
    return time.perf_counter() - began, made
