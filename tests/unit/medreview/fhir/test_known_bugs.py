"""Small FHIR cases that broke other software, each with the right reading."""

import json
from pathlib import Path

from medreview.fhir import flags, ranges
from medreview.fhir.dates import age_in_days, read_moment
from medreview.fhir.duplicates import merge_converted, same_measurement
from medreview.fhir.record import PatientRecord, Precision, StatementState, ValueKind
from medreview.fhir.units import Factor
from tests.factories.reading import ADULT, own_flag, read

CASES = json.loads(
    (Path(__file__).parents[4] / "tests/data/reading/known_bugs.json").read_text("utf-8")
)


def record_of(case: str) -> PatientRecord:
    record = read(*CASES[case]["resources"])
    assert all(line.balances() for line in record.receipt.types.values())
    return record


def test_an_inactive_allergy_with_odd_words_is_kept_by_name_and_not_current():
    record = record_of("au-inactive-and-criticality")

    assert record.allergies == ()
    assert [(one.name, one.reason) for one in record.excluded] == [
        ("asprin", "It is inactive: not current.")
    ]


def test_a_birth_year_gives_an_age_between_two_and_still_an_adult():
    record = record_of("birth-year-only")

    born = record.person.birth_date
    ages = age_in_days(born, read_moment("2025-06-01"))
    years = [days // 365.25 for days in ages]

    assert (born.precision, born.text) == (Precision.YEAR, "1948")
    assert years == [76, 77]
    assert ranges.Person(sex="male", age_days=ages).population() == "adult"


def test_a_panel_without_any_value_is_no_measurement():
    (lab,) = record_of("bp-panel-empty").labs

    assert lab.value.kind is ValueKind.ABSENT
    assert not lab.said_to_be_laboratory()


def test_a_critical_range_does_not_make_a_value_normal():
    (lab,) = record_of("critical-range-as-range").labs

    assert [one.kind for one in lab.ranges] == ["critical"]
    assert own_flag(lab).flag == "undecidable"


def test_garbage_dates_are_unknown_and_never_1970():
    labs = record_of("garbage-dates").labs

    assert [lab.effective.text for lab in labs] == ["01.10", "202510", "20251001"]
    assert {lab.effective.precision for lab in labs} == {Precision.UNKNOWN}
    assert all(lab.effective.date is None and lab.effective.instant is None for lab in labs)


def test_a_comparator_a_text_and_a_boolean_are_all_listed():
    first, second, third = record_of("gt-value").labs

    assert (first.value.kind, first.value.text) == (ValueKind.INTERVAL, ">60 mL/min/{1.73_m2}")
    assert (first.value.number, first.value.low_open) == (None, True)
    assert second.value.text == "dark amber"
    assert (third.value.kind, third.value.text) == (ValueKind.BOOLEAN, "true")


def test_a_flag_under_an_odd_system_and_a_unit_in_the_code_are_read():
    (lab,) = record_of("interpretation-odd-system").labs

    assert (lab.value.text, lab.source_flag, lab.source_flag_text) == ("5.5 mEq/L", "H", "High")
    assert flags.says_abnormal(lab.source_flag)


def test_a_status_of_another_fhir_version_is_shown_and_taken_as_unknown():
    record = record_of("med-r5-status")

    (left,) = record.excluded
    assert record.medications == ()
    assert (left.name, left.status) == ("lisinopril 10 mg", "recorded")
    assert "taken as unknown" in left.reason


def test_no_known_allergy_is_no_allergy_and_a_refuted_one_is_history():
    record = record_of("nka-and-refuted")

    assert record.allergies_state is StatementState.NONE_KNOWN
    assert [one.none_known for one in record.allergies] == [True, True]
    assert [(one.name, one.status) for one in record.excluded] == [("Penicillin", "refuted")]
    assert read().allergies_state is StatementState.NOT_RECORDED


def test_partial_onset_dates_keep_their_precision():
    record = record_of("onset-year-only")

    assert [one.onset.text for one in record.conditions] == ["2020"]
    assert record.conditions[0].onset.precision is Precision.YEAR
    assert [one.at.text for one in record.excluded] == ["2019-07"]
    assert record.excluded[0].at.precision is Precision.MONTH


def test_a_text_that_says_less_than_excludes_the_limit_and_fhir_bounds_include_it():
    first, second = record_of("range-exclusive-bounds").labs

    assert [own_flag(first).flag, own_flag(second).flag] == ["H", "N"]


class Default:
    unit, sex, population = "mmol/L", None, "adult"

    def __init__(self, low, high):
        self.low, self.high = low, high


def test_without_a_printed_range_a_default_decides_and_says_so():
    (lab,) = record_of("range-missing").labs

    choice = ranges.choose((), (), [Default(3, 5)], value=lab.value, person=ADULT)

    assert (choice.range.source, choice.why) == ("default", "A default range.")
    assert flags.derive(lab.value, choice).flag == "H"


def test_a_range_whose_text_contradicts_its_numbers_decides_nothing():
    (lab,) = record_of("range-text-contradicts-structure").labs

    derived = own_flag(lab, default=[Default(0, 5)])

    assert derived.flag == "undecidable"
    assert derived.why == "The printed range says “>5”, its numbers say otherwise."


def test_a_range_printed_as_text_is_read_with_its_unit():
    (lab,) = record_of("range-text-only").labs

    assert (str(lab.ranges[0].low), str(lab.ranges[0].high)) == ("36.0", "46.0")
    assert lab.ranges[0].unit == "%"
    assert own_flag(lab).flag == "L"


def test_a_range_of_units_only_is_ignored_and_the_flag_of_the_old_table_stands():
    (lab,) = record_of("range-units-only").labs

    assert lab.ranges[0].unusable == ranges.EMPTY
    assert flags.says_normal(lab.source_flag)
    assert own_flag(lab, default=[]).flag == "undecidable"


def test_a_result_without_code_keeps_its_name_and_prose_stays_prose():
    first, second = record_of("text-only-code").labs

    assert (first.name, first.value.text) == ("Glucose Random", "214 mg/dL")
    assert (second.value.kind, second.value.text) == (ValueKind.TEXT, ">123-128 mg/dL")


def test_two_units_of_one_measurement_are_one_result_where_the_factor_is_known():
    labs = record_of("two-units-one-analyte").labs
    factors = {
        "calcium": [Factor(from_unit="mg/dL", to_unit="mmol/L", factor="0.249513")],
        "iron": [Factor(from_unit="ug/dL", to_unit="umol/L", factor="0.179")],
    }

    merged = merge_converted(
        labs, biomarker_of=lambda lab: lab.name.lower(), factors_of=factors.__getitem__
    )

    assert len(labs) == 4
    assert [one.value.text for one in merged] == ["97 mg/L", "165 µg/100mL"]
    assert [one.duplicates for one in merged] == [("Observation/r2",), ("Observation/r4",)]
    assert not same_measurement(labs[0].value, labs[1].value)


def test_an_inverted_range_is_found_and_the_source_flag_stands():
    (lab,) = record_of("us-core-inverted-range").labs

    derived = own_flag(lab)

    assert derived.flag == "undecidable"
    assert lab.source_flag == "N"
    assert flags.conflict(lab.source_flag, None, derived) is None
