"""What an analysis reads: each result in its place, and when calm may be spoken."""

import pytest

from analysis.pipeline.contracts import PatientContext
from tests.factories.stages import analysed, analysed_labs, case_of, context_of, ids, lab


def _context(*labs: dict, **sent: object) -> PatientContext:
    return context_of(analysed_labs(*labs, **sent))


def test_the_latest_abnormal_result_is_assessed_and_the_older_one_superseded() -> None:
    found = _context(lab("old", date="2026-11-01"), lab("new", date="2026-11-20"))

    assert ids(found.abnormal) == ["new"]
    assert [(one.id, one.by) for one in found.superseded] == [
        ("Observation/old", "Observation/new")
    ]


def test_history_is_assessed_only_when_asked_for() -> None:
    case = case_of(lab("old", date="2026-11-01"), lab("new", date="2026-11-20"))

    found = context_of(analysed(case, all_results=True))

    assert sorted(ids(found.abnormal)) == ["new", "old"]


def test_a_result_after_as_of_is_not_used_and_says_so() -> None:
    found = _context(lab(date="2026-12-24"))

    assert ids(found.abnormal) == []
    [left] = found.receipt.types["Observation"].not_used
    assert left.id == "Observation/l1"
    assert left.reason == "dated in the future"
    assert found.receipt.types["Observation"].balances()


def test_nothing_abnormal_is_said_of_a_complete_read_with_a_normal_result() -> None:
    found = _context(lab(value=4.2, flag="N"))

    assert found.nothing_abnormal
    assert found.normal_names == ("Potassium",)


def test_nothing_abnormal_is_not_said_without_any_current_result() -> None:
    found = _context()

    assert not found.nothing_abnormal
    assert found.why_not_nothing_abnormal == (
        "No laboratory result is recent enough to speak of this day.",
    )


def test_a_flag_that_contradicts_its_range_blocks_nothing_abnormal() -> None:
    found = _context(lab(value=5.9, flag="N"))

    assert ids(found.abnormal) == []
    assert not found.nothing_abnormal
    assert "lies above its range" in found.undecidable[0].why


def test_a_result_without_flag_and_range_of_a_child_is_undecidable() -> None:
    found = _context(lab(flag=None, ref_low=None, ref_high=None), patient={"age": 4, "sex": "male"})

    assert ids(found.undecidable) == ["l1"]
    assert not found.nothing_abnormal


def test_an_adult_is_judged_by_the_default_range_and_that_is_said() -> None:
    found = _context(lab(flag=None, ref_low=None, ref_high=None))

    [result] = found.abnormal
    assert result.interpretation == "H"
    assert result.interpretation_derived
    assert result.range is not None
    assert result.range.source == "default"


def test_an_unmapped_abnormal_result_is_listed_and_still_assessed() -> None:
    found = _context(lab(loinc=None, name="Wholly unknown substance"))

    assert ids(found.abnormal) == ["l1"]
    assert [one.name for one in found.unmapped] == ["Wholly unknown substance"]


def test_a_stale_critical_value_is_listed_as_having_been_critical() -> None:
    analysis = analysed_labs(lab(value=6.9, date="2026-01-05"))

    [stale] = context_of(analysis).stale
    assert stale.was_critical
    assert stale.age_days > stale.limit_days
    assert analysis.criticals is not None
    assert analysis.criticals.items == ()


def test_an_abnormal_result_without_a_date_is_not_called_current() -> None:
    bundle = lab()
    case = case_of(bundle)
    case.sent["labs"][0]["date"] = None

    found = context_of(analysed(case))

    assert ids(found.abnormal) == []
    assert "no date" in found.undecidable[0].why


def test_a_normal_result_without_a_date_is_no_ground_for_calm() -> None:
    found = _context(lab(value=4.2, flag="N", date="01.10"))

    assert not found.nothing_abnormal
    assert found.normal_names == ()
    assert "no date" in found.undecidable[0].why


@pytest.mark.parametrize("ids_in_order", [("a", "b"), ("b", "a")])
def test_of_two_results_nobody_can_put_in_order_the_abnormal_one_speaks(
    ids_in_order: tuple[str, str],
) -> None:
    high, normal = ids_in_order

    found = _context(lab(high, value=5.7, flag="H"), lab(normal, value=4.2, flag="N"))

    assert ids(found.abnormal) == [high]
    assert not found.nothing_abnormal


def test_a_day_alone_and_a_time_of_that_day_are_in_no_order() -> None:
    found = _context(
        lab("day", value=5.7, flag="H", date="2026-11-20"),
        lab("early", value=4.1, flag="N", date="2026-11-20T07:00:00Z"),
        lab("late", value=4.2, flag="N", date="2026-11-20T09:00:00Z"),
    )

    assert ids(found.abnormal) == ["day"]


def test_the_report_limits_what_is_assessed_and_not_what_is_searched() -> None:
    case = case_of(lab("l1"), lab("l2", "2160-0", name="Creatinine", value=2.4, unit="mg/dL"))
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "status": "final",
        "category": [{"coding": [{"code": "LAB"}]}],
        "code": {"text": "Electrolytes"},
        "subject": {"reference": "Patient/p"},
        "result": [{"reference": "Observation/l1"}],
    }

    analysis = analysed(case, report, report="r1")

    assert ids(context_of(analysis).abnormal) == ["l1"]
    assert analysis.package is not None
    found = analysis.package.per_parameter[0].found.observations
    assert "Observation/l2" in [one.resource for one in found]


def test_a_vital_sign_is_not_used_and_never_undecidable() -> None:
    pulse = {
        "resourceType": "Observation",
        "id": "pulse",
        "status": "final",
        "category": [{"coding": [{"code": "vital-signs"}]}],
        "code": {"text": "Heart rate"},
        "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2026-11-20",
        "valueQuantity": {"value": 60, "unit": "/min"},
    }

    found = context_of(analysed(case_of(lab(value=4.2, flag="N")), pulse))

    assert found.nothing_abnormal
    assert [one.id for one in found.receipt.types["Observation"].not_used] == ["Observation/pulse"]


def test_criticals_come_first_then_the_newest() -> None:
    found = _context(
        lab("l1", "2160-0", name="Creatinine", value=2, unit="mg/dL", date="2026-11-29"),
        lab("l2", value=6.8, date="2026-11-20"),
    )

    assert ids(found.abnormal) == ["l2", "l1"]


def test_a_newest_result_without_a_value_is_named_and_hides_no_older_one() -> None:
    empty = lab("empty", value=None, flag=None, date="2026-11-29")

    found = _context(lab("old"), empty)

    assert ids(found.abnormal) == ["old"]
    assert ids(found.undecidable) == ["empty"]


def test_a_code_the_graph_lacks_is_read_by_its_domain_and_says_so() -> None:
    lacks = lab(loinc="99990-4", name="Calcium [Mass/volume] in Blood", value=14, unit="mg/dL")

    found = _context(lacks)

    assert ids(found.abnormal) == ["l1"]
    assert "has no entry for it" in found.unmapped[0].why


def test_a_name_that_could_be_two_tests_names_both() -> None:
    found = _context(lab(loinc=None, name="TT", unit=None))

    assert "Its name alone could mean" in found.unmapped[0].why


def test_all_results_assess_a_stale_one_too() -> None:
    case = case_of(lab(date="2026-01-01"))

    found = context_of(analysed(case, all_results=True))

    assert ids(found.abnormal) == ["l1"]
    assert ids(found.stale) == ["l1"]
