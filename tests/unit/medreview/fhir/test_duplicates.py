from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.duplicates import merge, merge_converted, same_measurement
from medreview.fhir.record import LabRecord
from medreview.fhir.units import Factor
from medreview.fhir.values import read_value
from tests.factories.reading import observation, only, read

CALCIUM = (Factor(from_unit="mg/dL", to_unit="mmol/L", factor="0.249513"),)


def twin(**fields: Any) -> dict[str, Any]:
    return observation(id="o2") | fields


def ids(*resources: Any) -> list[tuple[str, tuple[str, ...]]]:
    return [(lab.id, lab.duplicates) for lab in read(*resources).labs]


def test_the_same_result_from_two_resources_is_one_with_both_ids():
    assert ids(observation(), twin()) == [("Observation/o1", ("Observation/o2",))]


def test_the_same_result_contained_in_a_report_and_alone_is_one():
    inner = {key: found for key, found in observation().items() if key != "subject"}
    report = {
        "resourceType": "DiagnosticReport",
        "id": "d1",
        "status": "final",
        "subject": {"reference": "Patient/p1"},
        "contained": [inner | {"id": "in"}],
        "result": [{"reference": "#in"}],
    }

    lab = only(read(report, observation()))

    assert {lab.id, *lab.duplicates} == {"Observation/o1", "DiagnosticReport/d1#in"}


@pytest.mark.parametrize(
    "other",
    [
        {"valueQuantity": {"value": 4.3, "unit": "mmol/L"}},
        {"valueQuantity": {"value": 4.2, "unit": "mmol/L", "comparator": "<"}},
        {"valueQuantity": {"value": 4.2, "unit": "mg/L"}},
        {"effectiveDateTime": "2025-05-01T09:00:00Z"},
        {"code": {"coding": [{"system": "http://loinc.org", "code": "2951-2"}]}},
    ],
)
def test_two_results_that_differ_in_anything_stay_two(other):
    assert len(ids(observation(), twin(**other))) == 2


def test_results_without_a_readable_date_are_never_taken_for_one():
    undated = {"effectiveDateTime": "sometime"}

    assert len(ids(observation(**undated), twin(**undated))) == 2


def test_copies_that_contradict_each_other_stay_two():
    def flagged(code: str) -> dict[str, Any]:
        return {"interpretation": [{"coding": [{"code": code}]}]}

    serum, urine = ({"specimen": {"display": name}} for name in ("Serum", "Urine"))

    assert len(ids(observation(**flagged("H")), twin(**flagged("N")))) == 2
    assert len(ids(observation(**serum), twin(**urine))) == 2
    assert len(ids(observation(**serum), twin())) == 1
    assert len(ids(observation(**flagged("H")), twin())) == 1


def test_samples_are_compared_by_code_or_by_name_where_both_have_one():
    def sampled(name: str | None, code: str | None) -> list[dict[str, Any]]:
        coding = {"coding": [{"code": code}]} if code else {}
        sample = {"resourceType": "Specimen", "id": f"s-{code}", "type": {"text": name} | coding}
        return [sample, twin(specimen={"reference": f"Specimen/s-{code}"})]

    serum = [
        {"resourceType": "Specimen", "id": "s", "type": {"coding": [{"code": "SER"}]}},
        observation(specimen={"reference": "Specimen/s"}),
    ]

    assert len(ids(*serum, *sampled("x", "SER"))) == 1
    assert len(ids(*serum, *sampled("x", "UR"))) == 2
    assert len(ids(*serum, *sampled(None, None))) == 1


def test_two_printed_ranges_that_differ_keep_two_results():
    ranged = [{"referenceRange": [{"high": {"value": high}}]} for high in (5, 6)]

    assert len(ids(observation(**ranged[0]), twin(**ranged[1]))) == 2
    assert len(ids(observation(**ranged[0]), twin(**ranged[0]))) == 1


def test_the_copy_that_says_most_stays():
    rich = twin(interpretation=[{"coding": [{"code": "N"}]}])

    assert ids(observation(), rich) == [("Observation/o2", ("Observation/o1",))]
    corrected = twin(status="corrected")
    assert ids(observation(), corrected)[0][0] == "Observation/o2"


def test_the_laboratorys_own_number_joins_two_names():
    number = {"identifier": [{"system": "urn:lab", "value": "77"}]}
    first = observation(code={"text": "K"}, **number)
    second = twin(code={"text": "Kalium"}, **number)

    assert len(ids(first, second)) == 1
    assert len(ids(first, second | {"identifier": []})) == 2


def test_one_time_in_two_zones_is_one_time():
    assert len(ids(observation(), twin(effectiveDateTime="2025-05-01T10:00:00+02:00"))) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((97, "mg/L"), ("9.7", "mg/dL"), True),
        ((97, "mg/L"), ("2.42", "mmol/L"), True),
        ((97, "mg/L"), ("2.43", "mmol/L"), True),
        ((97, "mg/L"), ("2.50", "mmol/L"), False),
        ((97, "mg/L"), (97, "mg/L"), True),
        ((97, "mg/L"), (98, "mg/L"), False),
        ((97, "mg/L"), (97, "U/L"), False),
    ],
)
def test_two_units_are_one_measurement_as_far_as_they_are_rounded(one, other, same):
    values = [
        read_value({"valueQuantity": {"value": float(number), "unit": unit}})
        if "." in str(number)
        else read_value({"valueQuantity": {"value": int(number), "unit": unit}})
        for number, unit in (one, other)
    ]

    assert same_measurement(*values, CALCIUM) is same
    assert not same_measurement(read_value({}), values[0])


def test_only_results_of_one_biomarker_and_one_time_are_joined_across_units():
    first = observation(code={"text": "Ca"}, valueQuantity={"value": 97, "unit": "mg/L"})
    second = twin(code={"text": "Ca2"}, valueQuantity={"value": 2.42, "unit": "mmol/L"})
    later = second | {"id": "o3", "effectiveDateTime": "2025-05-02"}
    labs = read(first, second, later).labs

    joined = merge_converted(labs, biomarker_of=lambda lab: "ca", factors_of=lambda key: CALCIUM)
    apart = merge_converted(labs, biomarker_of=lambda lab: None, factors_of=lambda key: CALCIUM)

    assert [lab.id for lab in joined] == ["Observation/o1", "Observation/o3"]
    assert apart == labs


RESULTS = st.lists(
    st.builds(
        lambda number, day, name: observation(
            code={"text": name},
            effectiveDateTime=day,
            valueQuantity={"value": number, "unit": "g/L"},
        ),
        st.integers(1, 3),
        st.sampled_from(["2025-01-01", "2025-01-02", "?"]),
        st.sampled_from(["a", "b"]),
    ),
    max_size=8,
)


def with_ids(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one | {"id": f"o{place}"} for place, one in enumerate(results)]


def every_id(labs: tuple[LabRecord, ...]) -> list[str]:
    return sorted(one for lab in labs for one in (lab.id, *lab.duplicates))


@given(RESULTS)
def test_merging_loses_no_id_and_doing_it_twice_changes_nothing(results):
    labs = read(*with_ids(results)).labs

    assert every_id(labs) == sorted(f"Observation/o{place}" for place in range(len(results)))
    assert merge(labs) == labs


@given(RESULTS, st.randoms())
def test_the_order_of_arrival_never_changes_how_many_results_there_are(results, random):
    sent = with_ids(results)
    shuffled = random.sample(sent, len(sent))

    assert len(read(*sent).labs) == len(read(*shuffled).labs)
