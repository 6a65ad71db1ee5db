"""Doubts stand beside an alert, never instead of it."""

import pytest

from tests.factories.stages import analysed_labs, lab

HAEMOLYSED = [{"lab": "l1", "factor": "hemolyzed"}]


def _doubt(*labs: dict, **sent: object) -> str:
    fresh = [{**one, "date": "2026-11-29"} for one in labs]
    found = analysed_labs(*fresh, **sent).criticals
    assert found is not None
    [alert] = found.items
    return alert.doubt or ""


def test_a_haemolysed_sample_is_named() -> None:
    assert "Haemolysed" in _doubt(lab(value=7.0), specimen_notes=HAEMOLYSED)


def test_haemolysis_casts_no_doubt_on_a_low_potassium() -> None:
    assert _doubt(lab(value=2.1, flag="L"), specimen_notes=HAEMOLYSED) == ""


@pytest.mark.parametrize(
    ("loinc", "value", "unit", "other"),
    [
        ("718-7", 119, "g/dL", "g/L"),
        ("2345-7", 5.4, "mg/dL", "mmol/L"),
        ("17861-6", 2.4, "mg/dL", "mmol/L"),
    ],
)
def test_a_value_plausible_only_in_another_unit_is_a_doubt(
    loinc: str, value: float, unit: str, other: str
) -> None:
    found = _doubt(
        lab(loinc=loinc, name="x", value=value, unit=unit, flag=None, ref_low=None, ref_high=None)
    )

    assert f"{value} would be plausible in {other}" in found


def test_a_merely_critical_value_raises_no_doubt() -> None:
    assert _doubt(lab(value=6.8)) == ""


def test_an_adult_limit_used_for_a_newborn_says_so() -> None:
    found = _doubt(
        lab(loinc="2951-2", name="Sodium", value=165, ref_low=None, ref_high=None),
        patient={"age_days": 5, "sex": "male"},
    )

    assert "the one for child is used" in found
