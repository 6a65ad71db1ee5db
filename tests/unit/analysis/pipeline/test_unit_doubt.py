"""Numbers that would be ordinary in another unit of their test."""

from decimal import Decimal

import pytest

from analysis.pipeline.unit_doubt import unit_doubt
from medreview.fhir.record import Value, ValueKind
from medreview.fhir.units import Factor
from tests.factories.graph import starter_snapshot
from tests.factories.stages import analysed_labs, context_of, lab


def _doubt(key: str, number: str, unit: str) -> str | None:
    entry = starter_snapshot().biomarkers[key]
    factors = [Factor(**line.model_dump()) for line in entry.conversions]
    value = Value(
        kind=ValueKind.NUMBER,
        text=f"{number} {unit}",
        number=Decimal(number),
        unit=unit,
        ucum=unit,
    )
    return unit_doubt(value, entry, factors)


@pytest.mark.parametrize(
    ("key", "number", "unit", "other"),
    [
        ("protein_total", "74", "g/dL", "g/L"),
        ("protein_total", "7.4", "g/L", "g/dL"),
        ("globulin", "3.2", "g/L", "g/dL"),
        ("globulin", "32", "g/dL", "g/L"),
        ("albumin", "4.2", "g/L", "g/dL"),
        ("albumin", "42", "g/dL", "g/L"),
        ("hemoglobin", "135", "g/dL", "g/L"),
        ("calcium", "9.4", "mmol/L", "mg/dL"),
        ("glucose", "5.1", "mg/dL", "mmol/L"),
    ],
)
def test_a_number_far_outside_its_unit_and_usual_in_another_is_doubted(
    key: str, number: str, unit: str, other: str
) -> None:
    assert _doubt(key, number, unit) == (
        f"Far outside what is usual in {unit}; it would be ordinary in {other}: the unit may be "
        "wrong."
    )


@pytest.mark.parametrize(
    ("key", "number", "unit"),
    [
        ("protein_total", "11.5", "g/dL"),
        ("crp", "3", "mg/dL"),
        ("bilirubin_total", "12", "mg/dL"),
        ("creatinine", "9.8", "mg/dL"),
        ("creatinine", "870", "umol/L"),
        ("urea", "42", "mmol/L"),
        ("glucose", "45", "mmol/L"),
        ("glucose", "980", "mg/dL"),
        ("iron", "11", "ug/dL"),
        ("ferritin", "9000", "ng/mL"),
        ("ft4", "7.5", "ng/dL"),
        ("vitamin_d", "9", "nmol/L"),
        ("hemoglobin", "3.1", "g/dL"),
    ],
)
def test_illness_is_not_mistaken_for_a_wrong_unit(key: str, number: str, unit: str) -> None:
    assert _doubt(key, number, unit) is None


def test_the_doubt_stands_with_the_result_and_in_its_own_sentence() -> None:
    protein = lab(
        loinc="2885-2", name="Protein", value=74, unit="g/dL", ref_low=None, ref_high=None
    )

    found = analysed_labs(protein)

    [result] = context_of(found).abnormal
    assert result.doubt is not None
    assert found.statements is not None
    said = next(one for one in found.statements.shown() if one.text.startswith("Protein"))
    assert said.text.endswith(result.doubt)
    assert said.rests_on == (result.id,)
