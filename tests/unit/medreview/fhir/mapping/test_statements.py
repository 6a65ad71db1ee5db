from medreview.fhir.mapping.statements import concept_of
from tests.factories.reading import allergy, condition, read

PATIENT = {"subject": {"reference": "Patient/p1"}}


def test_a_condition_keeps_its_words_and_dates():
    (found,) = read(
        condition(
            "recurrence",
            verificationStatus={"coding": [{"code": "provisional"}]},
            onsetDateTime="2020",
            recordedDate="2021-02",
        )
    ).conditions

    assert (found.clinical_status, found.verification_status) == ("recurrence", "provisional")
    assert (found.onset.text, found.recorded.text) == ("2020", "2021-02")
    assert read(condition(code=None)).conditions[0].name == "Unnamed condition"


def test_an_allergy_keeps_who_said_it_and_what_happened():
    reaction = [
        {"manifestation": [{"text": "Hives"}], "description": "at night"},
        {"manifestation": [{"concept": {"text": "Cough"}}], "substance": {"text": "Amoxicillin"}},
    ]
    (found,) = read(
        allergy(criticality="high", reaction=reaction, recorder={"display": "Dr A"})
    ).allergies
    (nameless,) = read(allergy(code=None, reaction=reaction)).allergies

    assert found.reactions == ("Hives", "at night", "Cough")
    assert (found.criticality, found.said_by) == ("high", "Dr A")
    assert nameless.name == "Amoxicillin"


def test_a_procedure_a_report_and_a_visit_are_kept():
    record = read(
        {"resourceType": "Procedure", "id": "x", "status": "completed", "performedDateTime": "2024",
         "code": {"text": "Colonoscopy"}, **PATIENT},
        {"resourceType": "DiagnosticReport", "id": "d", "status": "appended", "issued": "2024-02",
         "result": [{"reference": "#a"}, {}], "contained": [], **PATIENT},
        {"resourceType": "Encounter", "id": "e", "status": "finished", "class": {"code": "AMB"},
         "period": {"start": "2024-01-01", "end": "2024-01-02"}, **PATIENT},
    )  # fmt: skip

    assert (record.procedures[0].name, record.procedures[0].performed.text) == (
        "Colonoscopy", "2024",
    )  # fmt: skip
    assert (record.reports[0].name, record.reports[0].results) == (
        "Unnamed report", ("DiagnosticReport/d#a",),
    )  # fmt: skip
    visit = record.encounters[0]
    assert (visit.name, visit.started.text, visit.ended.text) == ("AMB", "2024-01-01", "2024-01-02")
    assert concept_of({}) == (None, ())
