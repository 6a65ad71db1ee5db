"""The benchmark measures the real path, and the path asks the database the same for any size."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analysis.evaluation import benchmarks
from analysis.pipeline import jobs, services
from analysis.pipeline.models import Analysis
from medreview.fhir.importing import import_file
from medreview.patients.models import Patient
from tests.factories.accounts import make_hospital

pytestmark = pytest.mark.django_db


def test_the_figures_of_one_run_hold_their_ratios_and_nothing_is_kept():
    out = StringIO()

    call_command("benchmark", "analysis", json=True, stdout=out)

    figures = json.loads(out.getvalue())
    assert (figures["results"], figures["abnormal"]) == (500, 4)
    assert figures["analysis_to_parse"] > 0
    assert [Patient.objects.count(), Analysis.objects.count()] == [0, 0]


def queries_for(results):
    hospital = make_hospital()
    content = json.dumps(benchmarks.bundle_of(results)).encode()
    import_file(name="some", content=content, hospital=hospital, by=None)
    analysis = services.request_analysis(
        patient=hospital.patients.get(), by=None, as_of=benchmarks.AS_OF, wake=False
    )
    with CaptureQueriesContext(
        connection,
    ) as asked:
        jobs.run_analysis(analysis.pk)
    return len(asked)


def test_the_database_is_asked_the_same_for_ten_results_as_for_a_hundred():
    queries_for(5)

    assert queries_for(100) == queries_for(10)


def test_lookups_are_measured_in_a_graph_of_twenty_thousand_relations():
    out = StringIO()

    call_command("benchmark", "lookup", json=True, stdout=out)

    figures = json.loads(out.getvalue())
    assert figures["relations"] >= 20_000
    assert figures["questions"]["synonym"] > figures["questions"]["ambiguous"]
    assert figures["p95_to_small_graph"] > 0
