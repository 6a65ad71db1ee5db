"""A long history: the drawing is thinned and says so, the table keeps every result."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from analysis.pipeline.contracts import RecordChanges
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review.findings import findings_of
from analysis.review.presenters.biomarker import POINTS_DRAWN, biomarker_of
from medreview.accounts.models import User
from medreview.fhir.record import LabRecord, Moment, Precision, Value, ValueKind
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

FIRST = dt.date(2020, 1, 1)


def result(number: int, value: str) -> LabRecord:
    day = FIRST + dt.timedelta(days=number)
    return LabRecord(
        id=f"Observation/n{number}",
        version=1,
        name="Potassium",
        value=Value(
            kind=ValueKind.NUMBER,
            text=f"{value} mmol/L",
            number=Decimal(value),
            unit="mmol/L",
            ucum="mmol/L",
        ),
        effective=Moment(text=day.isoformat(), precision=Precision.DAY, date=day),
        status="final",
    )


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


def test_of_a_thousand_results_the_drawing_keeps_the_extremes_and_the_table_all(
    analysis: Analysis,
) -> None:
    seen = whole(analysis)
    values = ["4.1", *(["4.5"] * 500), "1.9", *(["4.4"] * 300), "8.8", *(["4.6"] * 196)]
    many = tuple(result(number, value) for number, value in enumerate(values))
    finding = replace(findings_of(seen)[0], history=many)

    detail = biomarker_of(finding, seen, "all", RecordChanges())

    figure = detail.figures[0]
    assert len(detail.rows) == len(values) + 1
    assert 0 < figure.left_out >= len(values) - POINTS_DRAWN - 4
    for kept in ("1.9", "8.8", "6.8"):
        assert f"{kept}\u00a0mmol/L" in figure.picture or f"{kept} mmol/L" in figure.picture
    assert "01-Jan-2020" in figure.picture
