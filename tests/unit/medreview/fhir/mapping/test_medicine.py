import pytest

from tests.factories.reading import order, read, statement


def medicine_of(*resources):
    (found,) = read(*resources).medications
    return found


NO_CONCEPT = {"medicationCodeableConcept": None}
MEDICATION = {"resourceType": "Medication", "id": "w", "code": {"text": "Warfarin"}}


@pytest.mark.parametrize(
    ("resources", "name"),
    [
        ([statement()], "Warfarin 5 mg"),
        ([order(medicationReference={"reference": "Medication/w"}, **NO_CONCEPT), MEDICATION],
         "Warfarin"),
        ([order(medicationReference={"reference": "#w"}, contained=[MEDICATION], **NO_CONCEPT)],
         "Warfarin"),
        ([order(medicationReference={"reference": "Medication/x", "display": "Apixaban"},
                **NO_CONCEPT)], "Apixaban (reference not resolved)"),
        ([order(medication={"concept": {"text": "R5 spelling"}}, **NO_CONCEPT)], "R5 spelling"),
        ([order(**NO_CONCEPT)], "Unnamed medicine"),
    ],
)  # fmt: skip
def test_a_medicine_is_named_from_wherever_it_is_written(resources, name):
    assert medicine_of(*resources).name == name


def test_a_mixture_without_a_name_is_named_by_its_ingredients():
    parts = [
        {"itemCodeableConcept": {"coding": [{"code": code, "display": name}]}}
        for code, name in (("a", "Sulfamethoxazole"), ("b", "Trimethoprim"))
    ]
    mixture = {"resourceType": "Medication", "id": "w", "ingredient": parts}

    found = medicine_of(
        order(medicationReference={"reference": "#w"}, contained=[mixture], **NO_CONCEPT)
    )

    assert found.name == "Sulfamethoxazole + Trimethoprim"
    assert [one.code for one in found.codings] == ["a", "b"]


def test_the_dose_is_told_as_text_or_as_its_parts():
    rate = {
        "doseAndRate": [{"doseQuantity": {"value": 5, "unit": "mg"}}],
        "route": {"text": "oral"},
    }

    assert medicine_of(statement(dosage=[{"text": "1 daily"}])).dosage == "1 daily"
    assert medicine_of(order(dosageInstruction=[rate])).dosage == "5 mg, oral"
    assert medicine_of(statement()).dosage is None


def test_times_of_a_statement_and_of_an_order_are_kept():
    taken = medicine_of(statement(effectivePeriod={"start": "2024"}, dateAsserted="2025"))
    ordered = medicine_of(order(authoredOn="2025-01"))

    assert (taken.started.text, taken.recorded.text, taken.ended) == ("2024", "2025", None)
    assert ordered.recorded.text == "2025-01"


def test_a_medicine_nobody_refers_to_is_not_used():
    line = read(MEDICATION).receipt.types["Medication"]

    assert (line.received, line.used, len(line.not_used)) == (1, 0, 1)


def test_a_dose_that_says_nothing_is_not_told():
    assert medicine_of(statement(dosage=[{"doseAndRate": [{}]}])).dosage is None
