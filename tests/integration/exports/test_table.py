"""The table holds a row for every finding and everything asked beside it, as it was sent."""

import csv
import io

import pytest

from analysis.exports.contracts import SignedAnalysis
from analysis.exports.formats import ExportFormat
from analysis.exports.services import export
from analysis.exports.table import COLUMNS, rows_of, table_text
from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from medreview.common.cells import unguarded
from tests.integration.exports.conftest import EDITED

pytestmark = pytest.mark.django_db


def read(text: str) -> list[dict[str, str]]:
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    return [{name: unguarded(cell) for name, cell in row.items()} for row in rows]


def test_rows_survive_the_way_through_a_file(signed: SignedAnalysis) -> None:
    made = [dict.fromkeys(COLUMNS, "") | row for row in rows_of(signed)]

    assert read(table_text(signed)) == made


def test_every_finding_and_every_item_has_its_row(signed: SignedAnalysis) -> None:
    counted: dict[str, int] = {}
    for row in rows_of(signed):
        counted[row["row"]] = counted.get(row["row"], 0) + 1

    summary = signed.package.summary
    assert counted.pop("finding") == len(signed.findings) == 9
    assert counted.pop("added") == 1
    assert counted == {
        name: count
        for name in ("found", "missing", "stale")
        if (count := getattr(summary, name)) > 0
    }


def test_values_keep_their_digits_and_decisions_their_reasons(signed: SignedAnalysis) -> None:
    findings = [row for row in rows_of(signed) if row["row"] == "finding"]

    values = [result.value.text for result in signed.context.abnormal]
    assert sorted(row["value"] for row in findings) == sorted(values)
    assert [row["decision"] for row in findings[:3]] == [
        "Accepted",
        "Edited",
        "Rejected (not relevant)",
    ]
    assert findings[1]["text"] == EDITED
    assert findings[2]["comment"] == "Known, stable."
    assert findings[0]["told"] == "Dr Orlov"
    assert all(row["signed_by"] == "Ada Albrecht" for row in findings)


def test_the_file_is_one_a_spreadsheet_reads(analysis: Analysis, ada: User) -> None:
    content = export(analysis=analysis, edition=1, form=ExportFormat.CSV, by=ada).content

    assert content.startswith(b"\xef\xbb\xbfanalysis,edition,")
    assert content.count(b"\r\n") == len(read(content.decode("utf-8-sig"))) + 1
    assert content.endswith(b"\r\n")
