"""Which Observations are laboratory results, each measurement once."""

from analysis.pipeline.laboratory import Laboratory
from analysis.pipeline.reading_receipt import final_receipt
from tests.factories.stages import analysed_labs, case_of, inputs_of, lab


def test_one_measurement_in_two_units_of_its_test_is_one_result() -> None:
    mass = lab("l1", "17861-6", name="Calcium", value=97, unit="mg/L")
    molar = lab("l2", "2000-8", name="Calcium", value=2.43, unit="mmol/L")
    found = inputs_of(case_of(mass, molar))

    laboratory = Laboratory.of(found.record, found.lookup, found.as_of)

    (read,) = laboratory.results
    assert {read.lab.id, *read.lab.duplicates} == {"Observation/l1", "Observation/l2"}
    assert set(laboratory.by_id) == {"Observation/l1", "Observation/l2"}
    receipt = final_receipt(found.record, laboratory)
    assert (receipt.types["Observation"].used, receipt.types["Observation"].not_used) == (2, ())


def test_two_measurements_of_one_test_and_minute_stay_two() -> None:
    mass = lab("l1", "17861-6", name="Calcium", value=97, unit="mg/L")
    other = lab("l2", "2000-8", name="Calcium", value=2.9, unit="mmol/L")

    found = analysed_labs(mass, other)

    assert len(Laboratory.of(found.record, found.lookup, found.as_of).results) == 2
