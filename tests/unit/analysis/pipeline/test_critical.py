"""Critical values: by population, in the limit's unit, whatever the flag says."""

import pytest

from analysis.pipeline.contracts import Critical
from tests.factories.stages import analysed, analysed_labs, case_of, lab


def _criticals(*labs: dict, **sent: object) -> tuple[Critical, ...]:
    found = analysed_labs(*labs, **sent).criticals
    assert found is not None
    return found.items


def test_a_flag_of_normal_does_not_silence_an_alert() -> None:
    [alert] = _criticals(lab(value=6.8, flag="N"))

    assert alert.result == "Observation/l1"
    assert alert.doubt is not None
    assert "flags it “N”" in alert.doubt


def test_the_limit_is_applied_in_its_own_unit() -> None:
    [alert] = _criticals(
        lab(loinc="2160-0", name="Creatinine", value=4.5, unit="mg/dL", ref_low=None, ref_high=None)
    )

    assert alert.limit == "at or above 354\u00a0umol/L"


def test_a_value_without_a_unit_raises_no_alert() -> None:
    assert _criticals(lab(value=6.8, unit=None)) == ()


@pytest.mark.parametrize(
    ("value", "comparator", "alerts"),
    [(6.5, None, 1), (6.49, None, 0), (6.5, ">", 1), (6.0, ">", 0), (8, "<", 0), (2.4, "<", 1)],
)
def test_a_comparator_is_an_interval_that_must_lie_wholly_beyond(
    value: float, comparator: str | None, alerts: int
) -> None:
    assert len(_criticals(lab(value=value, comparator=comparator))) == alerts


def test_only_the_newest_value_raises_an_alert() -> None:
    older, newer = lab("l1", value=6.8, date="2026-11-28"), lab("l2", value=4.1, flag="N")

    assert _criticals(older, {**newer, "date": "2026-11-29"}) == ()


def test_of_two_values_of_one_day_the_critical_one_counts() -> None:
    found = _criticals(lab("l1", value=6.8), lab("l2", value=4.1, flag="N"))

    assert [alert.result for alert in found] == ["Observation/l1"]


def test_a_newer_value_that_cannot_be_compared_hides_no_alert() -> None:
    found = _criticals(
        lab("l1", value=6.8, date="2026-11-28"), lab("l2", value="see note", date="2026-11-29")
    )

    assert [alert.result for alert in found] == ["Observation/l1"]


def test_a_critical_range_printed_on_the_result_overrides_the_default() -> None:
    printed = {
        "resourceType": "Observation",
        "id": "k",
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3"}]},
        "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2026-11-29",
        "valueQuantity": {"value": 6.1, "unit": "mmol/L"},
        "referenceRange": [
            {
                "low": {"value": 2.8, "unit": "mmol/L"},
                "high": {"value": 6.0, "unit": "mmol/L"},
                "type": {"coding": [{"code": "critical"}]},
            }
        ],
    }

    found = analysed(case_of(), printed).criticals

    assert found is not None
    assert [(one.result, one.source) for one in found.items] == [("Observation/k", "printed")]


def test_a_limit_of_times_the_upper_limit_follows_the_printed_range() -> None:
    alt = {"loinc": "1742-6", "name": "ALT", "unit": "U/L", "ref_low": 0, "ref_high": 34}

    assert len(_criticals(lab(**alt, value=510))) == 1
    assert _criticals(lab(**alt, value=509)) == ()


def test_a_child_whose_age_is_known_only_by_year_is_judged_by_both_populations() -> None:
    case = case_of(
        lab(loinc="2951-2", name="Sodium", value=129, ref_low=136, ref_high=145, flag="L"),
        patient={"age": 16, "sex": "male"},
    )
    assert analysed(case).criticals.items == ()  # type: ignore[union-attr]

    unsure = {"resourceType": "Patient", "id": "p", "birthDate": "2010"}
    found = analysed(case, unsure).criticals

    assert found is not None
    assert [alert.population for alert in found.items] == ["child"]
