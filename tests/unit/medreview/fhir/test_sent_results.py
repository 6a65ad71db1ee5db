"""Bugs reported of results in other software are not ours in a message or a table either."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from medreview.fhir import flags
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.rows import RowReader
from medreview.fhir.csv_results.table import Row
from medreview.fhir.hl7v2.reading import sent_of_messages
from medreview.fhir.record import LabRecord
from medreview.fhir.result_writer import result_resource
from medreview.fhir.sent_results import SentResult
from tests.factories.reading import only, own_flag, read

VIENNA = ZoneInfo("Europe/Vienna")
ROLES = ("patient", "test", "value", "unit", "range", "flag", "date", "status")
MESSAGE = (
    "MSH|^~\\&|LAB|X|||20250501||ORU^R01^ORU_R01|1|P|2.5.1||||||UNICODE UTF-8\r"
    "PID|1||7^^^X^MR\rOBR|1|P-1|F-1|P^Panel^L|||20250501080000+0200\r"
    "OBX|1|{kind}|2823-3^Potassium^LN||{value}|{unit}|{range}|{flag}|||{status}\r"
)


def by_message(*, kind: str, **fields: str) -> LabRecord:
    found = sent_of_messages("x.hl7", MESSAGE.format(kind=kind, **fields).encode(), VIENNA).sent
    (result,) = [one for one in found if isinstance(one, SentResult)]
    return only(read(result_resource(result, "p1")))


def by_table(**fields: str) -> LabRecord:
    cells = ("7", "Potassium", fields["value"], fields["unit"], fields["range"], fields["flag"],
             "2025-05-01 08:00", fields["status"])  # fmt: skip
    mapping = ColumnMapping.model_validate(
        {
            "columns": {role: place for place, role in enumerate(ROLES)},
            "width": len(ROLES),
            "encoding": "utf-8",
            "delimiter": ",",
            "decimal": "point",
            "date_format": "YYYY-MM-DD",
            "source": "LAB",
        }
    )
    result = RowReader(mapping, VIENNA).read(Row(2, ",".join(cells), cells))
    assert isinstance(result, SentResult)
    return only(read(result_resource(result, "p1")))


def seen(lab: LabRecord) -> dict[str, Any]:
    own = own_flag(lab)
    return {
        "text": lab.value.text,
        "kind": str(lab.value.kind),
        "flag": lab.source_flag,
        "meaning": str(flags.meaning(lab.source_flag, lab.source_flag_text)),
        "own": str(own.flag),
        "conflict": flags.conflict(lab.source_flag, lab.source_flag_text, own),
    }


@pytest.mark.parametrize(
    ("fields", "expect"),
    [
        # B03: results in words are listed word for word.
        ({"value": "GT 45"}, {"text": "GT 45", "kind": "text", "own": "undecidable"}),
        ({"value": "Not detected"}, {"text": "Not detected", "kind": "text"}),
        # B07: a number with an exponent is compared as the number it is.
        ({"value": "1.2E+2", "range": "90-140"}, {"kind": "number", "own": "N"}),
        ({"value": "1.2E+2", "range": "3-5"}, {"kind": "number", "own": "H"}),
        # A computed value is judged however many decimals it was written with.
        ({"value": "6.8000001907348633", "range": "3.5-5.1"}, {"kind": "number", "own": "H"}),
        # B10: a range from below makes a low value low.
        ({"value": "1.1", "range": ">5"}, {"own": "L"}),
        ({"value": "6", "range": "<= 5"}, {"own": "H"}),
        # B14: a flag that contradicts its range stays, with a sentence.
        (
            {"value": "4.1", "range": "3.5-5.1", "flag": "H"},
            {
                "flag": "H",
                "meaning": "high",
                "own": "N",
                "conflict": "The source flags it “H”, but it lies within its range.",
            },
        ),
        # B16: words and signs of flags are understood, and nothing is normal by default.
        ({"value": "4"}, {"flag": None, "meaning": "not_sent", "own": "undecidable"}),
        ({"value": "4", "flag": "*"}, {"flag": "*", "meaning": "abnormal"}),
        ({"value": "4", "flag": "High Panic"}, {"meaning": "critical_high"}),
        ({"value": "4", "flag": "Low Off-Scale"}, {"meaning": "not_known"}),
        # B18: a word is normal only by the very word of its range, a titre is no number.
        ({"value": "Negative", "range": "Negative"}, {"own": "N"}),
        ({"value": "1:320", "range": "<1:80"}, {"text": "1:320", "own": "undecidable"}),
    ],
)
def test_a_reported_bug_is_not_ours_in_a_message_or_a_table(
    fields: dict[str, str], expect: dict[str, Any]
) -> None:
    sent = {"unit": "mmol/L", "range": "", "flag": "", "status": "F"} | fields

    for lab in (by_message(kind="ST", **sent), by_table(**sent)):
        assert {name: seen(lab)[name] for name in expect} == expect


def test_an_operator_that_compares_nothing_is_shown_and_one_that_says_equal_is_none() -> None:
    # B01: operators of a structured number that FHIR does not know.
    unequal, equal = (
        by_message(kind="SN", value=f"{sign}^23", unit="ng/mL", range="", flag="", status="F")
        for sign in ("<>", "=")
    )

    assert (seen(unequal)["text"], seen(unequal)["own"]) == ("<>23", "undecidable")
    assert (seen(equal)["text"], seen(equal)["kind"]) == ("23 ng/mL", "number")
