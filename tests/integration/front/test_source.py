from pathlib import Path

import pytest
from django.urls import reverse

from analysis.pipeline.models import Analysis
from medreview.fhir.importing import import_file
from medreview.fhir.models import Resource
from medreview.patients.models import Patient
from tests.factories.fhir import a_patient, an_observation, make_import
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

DAY = Path(__file__).parents[2] / "data" / "results" / "day.hl7"


def _page(client, row):
    return client.get(reverse("front:patient-source", args=[row.patient_id, row.pk]))


def test_a_result_shows_the_segments_it_came_as(north, ada, signed_in):
    import_file(name="day.hl7", content=DAY.read_bytes(), hospital=north, by=None)
    row = Resource.objects.get(type="Observation", raw__contains="Potassium")

    text = _page(signed_in(ada), row).content.decode()

    assert "OBX|1|NM|2823-3^Potassium^LN||6.80|mmol/L|3.5 - 5.1|HH~A|||F|||20261120080000" in text
    assert "The FHIR that was made of it" in text
    assert "day.hl7" in text


def test_every_version_is_shown_and_digits_stay(north, ada, signed_in):
    make_import([a_patient(), an_observation(valueQuantity={"value": 4.5})], hospital=north)
    make_import([an_observation(valueQuantity={"value": 5.1})], hospital=north)
    row = Resource.objects.get(type="Observation", current=True)

    text = _page(signed_in(ada), row).content.decode()

    assert text.index("Version 2") < text.index("Version 1")
    assert "&quot;value&quot;: 4.5" in text


def test_another_patients_entry_is_not_found_under_this_one(north, ada, signed_in):
    make_import([a_patient("p1"), a_patient("p2")], hospital=north)
    row = Resource.objects.get(fhir_id="p2")
    other = Patient.objects.get(fhir_id="p1")

    answer = signed_in(ada).get(reverse("front:patient-source", args=[other.pk, row.pk]))

    assert answer.status_code == 404


def test_the_evidence_of_a_finding_leads_to_what_was_received(north, ada, signed_in):
    analysis = make_review(by=ada, key="hargreaves")
    client = signed_in(ada)
    lab = Resource.objects.filter(patient=analysis.patient, type="Observation").first()
    page = ""
    for row in Resource.objects.filter(patient=analysis.patient, type="Observation"):
        for number in range(1, Analysis.objects.get().abnormal_count + 1):
            url = reverse("review:evidence", args=[analysis.pk, number])
            answer = client.get(url, {"ev": row.reference})
            if answer.status_code == 200:
                page = answer.content.decode()
                break
        if page:
            break

    assert f"/patients/{lab.patient_id}/source/" in page
