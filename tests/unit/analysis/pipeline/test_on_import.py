import pytest
from django.urls import reverse

from analysis.pipeline import jobs
from analysis.pipeline.models import Analysis, ImportAnalysis
from analysis.pipeline.on_import import analyse_imported
from analysis.pipeline.services import cancel
from medreview.accounts.hospital_settings import HospitalSettings
from tests.factories.fhir import a_patient, an_observation, make_import

pytestmark = pytest.mark.django_db


@pytest.fixture
def eager(north, ada):
    north.settings = HospitalSettings(analyse_on_import=True).as_json()
    north.save()
    return north


def test_an_import_starts_nothing_unless_the_hospital_wants_it(north):
    made = make_import([a_patient(), an_observation()], hospital=north)

    assert analyse_imported(made.pk) == []
    assert not Analysis.objects.exists()


def test_each_patient_with_a_new_result_is_analysed_by_the_system(eager):
    with_result = [a_patient("p1"), an_observation("o1", of="Patient/p1")]
    made = make_import([*with_result, a_patient("p2")], hospital=eager)

    (analysis,) = analyse_imported(made.pk)

    assert analysis.patient.fhir_id == "p1"
    assert analysis.requested_by is None


def test_a_result_without_a_date_is_a_new_result_too(eager):
    made = make_import([a_patient(), an_observation(effectiveDateTime=None)], hospital=eager)

    assert len(analyse_imported(made.pk)) == 1


def test_a_vital_sign_is_no_new_result(eager):
    vital = an_observation(category=[{"coding": [{"code": "vital-signs"}]}])
    made = make_import([a_patient(), vital], hospital=eager)

    assert analyse_imported(made.pk) == []


def test_a_repeated_file_starts_nothing(eager):
    make_import([a_patient(), an_observation()], hospital=eager)
    again = make_import([a_patient(), an_observation()], hospital=eager)

    assert analyse_imported(again.pk) == []


def test_a_corrected_result_starts_an_analysis(eager):
    make_import([a_patient(), an_observation()], hospital=eager)
    corrected = an_observation(status="corrected")
    again = make_import([a_patient(), corrected], hospital=eager)

    assert len(analyse_imported(again.pk)) == 1


def test_results_that_waited_are_analysed_when_their_patient_comes(eager):
    waiting = make_import([an_observation()], hospital=eager)
    arrived = make_import([a_patient()], hospital=eager)

    assert analyse_imported(waiting.pk) != []
    assert len(analyse_imported(arrived.pk)) == 1


def test_a_second_delivery_finds_what_the_first_started_even_if_it_was_cancelled(eager, ada):
    made = make_import([a_patient(), an_observation()], hospital=eager)
    (first,) = analyse_imported(made.pk)
    cancel(analysis=first, by=ada)

    (second,) = analyse_imported(made.pk)

    assert second.pk == first.pk
    assert ImportAnalysis.objects.count() == 1


def test_an_import_wakes_the_job_once_it_is_committed(eager, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        made = make_import([a_patient(), an_observation()], hospital=eager)

    assert Analysis.objects.filter(imports__source_import=made).count() == 1


def test_an_import_that_is_gone_is_nothing_to_do():
    jobs.analyse_imported("imp_gone")

    assert not Analysis.objects.exists()


def test_the_receipt_names_the_analyses_that_were_started(eager, ada, signed_in):
    made = make_import([a_patient(), an_observation()], hospital=eager)
    (analysis,) = analyse_imported(made.pk)

    text = signed_in(ada).get(reverse("front:import-receipt", args=[made.pk])).content.decode()

    assert "1 analysis started" in text
    assert reverse("review:analysis-detail", args=[analysis.pk]) in text
