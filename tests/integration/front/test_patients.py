import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.audit.models import AuditEvent
from medreview.patients.models import Patient
from tests.factories.fhir import a_bundle, a_patient, an_observation, make_import

pytestmark = pytest.mark.django_db


def _page(client, patient) -> str:
    return client.get(reverse("front:patient", args=[patient.pk])).content.decode()


def _imported(hospital, *resources) -> Patient:
    make_import(a_bundle([a_patient(), *resources]), hospital=hospital)
    return Patient.objects.get(hospital=hospital, fhir_id="p1")


def test_a_patient_is_listed_with_birth_number_and_last_result(ada, north, signed_in, stop_clock):
    stop_clock(2026, 11, 30)
    _imported(north, an_observation())

    text = signed_in(ada).get(reverse("front:patients")).content.decode()

    for said in ("IVANOVA, Maria", "14-Mar-1958 (68y)", "MRN-p1", "20-Nov-2026", "10 days ago"):
        assert said in text


def test_two_people_of_one_name_show_what_tells_them_apart(ada, north, signed_in):
    make_import([a_patient("p1"), a_patient("p2", birthDate="1990-07-01")], hospital=north)

    text = signed_in(ada).post(reverse("front:patients"), {"q": "ivanova"}).content.decode()

    for said in ("14-Mar-1958", "01-Jul-1990", "MRN-p1", "MRN-p2", "2 patients match"):
        assert said in text


def test_a_search_finds_by_name_number_and_birth_date_and_can_be_cleared(ada, north, signed_in):
    _imported(north)
    client = signed_in(ada)

    found = [
        client.post(reverse("front:patients"), {"q": typed}).content.decode()
        for typed in ("maria", "MRN-p", "14.03.1958")
    ]
    nothing = client.post(reverse("front:patients"), {"q": "petrova"}).content.decode()

    assert all("IVANOVA" in text for text in found)
    assert "No patient matches." in nothing
    assert "Clear the search" in nothing


def test_a_typed_letter_brings_only_the_rows(ada, north, signed_in):
    _imported(north)

    text = (
        signed_in(ada)
        .post(reverse("front:patients"), {"q": "iva"}, headers={"HX-Request": "true"})
        .content.decode()
    )

    assert "IVANOVA" in text
    assert "<html" not in text


@pytest.mark.parametrize(("show", "seen"), [("never", True), ("critical", False), ("odd", True)])
def test_the_list_is_narrowed_by_what_the_address_says(show, seen, ada, north, signed_in):
    _imported(north)

    text = signed_in(ada).get(reverse("front:patients"), {"show": show}).content.decode()

    assert ("IVANOVA" in text) is seen


def test_the_list_says_what_to_do_when_there_is_nobody(ada, signed_in):
    text = signed_in(ada).get(reverse("front:patients")).content.decode()

    assert "No patient yet." in text
    assert reverse("front:imports") in text


def test_another_hospitals_patients_are_not_listed_and_not_found(ada, south, signed_in):
    theirs = _imported(south)
    client = signed_in(ada)

    listed = client.post(reverse("front:patients"), {"q": "ivanova"}).content.decode()
    foreign = client.get(reverse("front:patient", args=[theirs.pk]))
    missing = client.get(reverse("front:patient", args=["pat_nothing"]))

    assert "IVANOVA" not in listed
    assert foreign.status_code == missing.status_code == 404


def test_who_may_not_read_patients_is_refused(kim, north, signed_in):
    patient = _imported(north)
    client = signed_in(kim)

    assert client.get(reverse("front:patients")).status_code == 403
    assert client.get(reverse("front:patient", args=[patient.pk])).status_code == 403


def test_reading_a_record_is_in_the_trail(ada, north, signed_in):
    patient = _imported(north)

    _page(signed_in(ada), patient)

    event = AuditEvent.objects.get(event="patient.read")
    assert (event.patient, event.actor, event.detail) == (
        patient.pk,
        ada.pk,
        {"purpose": "record"},
    )


def test_a_result_is_shown_as_sent_with_its_own_flag_and_range(ada, north, signed_in):
    result = an_observation(
        interpretation=[{"coding": [{"code": "HH"}]}],
        referenceRange=[{"low": {"value": 3.5}, "high": {"value": 5.1}}],
        valueQuantity={"value": 7.0, "comparator": ">", "unit": "mmol/L"},
    )
    patient = _imported(north, result)

    text = _page(signed_in(ada), patient)

    assert "&gt;\u00a07.0\u00a0mmol/L" in text or ">\u00a07.0" in text
    assert "Critically high" in text
    assert "3.5–5.1" in text
    assert "20-Nov-2026\u00a008:10" in text


def test_results_of_a_report_stand_together(ada, north, signed_in):
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "code": {"text": "Electrolytes"},
        "subject": {"reference": "Patient/p1"},
        "effectiveDateTime": "2026-11-20",
        "result": [{"reference": "Observation/o1"}],
    }
    patient = _imported(north, an_observation(), an_observation("o2"), report)

    text = _page(signed_in(ada), patient)

    assert "Electrolytes" in text
    assert "Results in no report" in text or "by 1 other route" in text


@pytest.mark.parametrize(
    ("allergies", "says"),
    [
        ([], "Allergies not recorded"),
        ([{"code": {"text": "Penicillin"}}], "Penicillin"),
        (
            [{"code": {"coding": [{"system": "http://snomed.info/sct", "code": "716186003"}]}}],
            "No known allergies",
        ),
    ],
)
def test_an_empty_list_of_allergies_never_says_there_are_none(
    allergies, says, ada, north, signed_in
):
    resources = [
        {
            "resourceType": "AllergyIntolerance",
            "id": f"a{number}",
            "patient": {"reference": "Patient/p1"},
            "clinicalStatus": {"coding": [{"code": "active"}]},
            "verificationStatus": {"coding": [{"code": "confirmed"}]},
            **allergy,
        }
        for number, allergy in enumerate(allergies)
    ]
    patient = _imported(north, *resources)

    text = _page(signed_in(ada), patient)

    assert says in text
    assert ("No known allergies" in text) is (says == "No known allergies")


def test_what_is_left_out_and_what_was_not_taken_are_named(ada, north, signed_in):
    refuted = an_observation("o2", status="entered-in-error", code={"text": "Sodium"})
    broken = an_observation("o3", valueQuantity="high")
    patient = _imported(north, refuted, broken)

    text = _page(signed_in(ada), patient)

    assert "Sodium" in text
    assert "entry 3 (Observation/o3)" in text
    assert "This record is not complete." in text


def test_names_in_a_record_are_never_markup(ada, north, signed_in):
    patient = _imported(north, an_observation(code={"text": "<img src=x>"}))
    Patient.objects.update(family="<b>Bold</b>")

    text = _page(signed_in(ada), patient)

    assert "<img src=x>" not in text
    assert "<B>BOLD" not in text


def test_a_long_record_is_turned_by_page(ada, north, signed_in):
    many = [
        an_observation(
            f"o{number}", effectiveDateTime=f"{2000 + number % 26}-{1 + number // 26:02}-03"
        )
        for number in range(200)
    ]
    patient = _imported(north, *many)
    url = reverse("front:patient", args=[patient.pk])

    first = signed_in(ada).get(url).content.decode()
    second = signed_in(ada).get(f"{url}?from=150").content.decode()

    assert "Results 1 to 150 of 200, newest first" in first
    assert "Results 151 to 200 of 200, newest first" in second


def test_a_long_record_sends_few_rows_and_asks_the_database_as_often_as_a_short_one(
    ada, north, signed_in
):
    client = signed_in(ada)
    _page(client, _imported(north, an_observation("o0")))

    def asked(*resources) -> tuple[int, str]:
        patient = _imported(north, *resources)
        with CaptureQueriesContext(connection) as queries:
            text = _page(client, patient)
        return len(queries), text

    few, _ = asked(an_observation("o1"))
    many, text = asked(
        *(
            an_observation(f"m{n}", effectiveDateTime=f"2025-01-01T08:{n // 60:02}:{n % 60:02}Z")
            for n in range(300)
        )
    )

    assert many == few
    assert text.partition("<main")[2].partition("</main")[0].count("<tr") <= 200


def test_each_test_leads_to_its_results_over_time_by_an_address_without_its_name(
    ada, north, signed_in
):
    patient = _imported(north, an_observation(), an_observation("o2"))
    client = signed_in(ada)
    address = reverse("front:patient-results", args=[patient.pk, 1])

    record = _page(client, patient)
    page = client.get(address).content.decode()
    none = client.get(reverse("front:patient-results", args=[patient.pk, 99]))

    assert f'href="{address}"' in record
    assert 'data-testid="result-row"' in page
    assert "Back to the record" in page
    assert none.status_code == 404


def test_one_match_is_not_counted_as_many(ada, north, signed_in):
    _imported(north)

    text = signed_in(ada).post(reverse("front:patients"), {"q": "ivanova"}).content.decode()

    assert "1 patient matches." in text
