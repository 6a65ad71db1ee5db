"""What a snippet may ask of a record is answered from that record, digits and dates as sent."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from analysis.pipeline.retriever.code_mode.record_api import MOST_AT_ONCE, RecordApi
from medreview.fhir.dates import read_moment
from medreview.fhir.record import (
    Coding,
    ConditionRecord,
    LabRecord,
    PatientRecord,
    PersonRecord,
    ReadReceipt,
    Value,
    ValueKind,
)
from medreview.runtime.sandbox.errors import SnippetMistake
from medreview.runtime.sandbox.runner import POOL, snippets

AS_OF = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


def lab(name: str, number: str, date: str, *, unit: str = "mmol/L", **more: Any) -> LabRecord:
    return LabRecord(
        id=f"Observation/{name}-{number}-{date}",
        version=1,
        name=name,
        value=Value(
            kind=ValueKind.NUMBER,
            text=f"{number} {unit}",
            number=Decimal(number),
            unit=unit,
            ucum=unit,
        ),
        effective=read_moment(date),
        status="final",
        **more,
    )


def api_of(*labs: LabRecord, conditions: tuple[ConditionRecord, ...] = ()) -> RecordApi:
    record = PatientRecord(
        person=PersonRecord(id="Patient/p", version=1, family="Canaryname"),
        labs=labs,
        conditions=conditions,
        receipt=ReadReceipt(complete=True, types={}),
    )
    return RecordApi(record, AS_OF)


def values(items: list[dict[str, Any]]) -> list[str]:
    return [one["value"] for one in items]


def test_a_name_is_found_by_the_beginnings_of_its_words_latest_first():
    api = api_of(
        lab("LDL cholesterol", "2.10", "2026-01-02"),
        lab("VLDL cholesterol", "0.5", "2026-01-03"),
        lab("Cholesterol in LDL", "2.2", "2026-02-02"),
        lab("低密度脂蛋白胆固醇", "2.3", "2026-03-02"),
    )

    assert values(api.find_by_name("ldl chol")) == ["2.2 mmol/L", "2.10 mmol/L"]
    assert values(api.find_by_name("胆固醇")) == ["2.3 mmol/L"]
    assert api.find_by_name("iron") == []


def test_a_coding_s_display_is_a_name_too_and_an_entry_is_found_once():
    coding = Coding(system="http://loinc.org", code="2823-3", display="Potassium [Moles/volume]")
    api = api_of(lab("Potassium", "5.60", "2026-11-29", codings=(coding,)))

    assert len(api.find_by_name("potassium")) == 1


def test_a_kind_narrows_a_question_and_an_unknown_one_is_a_mistake():
    gout = ConditionRecord(id="Condition/g", version=1, name="Gout", onset=read_moment("2019-07"))
    api = api_of(lab("Gout panel", "1", "2026-01-01"), conditions=(gout,))

    (found,) = api.find_by_name("gout", kind="condition")
    assert found["id"] == "Condition/g"
    with pytest.raises(SnippetMistake, match="a kind is one of lab, condition"):
        api.find_by_name("gout", kind="disease")


def test_digits_and_dates_come_as_sent_with_their_precision():
    gout = ConditionRecord(id="Condition/g", version=1, name="Gout", onset=read_moment("2019-07"))
    api = api_of(lab("Potassium", "5.60", "2026-11-29T08:10:00+03:00"), conditions=(gout,))

    potassium, condition = api.find_by_name("potassium")[0], api.find_by_name("gout")[0]

    assert (potassium["number"], potassium["value"]) == ("5.60", "5.60 mmol/L")
    assert (potassium["date"], potassium["precision"]) == ("2026-11-29T08:10:00+03:00", "second")
    assert (condition["date"], condition["precision"]) == ("2019-07", "month")
    assert (condition["earliest_day"], condition["latest_day"]) == ("2019-07-01", "2019-07-31")
    assert "earliest_day" not in potassium
    assert "dated_by" not in condition


def test_a_date_that_only_stands_in_is_named():
    gout = ConditionRecord(id="Condition/g", version=1, name="Gout", recorded=read_moment("2019"))

    (found,) = api_of(conditions=(gout,)).find_by_name("gout")

    assert found["dated_by"] == "recorded"


def test_a_code_is_found_whatever_its_case_and_dots_in_its_system_only():
    icd = Coding(system="http://hl7.org/fhir/sid/icd-10-cm", code="N18.4")
    ckd = ConditionRecord(id="Condition/c", version=1, name="CKD", codings=(icd,))
    api = api_of(conditions=(ckd,))

    assert [one["id"] for one in api.find_by_code("n184")] == ["Condition/c"]
    assert api.find_by_code("N18.4", "icd10")
    assert api.find_by_code("N18.4", "http://hl7.org/fhir/sid/icd-10-cm")
    assert api.find_by_code("N18.4", "loinc") == []


def test_the_latest_and_the_first_have_dates_and_name_their_rivals():
    api = api_of(
        lab("K", "4.1", "2026-11"),
        lab("K", "4.2", "2026-11-15"),
        lab("K", "4.3", "2024-05-01"),
        lab("K", "4.4", "in spring"),
    )
    found = api.find_by_name("k")

    assert api.latest(found) is not None
    assert api.latest(found)["value"] == "4.2 mmol/L"
    assert api.latest(found)["not_surely"] == ["Observation/K-4.1-2026-11"]
    assert api.first(found)["value"] == "4.3 mmol/L"
    assert "not_surely" not in api.first(found)
    assert api.latest(["Observation/K-4.4-in spring"]) is None
    assert api.latest([]) is None


def test_times_of_one_day_are_told_apart():
    api = api_of(lab("K", "4.1", "2026-11-15T08:00:00Z"), lab("K", "4.2", "2026-11-15T09:00:00Z"))

    latest = api.latest(api.find_by_name("k"))

    assert latest["value"] == "4.2 mmol/L"
    assert "not_surely" not in latest


def test_between_keeps_what_may_lie_within_both_ends_included():
    api = api_of(
        lab("K", "1", "2026-01-31"),
        lab("K", "2", "2026-02"),
        lab("K", "3", "2026-02-28"),
        lab("K", "4", "2026-03-01"),
        lab("K", "5", "unknown"),
    )
    found = api.find_by_name("k")

    assert values(api.between(found, "2026-02-10", "2026-02")) == ["3 mmol/L", "2 mmol/L"]
    assert values(api.between(found, None, "2026-01")) == ["1 mmol/L"]
    assert values(api.between(found, "2026-03", None)) == ["4 mmol/L"]
    for start, end in (("2026-03", "2026-01"), ("soon", None)):
        with pytest.raises(SnippetMistake):
            api.between(found, start, end)


def test_extremes_compare_plain_numbers_of_one_unit_only():
    interval = Value(kind=ValueKind.INTERVAL, text="<5", high=Decimal(5))
    below = lab("K", "9", "2026-01-05").model_copy(
        update={"id": "Observation/i", "value": interval}
    )
    api = api_of(lab("K", "10", "2026-01-01"), lab("K", "9.5", "2026-01-02"), below)

    said = api.extremes(api.find_by_name("k"))

    assert (said["lowest"]["number"], said["highest"]["number"]) == ("9.5", "10")
    assert said["not_compared"] == ["Observation/i"]
    mixed = api_of(lab("K", "1", "2026-01-01"), lab("K", "2", "2026-01-01", unit="mg/dL"))
    with pytest.raises(SnippetMistake, match="several units"):
        mixed.extremes(mixed.find_by_name("k"))


def test_only_the_ids_of_what_is_passed_back_are_believed():
    api = api_of(lab("K", "4.1", "2026-11-01"))
    forged = {"id": "Observation/K-4.1-2026-11-01", "value": "9.9 mmol/L", "date": "2030"}

    assert api.latest([forged])["value"] == "4.1 mmol/L"
    for passed in (["Observation/another"], [3], [None], "K", None, [{"value": "1"}]):
        with pytest.raises(SnippetMistake):
            api.latest(passed)


def test_what_surely_lies_after_the_analysis_is_not_there():
    api = api_of(lab("K", "4.1", "2026-11-29"), lab("K", "4.2", "2026-12-24"))

    assert values(api.find_by_name("k")) == ["4.1 mmol/L"]


def test_too_many_entries_are_refused_not_cut():
    many = [
        lab("K", "4.1", "2026-11-01").model_copy(update={"id": f"Observation/{number}"})
        for number in range(MOST_AT_ONCE + 1)
    ]

    with pytest.raises(SnippetMistake, match="2001 entries are too many"):
        api_of(*many).find_by_name("k")


def test_a_snippet_changes_nothing_of_the_record_and_never_learns_whose_it_is():
    api = api_of(lab("K", "4.1", "2026-11-01"))
    try:
        with snippets(api.functions(), at=AS_OF) as session:
            session.run("found = find_by_name('k')\nfound[0]['value'] = '9'\nfound.append(1)")
            outcome = session.run("find_by_name('k')")
    finally:
        POOL.end()

    assert '"value": "4.1 mmol/L"' in outcome.output
    assert "Canaryname" not in outcome.output
    assert "Patient/" not in outcome.output
