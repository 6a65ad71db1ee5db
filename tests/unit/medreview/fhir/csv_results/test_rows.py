from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.rows import RowReader
from medreview.fhir.csv_results.table import Row
from medreview.fhir.result_writer import result_resource
from medreview.fhir.sent_results import NotTaken
from medreview.fhir.values import read_value

ROLES = ["patient", "name", "birth", "sex", "test", "code", "value", "unit", "range_low",
         "range_high", "range", "flag", "date", "status", "order", "note"]  # fmt: skip
GOOD = {"patient": "7", "test": "Potassium", "value": "4.5", "unit": "mmol/L",
        "date": "20/11/2026", "status": "F"}  # fmt: skip


def mapping(**changed):
    said = {
        "columns": {role: place for place, role in enumerate(ROLES)},
        "width": len(ROLES),
        "encoding": "utf-8",
        "delimiter": ";",
        "decimal": "point",
        "date_format": "DD/MM/YYYY",
        "birth_format": "DD/MM/YYYY",
        "source": "Laboratory",
        **changed,
    }
    return ColumnMapping.model_validate(said)


def read(_mapping=None, **said):
    cells = tuple({**GOOD, **said}.get(role, "") for role in ROLES)
    row = Row(12, ";".join(cells), cells)
    return RowReader(_mapping or mapping(), ZoneInfo("Europe/Vienna")).read(row)


def resource(_mapping=None, **said):
    return result_resource(read(_mapping, **said), "p1")


@pytest.mark.parametrize(
    ("sent", "kind", "unit"),
    [
        ("<5", "interval", "mmol/L"),
        (">1000", "interval", "mmol/L"),
        ("≤ 0.30", "interval", "mmol/L"),
        ("5.30", "number", "mmol/L"),
        ("-2", "number", "mmol/L"),
        ("+2", "number", "mmol/L"),
        ("007", "number", "mmol/L"),
        ("6.8000001907348633", "number", "mmol/L"),
        ("<0.0000000012", "interval", "mmol/L"),
        ("1.2E+5", "number", "mmol/L"),
        (">1e+07", "interval", "mmol/L"),
        ("10E+5", "text", None),
        ("1E5", "text", None),
        ("1E+99", "text", None),
        ("POSITIVE", "text", None),
        ("neg", "text", None),
        ("1+", "text", None),
        ("see note", "text", None),
        ("-", "text", None),
        ("haemolysed", "text", None),
        ("1:320", "text", None),
        ("5-10", "text", None),
        ("=2+3", "text", None),
    ],
)
def test_a_value_comes_out_as_it_was_written(sent, kind, unit):
    value = read_value(resource(value=sent))

    assert value.kind.value == kind
    assert value.text == (f"{sent} {unit}" if unit else sent)


def test_no_value_is_no_value():
    assert read_value(resource(value="")).kind.value == "absent"


@pytest.mark.parametrize(
    ("sign", "sent", "number"),
    [
        ("comma", "5,3", "5.3"),
        ("comma", "1,234", "1.234"),
        ("point", "1.234", "1.234"),
        ("either", "5,3", "5.3"),
        ("either", "5.3", "5.3"),
        ("either", "0,450", "0.450"),
        ("either", "2.9140566411758724", "2.9140566411758724"),
        ("comma", "2,9140566411758724", "2.9140566411758724"),
        ("point", "1.2E+2", "120"),
        ("comma", "1,234e-3", "0.001234"),
        ("either", "1.234E+5", "123400"),
    ],
)
def test_decimals_are_parted_as_the_table_declares(sign, sent, number):
    value = read_value(resource(mapping(decimal=sign), value=sent))

    assert format(value.number, "f") == number
    assert value.text == f"{sent} mmol/L"


def test_a_number_that_may_part_thousands_stays_a_text():
    assert read_value(resource(mapping(decimal="either"), value="1,234")).number is None


@pytest.mark.parametrize(
    ("sign", "sent"), [("point", "5,3"), ("comma", "<5.3"), ("comma", "2.9140566411758724")]
)
def test_the_other_decimal_sign_is_never_guessed_at(sign, sent):
    refused = read(mapping(decimal=sign), value=sent)

    assert isinstance(refused, NotTaken)
    assert sent in refused.reason


@pytest.mark.parametrize("flag", ["H", "↑", "+", "*", "<b>H</b>", "выше", "偏高"])
def test_a_flag_is_kept_word_for_word(flag):
    assert resource(flag=flag)["interpretation"] == [{"text": flag}]


def test_a_range_is_kept_as_text_or_as_two_numbers():
    assert resource(range="3,5 – 5,1 (adults)")["referenceRange"] == [
        {"text": "3,5 – 5,1 (adults)"}
    ]
    low = resource(range_low="3.5", range_high="5.1")["referenceRange"][0]
    assert (str(low["low"]["value"]), str(low["high"]["value"])) == ("3.5", "5.1")


def test_half_a_range_that_is_no_number_stays_words():
    assert resource(range_low="<0.1", range_high="5")["referenceRange"] == [{"text": "<0.1 - 5"}]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"patient": ""}, "it names no patient id"),
        ({"test": ""}, "it names no test"),
        ({"date": "31/02/2026"}, "no date in the format DD/MM/YYYY"),
        ({"birth": "1958-03-14"}, "no date in the format DD/MM/YYYY"),
        ({"value": "a\x00b"}, "characters that are no text"),
        ({"value": "a\udc80b"}, "characters that are no text"),
        ({"patient": "x" * 200}, "its patient id can't be used"),
    ],
)
def test_a_row_that_can_not_be_taken_says_why(said, reason):
    refused = read(**said)

    assert isinstance(refused, NotTaken)
    assert reason in refused.reason
    assert refused.where == "row 12"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (Row(3, "a;b", ("a", "b")), "it has 2 cells where the header has 16"),
        (Row(3, 'a;"b', (), "open_quote"), "a quotation mark opens in it"),
        (Row(3, "aaa", (), "too_long"), "longer than rows of a table are"),
    ],
)
def test_a_row_of_another_shape_says_why(row, reason):
    refused = RowReader(mapping(), ZoneInfo("UTC")).read(row)

    assert reason in refused.reason


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("F", "final"),
        ("готово", "final"),
        ("已审核", "final"),
        ("C", "corrected"),
        ("p", "preliminary"),
        ("W", "entered-in-error"),
        ("who knows", "who knows"),
        ("", "unknown"),
    ],
)
def test_a_status_goes_through_the_same_gate_as_any(said, status):
    assert read(status=said).status == status


def test_rows_without_a_status_are_final_only_where_a_person_said_so():
    assert read(mapping(status="final"), status="").status == "final"


@pytest.mark.parametrize(
    ("said", "doubt"),
    [
        ({"unit": ""}, "its number has no unit"),
        ({"value": ""}, "it has no value"),
        ({"date": ""}, "it has no date"),
        ({"value": "=1+1"}, "its value is a formula"),
    ],
)
def test_what_somebody_should_look_at_is_said(said, doubt):
    assert doubt in " ".join(read(**said).doubts)


def test_the_value_and_the_words_around_it_are_no_part_of_what_a_result_is():
    first, second = read(value="4.5", note="x"), read(value="4.6", note="y", flag="H")

    assert first.fhir_id == second.fhir_id
    assert first.fhir_id != read(date="21/11/2026").fhir_id
    assert first.fhir_id != read(order="S-2").fhir_id
    assert first.fhir_id != read(mapping(source="Elsewhere")).fhir_id


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40))
def test_any_value_text_comes_out_as_it_went_in(sent):
    found = read(mapping(decimal="either"), value=sent.strip(), unit="")

    value = read_value(result_resource(found, "p1"))

    assert value.text == sent.strip() or not value.text.isprintable() or not sent.isprintable()


@given(st.lists(st.text(max_size=12), min_size=len(ROLES), max_size=len(ROLES)))
def test_any_row_is_a_result_or_says_why_not(cells):
    row = Row(2, ";".join(cells), tuple(cells))

    found = RowReader(mapping(), ZoneInfo("UTC")).read(row)

    assert isinstance(found, NotTaken) or result_resource(found, "p1")
